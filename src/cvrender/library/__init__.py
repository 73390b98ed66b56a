"""A name in, a Style, View or set of Terms out.

styles/NAME/style.yaml          in the working folder, else the ones that came with the package, else strangers'
views/NAME.yaml                 likewise; before both comes the profile's own `views`
STYLE/terms/LANGUAGE.yaml       in the style's folder, and what that does not say in its parents'
"""

from cvrender.library.places import names
from cvrender.library.styles import chosen_style, find_style, find_terms, read_options, with_options
from cvrender.library.views import NamedView, find_view, view_names

__all__ = [
    "NamedView",
    "chosen_style",
    "find_style",
    "find_terms",
    "find_view",
    "names",
    "read_options",
    "view_names",
    "with_options",
]
