"""Read and write the data that a CV of this program carries."""
