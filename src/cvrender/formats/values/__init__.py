"""Convert what the values of other formats are written in: LaTeX, HTML, names, dates, identifiers."""
