"""Help to write YAML: what editors, the page of `cvrender edit` and agents ask about a text that is being typed.

Each function takes an `OpenDocument` (a path and a text) and mostly an offset in it, and changes nothing. A text may be broken.

open_document.py  what kind of file it is
outline.py         the places of all keys and values, though parts are broken; flow.py those between brackets
pieces.py          parts of a text that are read alone, which is faster
grammar.py         what may stand at a path, from the declarations of the models
names.py           the names that a value may be: styles, views, people, tags
completions.py     what may be typed at a place
hover.py           what a key or value means
problems.py        what is wrong
fixes.py           edits that solve a problem or write dates in EDTF, and how they are applied
symbols.py         the sections and entries
definition.py      where a name is defined
rename.py          edits that rename a person, tag or id
"""
