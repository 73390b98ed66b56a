"""Find styles, views and terms by name.

styles/NAME/style.yaml          in the search path, then built in, then among untrusted styles
views/NAME.yaml                 likewise, but the profile's own `views` come first
contracts/NAME.yaml             likewise
STYLE/terms/LANGUAGE.yaml       in the style's folder, then in those of its parents, then in English
"""

from cvrender.library.contracts import NamedContract, contract_names, find_contract
from cvrender.library.search_path import BUILT_IN, Library
from cvrender.library.styles import choose_style, find_style, with_options
from cvrender.library.terms import find_terms, missing_terms, term_languages
from cvrender.library.views import NamedView, find_view, view_names

__all__ = [
    "BUILT_IN",
    "Library",
    "NamedContract",
    "NamedView",
    "choose_style",
    "contract_names",
    "find_contract",
    "find_style",
    "find_terms",
    "find_view",
    "missing_terms",
    "term_languages",
    "view_names",
    "with_options",
]
