"""Read CSL-JSON."""
