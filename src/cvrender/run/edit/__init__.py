"""Edit profiles in a browser, so that only the bytes that are changed change.

document.py    a profile's files and those that it includes: operations, conflicts, undo and redo, saved states
forms.py       describe the models of a profile, from which the page makes its forms
incoming.py    read dropped files and ORCID iDs: new profiles, proposals, photos
old_words.py   find the words of a dropped file behind a proposal, and their place on its pages
views.py       tell what each view does with each entry, and tick what it shows
language.py    answer the YAML tab with the language service
downloads.py   give away applications, and the folder as a ZIP file
app.py         answer the browser's requests, those of the preview too
bundle/        the page's program, which `make edit` builds from `web/`
"""
