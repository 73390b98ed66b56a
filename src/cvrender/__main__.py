"""`python -m cvrender` in, the command line out."""

from cvrender.cli import run

run()
