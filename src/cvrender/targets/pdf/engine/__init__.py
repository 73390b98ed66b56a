"""Run TeX, and nothing else about PDFs.

`program` finds an engine and says how it is called, `run` typesets a source with it. What saves time is here, too: `formats`
keeps the packages of a preamble as a TeX format, `early` starts TeX before its source is written, and `beginnings` lets it read
how the document began the last time. A wrong guess costs nothing but that TeX, which is stopped. `targets/pdf/typesetter.py` is
the only user of these: it begins with a guess, is given a document, and returns its pages.
"""
