"""Write HTML."""
