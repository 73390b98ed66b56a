"""Tag a typeset PDF: add spaces, the structure of the Document, and what PDF/UA-1 and PDF/A-2a require."""
