"""Read the files of PubMed."""
