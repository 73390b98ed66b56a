"""Write plain text."""
