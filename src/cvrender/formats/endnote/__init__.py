"""Read the files of EndNote."""
