"""Check plain text."""

from cvrender.verify.base import Check, is_utf8

CHECKS = (Check("encoding", "the text is UTF-8", is_utf8),)
