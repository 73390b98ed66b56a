"""Load a profile's files: YAML with the location of every value, includes and overlays, and the photo."""
