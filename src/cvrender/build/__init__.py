"""Source text in, artefact out: TeX and pandoc, and the fonts that TeX lacks."""
