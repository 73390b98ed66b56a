"""Build many CVs: plan the requests, run them in parallel, and only if something they depend on has changed."""
