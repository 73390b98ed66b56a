"""Word publications and patents by citation styles (CSL), with pandoc's citeproc."""
