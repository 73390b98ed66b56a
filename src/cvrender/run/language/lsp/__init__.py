"""Speak the Language Server Protocol, in which editors ask for what `run/language` knows.

server.py    answer the requests of an editor
convert.py   write answers as the types of the protocol
"""
