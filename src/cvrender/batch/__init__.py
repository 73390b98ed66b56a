"""Many CVs in one go: a plan of works, run side by side, each only when something it depends on has changed."""
