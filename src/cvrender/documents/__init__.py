"""Make documents other than a CV from what was composed for a CV; they use the same targets and checks."""
