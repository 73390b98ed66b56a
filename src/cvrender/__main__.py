"""`python -m cvrender` in, the command line out."""

from cvrender.cli import main

main()
