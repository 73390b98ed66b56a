"""Find the font family that a style's option `font` names."""

from pathlib import Path

from cvrender.errors import InputError
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath
from cvrender.model.style import Style
from cvrender.model.value import replace

Writer = tuple[Source, DataPath]
"""Who set an option, and where."""


def with_family(style: Style, writer: Writer, folder: Path | None) -> Style:
    """Return the style with the installed family that its option `font` names, if that is not one of the built-in values.

    `writer` set this option; `folder` is the profile's. Raises InputError if there is no such family.
    """
    option = style.options.get("font")
    if option is None or style.font in option.known:
        return style
    from cvrender.fonts.installed import find_family, nearest_family

    found = find_family(style.font, folder)
    if found:
        return replace(style, installed=found)
    message = f'font family "{style.font}" not found'
    near = nearest_family(style.font, (*option.known,), folder)
    hint = (
        f'did you mean "{near}"?'
        if near
        else f"use {', '.join(option.known)}, or put its files into the folder fonts next to the profile"
    )
    source, path = writer
    raise InputError([source.problem(path, message, hint)])
