"""Read records of ORCID."""
