"""Write GitHub Markdown."""
