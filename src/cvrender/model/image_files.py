"""Define the images that files name: those of entries, and the figures of statements."""

from typing import Annotated

from cvrender.model.annotations import About, Unprinted
from cvrender.model.base import Model
from cvrender.model.fields import Plain, Prose


class ImageFile(Model, frozen=True, kw_only=True):
    """An image with the words that replace it and that are below it."""

    file: Annotated[Plain, About("the image, PNG or JPEG, in the folder of this file", "engine.png")]
    alt: Annotated[Prose, About("what it shows, for those who cannot see it", "A drawing of the engine's mill")]
    caption: Annotated[Prose | None, About("the words below it", "The mill of the engine.")] = None


class WorkImage(ImageFile, frozen=True, kw_only=True):
    """An image of the work that an entry is about."""

    credit: Annotated[Prose | None, About("who made the image", "Photo: Sam Sample")] = None


Images = Annotated[
    tuple[WorkImage, ...],
    Unprinted(),
    About(
        "images of the work, shown below the entry in rows; the option `images` of the style says how many are in one",
        [{"file": "engine.png", "alt": "A drawing of the engine's mill", "caption": "The mill"}],
    ),
]
