"""Name the TeX engines."""

ENGINES = ("embedded", "pdflatex", "xelatex", "lualatex")
"""The engine that comes with the package, and those that a TeX Live of the system has."""

DEFAULT_ENGINE = ENGINES[0]
