"""Read and write the XML of Europass."""
