"""Render applications: parts as single files, and as one PDF with one set of page numbers."""
