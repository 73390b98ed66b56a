"""Read the text of a PDF as lines, by the places, sizes and weights of its characters."""
