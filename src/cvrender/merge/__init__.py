"""Merge what several files say about one career, and propose changes of a profile."""
