"""Define facts with a label of their own, for what no key fits."""

from typing import Annotated

from cvrender.model.annotations import About, Short
from cvrender.model.fields import PROSE, Prose, Restricted


class LabelledField(Restricted, frozen=True, kw_only=True):
    """A fact that no key fits. A mapping stands for several: each label, and the text after it."""

    label: Annotated[Prose, About("the words before the text", "Impact factor")]
    value: Annotated[Prose, About("the text", "39.3")]


LabelledFields = Annotated[
    tuple[LabelledField, ...],
    Short(
        lambda pairs: [{"label": label, "value": value} for label, value in pairs.items()],
        lambda value: isinstance(value, dict),
        {"type": "object", "additionalProperties": PROSE.schema},
    ),
]
