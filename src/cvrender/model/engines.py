"""List the TeX engines."""

ENGINES = ("embedded", "pdflatex", "xelatex", "lualatex")
"""The engine shipped with the package, and those of a system TeX Live."""

DEFAULT_ENGINE = ENGINES[0]
