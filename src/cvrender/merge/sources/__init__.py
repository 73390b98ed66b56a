"""Fetch what the importers read from public services, by an identifier: the only package that uses the network."""

from cvrender.merge.sources.services import SERVICES, Request, is_identifier, requests_for

__all__ = ["SERVICES", "Request", "is_identifier", "requests_for"]
