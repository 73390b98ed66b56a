"""Write Word documents with pandoc."""
