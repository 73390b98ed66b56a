"""Run programs, cache results, open and name files safely, and read the clock."""
