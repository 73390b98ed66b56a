"""Read BibTeX and biblatex."""
