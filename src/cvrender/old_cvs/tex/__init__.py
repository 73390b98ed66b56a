"""Read the LaTeX source of a CV as lines; TeX is not run."""
