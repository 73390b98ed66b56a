"""Document in, source text out: one file per alphabet, none of which knows another."""
