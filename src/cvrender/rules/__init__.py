"""Find what is wrong in a profile, a view or a file: rules of style, of funders, of résumé parsers and of postings."""
