"""Run many requests, repeat them, and run them for others: builds, watch, preview, untrusted profiles."""
