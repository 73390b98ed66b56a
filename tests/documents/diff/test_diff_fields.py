"""The differences of two profiles name every change: of each field that is declared, of every kind of entry and of the person."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from PIL import Image

from cvrender.documents.diff.render import render_diff
from cvrender.load.request import RenderRequest, RenderResult
from cvrender.merge.profile import load_profile
from cvrender.model.annotations import Reads, about, within
from cvrender.model.base import Model, fields_of
from cvrender.model.convert import convert
from cvrender.model.kinds import KINDS, CustomSection, Entry
from cvrender.model.profile import Owner

Data = dict[str, Any]
Case = tuple[str, Data, Data]
"""A field, an entry, and the same with another value of the field."""

NEEDED: dict[str, Data] = {
    "Publication": {"authors": ["Ada Example"]},
    "Education": {"degree": "Ph.D."},
    "Talk": {"event": "Conference"},
    "CustomSection": {"rows": [["One", "Two"]]},
    "Acceptance": {"accepted": "50", "submitted": "272"},
    **dict.fromkeys(("Person", "Author", "Owner"), {"name": "Samplex Charles Sample"}),
}
"""What a model also needs to be valid."""
PAIRED = {"break", "roles.break", "degree (new)", "rows (new)", "acceptance.accepted (new)", "acceptance.submitted (new)"}
"""What `NEEDED` has anyway, and a field with one value only."""
VIEW = {"extends": "full", "privacy": "full"}


def nested_model(annotation: Any) -> tuple[type[Model] | None, bool]:
    """The model of a field's value or of its items, and whether there are several."""
    parts = list(within(annotation))
    models = [part for part in parts if isinstance(part, type) and issubclass(part, Model)]
    return (models[0] if models else None), any(getattr(part, "__origin__", None) is tuple for part in parts)


def cases(model: type[Model], depth: int = 0) -> Iterator[Case]:
    """The changes of each field of a model: another value, and none; of models within it those of their fields."""
    for key, field in fields_of(model).items():
        inner, several = nested_model(field.type)
        if inner is Entry:
            continue  # of a custom section, whose entries are of any kind
        if inner and depth < 2:
            for path, old, new in cases(inner, depth + 1):
                yield f"{key}.{path}", {key: [old] if several else old}, {key: [new] if several else new}
            continue
        described = about(field.type)
        assert described, f"{model.__name__}.{key}"
        for other in others(described.example, field.type):
            yield key, {key: described.example}, {key: other}
        if not field.required:
            yield f"{key} (new)", {}, {key: described.example}


def others(value: Any, annotation: Any = None) -> Iterator[Any]:
    """Values that a field may have instead of another one; not all are valid."""
    allowed = [item for part in within(annotation) if isinstance(part, Reads) for item in part.schema.get("enum", ())]
    allowed += [item for part in within(annotation) for item in get_args(part) if isinstance(item, str)]
    yield from (item for item in allowed if item != value)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, str):
        yield f"{value}x"
        for match in reversed(list(re.finditer(r"[0-9]", value))):
            yield from (value[: match.start()] + digit + value[match.end() :] for digit in "123456789X" if digit != match[0])
        yield from ("2020-05", "05dxps055")  # a month, and another ROR
        yield from (value[:-2] + one + two for one in "0123456789" for two in "0123456789X")  # the last one may be a check digit
    elif isinstance(value, list):
        yield from ([other, *value[1:]] for other in others(value[0], annotation))
    elif isinstance(value, dict):
        yield from ({**value, key: other} for key, item in value.items() for other in others(item))


def filled(model: type[Model], data: Data) -> Data:
    """The data of a model with what it cannot be without, at each level."""
    made = {**NEEDED.get(model.__name__, {}), **data}
    for key, field in fields_of(model).items():
        if field.required and key not in made:
            made[key] = about(field.type).example  # type: ignore[union-attr]
        inner, _ = nested_model(field.type)
        if inner and key in data:
            value = made[key]
            made[key] = [whole(inner, item) for item in value] if isinstance(value, list) else whole(inner, value)
    return made


def whole(model: type[Model], data: Any) -> Any:
    return filled(model, data) if isinstance(data, dict) else data


def valid_cases(model: type[Model]) -> dict[str, tuple[Data, Data]]:
    """The first valid change of each field."""
    made: dict[str, tuple[Data, Data]] = {}
    wanted = set()
    for path, old, new in cases(model):
        wanted.add(path)
        if path not in made:
            pair = filled(model, old), filled(model, new)
            if pair[0] != pair[1] and not any(convert(model, data)[1] for data in pair):
                made[path] = pair
    assert wanted - set(made) <= PAIRED, wanted - set(made)
    return made


def diff(tmp_path: Path, old: Data, new: Data, view: str = "whole") -> tuple[RenderResult, bool]:
    for image in ("engine.png", "engine.pngx"):
        Image.new("L", (2, 2)).save(tmp_path / image, "PNG")
    loaded = []
    for name, data in (("old", old), ("new", new)):
        path = tmp_path / f"{name}.yaml"
        views = {"whole": VIEW, **data.get("views", {})}
        path.write_text(json.dumps({"person": {"name": "Ada Example"}, **data, "views": views}), "utf-8")
        loaded.append(load_profile(path))
    return render_diff(RenderRequest(profile=str(path), targets=("txt",), view=view), *loaded)


def bare(text: str) -> str:
    """Letters and digits; styles print addresses without their scheme, too."""
    return "".join(re.findall(r"[^\W_]+", re.sub(r"\bhttps?://(www\.)?", "", text))).casefold()


