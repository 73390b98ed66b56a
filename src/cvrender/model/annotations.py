"""Functions in, annotations of fields out: how a model reads what was typed, and what JSON Schema says of it.

Pydantic's own validators ask for schemas of the annotated types, some for each field that has them; these do not, which makes
the models quick to import.
"""

from collections.abc import Callable
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import core_schema


class Reads:
    """The field's value is what the function makes of the data, and in JSON Schema it looks so."""

    def __init__(self, read: Callable[[Any], Any], looks: dict[str, Any]) -> None:
        self.read = read
        self.looks = looks

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(self.looks)  # pydantic writes a field's default into what it is given


class Short:
    """A bare text, of that type, stands for what `whole` makes of it."""

    def __init__(self, whole: Callable[[str], Any], bare: Any) -> None:
        self.whole = whole
        self.bare = bare

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        whole = handler(source)
        form = core_schema.union_schema([handler.generate_schema(self.bare), {**whole}])
        return core_schema.no_info_before_validator_function(self._read, whole, json_schema_input_schema=form)

    def _read(self, value: Any) -> Any:
        return self.whole(value) if isinstance(value, str) else value
