"""Show the pages of CVs in a browser, and show them again whenever something of them is saved.

request.py     read what a browser asks for: profile, view, style, language and the style's options
builds.py      build a request, and keep the last good pages
places.py      find the place in the YAML that a line on a page comes from
connections.py  close connections on which no whole request arrives in time
state.py       describe a build as JSON: choices, pages, problems, lines, what a parser sees
security.py    refuse whoever is not the browser that was given the address
app.py         answer the browser's requests
server.py      listen on 127.0.0.1, and watch the files
"""
