"""Give patterns the labelled facts of an entry, all or one by its label."""

from collections.abc import Container, Iterable
from typing import Any

from cvrender.compose.pattern import Placeholders
from cvrender.model.labelled import LabelledField
from cvrender.model.text import plain_text
from cvrender.text.markup import inline


class LabelledValues(list[str]):
    """The labelled fields of an entry: a list with their labels, and by label the value alone, or an empty text."""

    def __init__(self, fields: Iterable[LabelledField], placeholders: Placeholders, colon: str, placed: Container[str]) -> None:
        """Leave those out of the list whose labels are `placed` by the pattern."""
        self.by_label: dict[str, str] = {}
        super().__init__()
        for field in fields:
            label, value = inline(str(field.label)), inline(str(field.value))
            self.by_label[label.plain] = placeholders.put(value)
            if label.plain not in placed:
                self.append(placeholders.put(label + plain_text(colon) + value))

    def __getitem__(self, key: Any) -> Any:
        return self.by_label.get(key, "") if isinstance(key, str) else super().__getitem__(key)
