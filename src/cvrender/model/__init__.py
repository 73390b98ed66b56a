"""Define the values that travel from stage to stage: frozen, independent of files and targets."""
