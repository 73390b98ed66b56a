"""Check LaTeX source."""

from cvrender.verify.base import is_utf8

CHECKS = {"encoding": is_utf8}
