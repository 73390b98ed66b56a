"""Read and write vCards."""