def words(value: Any) -> Iterator[str]:
    """The texts within data; of dates, which styles write in words, the year."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from words(item)
    elif isinstance(value, str):
        yield value[:4] if re.fullmatch(r"\d{4}-\d\d(-\d\d)?", value) else bare(value)


def untold(tmp_path: Path, old: Data, new: Data) -> list[str]:
    """What the text of the differences does not say of what was and what is; `not-shown` if a warning names it as well."""
    result, differs = diff(tmp_path, old, new)
    text = bare(result[0].content.decode().partition("\n\n")[2])
    changed = set(words(old)) ^ set(words(new))
    notes = [problem.code for problem in result.warnings if problem.code == "not-shown"]
    return [*notes, *(word for word in changed if word not in text)] if differs else ["nothing"]


@pytest.mark.parametrize(
    "collection", [name if name == "awards" else pytest.param(name, marks=pytest.mark.slow) for name in KINDS]
)
def test_each_field_of_each_kind_is_told(collection: str, tmp_path: Path) -> None:
    found = valid_cases(KINDS[collection].model)
    assert len(found) > 40
    lost = {}
    for path, pair in found.items():
        old, new = ({collection: [{"title": "Own", "entries": [data]} if collection == "custom" else data]} for data in pair)
        if missing := untold(tmp_path, old, new):
            lost[path] = missing
    assert lost == {}


def test_each_field_of_a_custom_section_is_told(tmp_path: Path) -> None:
    found = valid_cases(CustomSection)
    assert {"title", "id", "kind", "text", "highlights.tags", "columns", "rows"} <= set(found)
    texts = {path: untold(tmp_path, *({"custom": [{"text": "Kept", **data}]} for data in pair)) for path, pair in found.items()}
    assert {path: missing for path, missing in texts.items() if missing} == {}


def test_each_field_of_the_person_is_told(tmp_path: Path) -> None:
    found = {path: pair for path, pair in valid_cases(Owner).items() if not path.startswith("photo")}
    assert {"name", "headline", "phones.value", "orcid", "variants", "credentials", "birthdate.value"} <= set(found)
    texts = {path: untold(tmp_path, *({"person": data} for data in pair)) for path, pair in found.items()}
    assert {path: missing for path, missing in texts.items() if missing} == {}


@pytest.mark.parametrize("collection", [name for name in KINDS if name != "custom"])
def test_what_is_private_is_named_and_not_shown(collection: str, tmp_path: Path) -> None:
    model = KINDS[collection].model
    old, new = ({**filled(model, {"note": note, "private": True})} for note in ("secretold", "secretnew"))
    shown = {"awards": [{"title": "Shown", "date": date} for date in ("2019", "2020")]} if collection != "awards" else {}
    for view in ("full", "whole"):
        result, differs = diff(tmp_path, {collection: [old], **shown}, {collection: [new], **shown}, view=view)
        text = result[0].content.decode()
        assert differs is (view == "whole")
        assert ("secretnew" in text and "secretold" in text) is differs
        notes = [problem.message for problem in result.warnings if problem.code == "not-shown"]
        assert len(notes) == (not differs) and all(f"{collection}[0]" in note and "secret" not in note for note in notes)


NOT_ENTRIES: list[tuple[str, Any, Any]] = [
    ("person.phones", [{"value": "+1 555 0100", "private": True}], [{"value": "+1 555 0101", "private": True}]),
    ("person.birthdate", "1985-12-10", "1985-12-11"),
    ("people[0].affiliation", [{"name": "C. Sample", "affiliation": "U"}], [{"name": "C. Sample", "affiliation": "V"}]),
    ("narratives.plan", {"plan": "One."}, {"plan": "Two."}),
    ("metrics[0].value", *([{"name": "h", "value": value, "source": "S", "date": "2026"}] for value in ("41", "42"))),
    ("updated", "2025", "2026"),
    ("style", "lab", "classic"),
    ("bio.de", {"en": "Same.", "de": "Alt."}, {"en": "Same.", "de": "Neu."}),
    ("awards[0].title.de", [{"title": {"en": "Prize", "de": "Alt"}}], [{"title": {"en": "Prize", "de": "Neu"}}]),
]


@pytest.mark.parametrize(("field", "old", "new"), NOT_ENTRIES, ids=[field for field, _, _ in NOT_ENTRIES])
def test_what_the_view_does_not_show_is_named(field: str, old: Any, new: Any, tmp_path: Path) -> None:
    name = re.split(r"[.\[]", field)[0]
    inner = field.split(".")[1] if name == "person" else ""
    data = ({name: {"name": "Ada Example", inner: value} if inner else value} for value in (old, new))
    result, differs = diff(tmp_path, *data, view="full")
    (note,) = (problem for problem in result.warnings if problem.code == "not-shown")
    assert not differs and f": {field}" in note.message


def test_an_anonymous_view_names_no_id(tmp_path: Path) -> None:
    entry = {"type": "book", "title": "Engines", "authors": ["Ada Example"], "date": "2020"}
    views = {"anon": {"extends": "full", "anonymous": True}}
    old, new = ({"publications": [{**entry, "id": f"example2020{word}"}], "views": views} for word in ("old", "new"))
    result, differs = diff(tmp_path, old, new, view="anon")
    assert not differs and "example2020" not in result[0].content.decode()
    assert [problem.code for problem in result.warnings] == ["not-shown"]
