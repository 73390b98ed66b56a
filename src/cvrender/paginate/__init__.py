"""Fit a document to its number of pages, and balance the last one."""
