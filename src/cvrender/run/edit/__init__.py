"""Edit profiles in a browser, so that only the bytes that are changed change.

document.py    a profile's files: operations, conflicts, undo and redo, saved states
where.py       which file a path of the profile is in, among the files that it includes
forms.py       describe the models of a profile, from which the page makes its forms
come_in.py     read dropped files: new profiles, proposals, photos
views.py       tell which entries each view shows
app.py         answer the browser's requests, those of the preview too
bundle/        the page's program, which `make edit` builds from `web/`
"""
