"""Read and write JSON-LD."""
