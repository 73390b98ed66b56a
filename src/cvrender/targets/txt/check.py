"""Check plain text."""

from cvrender.targets.comparison.checks import is_utf8

CHECKS = {"encoding": is_utf8}
