"""Load the files of a profile: YAML with locations, includes, overlays and the photo."""
