"""Read and write the YAML of RenderCV."""
