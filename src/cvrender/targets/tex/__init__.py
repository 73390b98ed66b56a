"""Write LaTeX."""
