"""Find styles, views and terms by name.

styles/NAME/style.yaml          in the search path, then built in, then among untrusted styles
views/NAME.yaml                 likewise, but the profile's own `views` come first
contracts/NAME.yaml             likewise
STYLE/terms/LANGUAGE.yaml       in the style's folder, then in those of its parents, then in English
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cvrender.load.library.contracts import NamedContract, contract_names, find_contract
    from cvrender.load.library.search_path import BUILT_IN, Library
    from cvrender.load.library.styles import choose_style, find_style, with_options
    from cvrender.load.library.terms import find_terms, missing_terms, term_languages
    from cvrender.load.library.views import NamedView, find_view, view_names

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

_MODULES = {
    "BUILT_IN": "search_path",
    "Library": "search_path",
    "NamedContract": "contracts",
    "NamedView": "views",
    "choose_style": "styles",
    "contract_names": "contracts",
    "find_contract": "contracts",
    "find_style": "styles",
    "find_terms": "terms",
    "find_view": "views",
    "missing_terms": "terms",
    "term_languages": "terms",
    "view_names": "views",
    "with_options": "styles",
}
"""The module of each name, imported on first use: who only names a search path reads neither styles nor views."""


def __getattr__(name: str) -> Any:
    """Import a name on first use."""
    if name in _MODULES:
        return getattr(import_module(f"cvrender.load.library.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'cvrender.load.library' has no attribute {name!r}")
