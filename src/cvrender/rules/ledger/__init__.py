"""Follow facts to where they come from.

facts.py     list the facts of a profile
since.py     find the facts that an edit added or changed
sourced.py   find facts without a source
problems.py  find either, as `cvrender check` asks
listing.py   list the sources of each entry
"""
