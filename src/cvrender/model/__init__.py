"""The nouns: values that are frozen, know no file and no target, and travel from stage to stage."""
