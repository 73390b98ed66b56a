"""Make a document of the differences of two profiles."""
