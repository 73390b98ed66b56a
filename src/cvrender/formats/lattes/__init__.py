"""The XML of a CV on Brazil's Lattes platform."""
