"""Compare the texts of a Document with what was read back from an artifact."""
