"""Read and write the data of other programs: one module or folder per format."""
