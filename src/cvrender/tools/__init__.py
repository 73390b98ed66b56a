"""Run programs, cache results, and open and name files safely."""
