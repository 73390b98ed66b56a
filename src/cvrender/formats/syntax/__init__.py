"""Read the syntaxes that other formats are written in as plain data with the place of each value."""
