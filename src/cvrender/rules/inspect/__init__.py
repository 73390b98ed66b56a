"""Extract what a résumé parser finds in a CV (`extract`), and compare that with a profile (`compare`)."""
