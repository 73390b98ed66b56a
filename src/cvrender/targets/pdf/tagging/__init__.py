"""Tag a typeset PDF: real spaces, the Document's structure, and what PDF/UA-1 and PDF/A-2a ask for."""
