"""List what commands of LaTeX print that the table of pylatexenc lacks, or prints otherwise."""

CHARACTERS = {
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "LaTeXe": "LaTeX2ε",
    "BibTeX": "BibTeX",
    "copyright": "©",
    "textquotesingle": "'",
    "slash": "/",
    "euro": "€",
    "texteuro": "€",
    "checkmark": "✓",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textbackslash": "\\",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textunderscore": "_",
    "cyrchar": "",
    "char": "",
    "degree": "°",
    "textdegree": "°",
}
"""The characters of each command, by its name without the backslash."""
