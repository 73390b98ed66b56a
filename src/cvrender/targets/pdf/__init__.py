"""Typeset LaTeX to PDF, and read PDF back."""
