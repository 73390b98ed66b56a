"""Read the TeX maths of a text, for targets that write formulas in another notation."""
