"""Read and write JSON Resume."""
