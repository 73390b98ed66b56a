"""Set every field of every model of a profile by an operation, as a form does, and read it back from the file."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from cvrender.errors import InputError
from cvrender.load.reader import parse
from cvrender.model.annotations import about
from cvrender.model.base import example_of, fields_of
from cvrender.model.kinds import KINDS, CustomSection
from cvrender.model.profile import Owner, Profile
from cvrender.run.edit.document import EditedProfile
from cvrender.run.edit.forms import forms, own_names, reading_of

HEAD = "# mine\nperson: {name: Ada Example} # hers\n"


def texts(value: Any) -> Any:
    """An example as the file's reader reads it: numbers are texts."""
    if isinstance(value, dict):
        return {key: texts(part) for key, part in value.items()}
    return [texts(part) for part in value] if isinstance(value, list) else value if isinstance(value, bool) else str(value)


def cases() -> list[Any]:
    models = {name: CustomSection if name == "custom" else kind.model for name, kind in KINDS.items()}
    return [pytest.param(name, model, id=name) for name, model in {**models, "person": Owner, "": Profile}.items()]


@pytest.mark.parametrize(("name", "model"), cases())
def test_every_field_is_set_and_read_back_and_undone(name: str, model: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "ada.yaml"
    path.write_text(HEAD, "utf-8")
    paths = EditedProfile(path)
    base: list[str | int] = [name, 0] if name in KINDS else [name] if name else []
    if name in KINDS:
        example = {key: texts(value) for key, value in example_of(model).items()}
        paths.change(paths.hash(), {"op": "insert", "path": base, "value": example})
    count = 0
    for key, field in fields_of(model).items():
        described = about(field.type)
        if described is None or key == "include" or (not name and key in KINDS):
            continue
        value = texts(described.example)
        paths.change(paths.hash(), {"op": "set", "path": [*base, key], "value": value})
        data = parse(path.read_bytes(), "x").data
        for part in (*base, key):
            data = data[part]
        assert data == value, key
        count += 1
    assert count >= 8
    assert path.read_text("utf-8").startswith("# mine\n")
    while paths.steps:
        paths.undo(paths.hash())
    assert path.read_text("utf-8") == HEAD


def test_a_form_has_a_control_for_every_declared_field() -> None:
    described = forms()
    for name, kind in KINDS.items():
        model = CustomSection if name == "custom" else kind.model
        shown = described["$defs"][described["properties"][name]["x-model"]]["properties"]
        assert set(shown) == set(fields_of(model))
        assert [key for key, schema in shown.items() if not schema.get("description")] == []


def test_what_most_people_set_is_shown_and_what_few_set_is_under_more() -> None:
    main = {name: forms()["$defs"][name]["x-main"] for name in ("Owner", "Publication")}
    assert {"name", "headline", "emails", "phones", "links"} <= set(main["Owner"]) and "variants" not in main["Owner"]
    usual = {"title", "authors", "type", "venue", "date", "volume", "issue", "page", "doi", "pmid"}
    assert usual <= set(main["Publication"]) and "translators" not in main["Publication"]


LANGUAGES = ["de", "fr", "es", "pt", "zh", "ja", "ar"]


def properties(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The fields of every model, but the collections of a profile."""
    for model in (described, *described["$defs"].values()):
        for key, schema in model.get("properties", {}).items():
            if model is not described or key not in KINDS:
                yield key, schema


def offered(schema: Any) -> set[str]:
    """The words that a field offers."""
    parts = [schema, *schema.get("anyOf", ()), schema.get("additionalProperties", {})]
    return {value for part in parts if isinstance(part, dict) for value in part.get("enum", ()) if isinstance(value, str)}


def quoted(description: str) -> list[str]:
    """The words of the file in a description, which no language changes."""
    return sorted(re.findall("`[^`]*`", description))


FEW = 5
"""How many fields may lack words in a language for a while, when others have added them."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_fields_have_labels_help_and_choices_in_the_languages_of_the_page(language: str) -> None:
    english, described = list(properties(forms("en"))), list(properties(forms(language)))
    labels, choices = forms(language)["labels"], forms(language)["choices"]
    assert [key for key, text in {**labels, **choices}.items() if not (isinstance(text, str) and text)] == []
    assert len({key for key, _ in described} - set(labels)) <= FEW, "these have no label"
    of_programs = {"1", "embedded", "pdflatex", "xelatex", "lualatex"}
    assert set().union(*(offered(schema) for _, schema in described)) - set(KINDS) - of_programs <= set(choices)
    pairs = [(schema["description"], own["description"]) for (_, schema), (_, own) in zip(english, described, strict=True)]
    assert len({said for said, own in pairs if own == said}) <= FEW, "these have no help"
    assert [own for said, own in pairs if quoted(own) != quoted(said)] == [], "words of the file are those of the file"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_kept_that_no_field_has_any_more(language: str) -> None:
    known = {schema["description"] for _, schema in properties(forms("en"))}
    file = files("cvrender").joinpath("run/edit/help", f"{language}.yaml")
    assert len(set(parse(file.read_bytes(), "x").data) - known) <= FEW
    keys = {key for key, _ in properties(forms("en"))}
    assert len({name.rpartition(".")[2] for name in forms(language)["labels"]} - keys) <= FEW
    assert list(forms(language)["choices"]) == list(forms("en")["choices"])


def test_forms_are_english_where_a_language_is_not_known() -> None:
    assert forms("xx") == forms("../de") == forms("en")
    assert "](" not in "".join(schema["description"] for _, schema in properties(forms("en"))), "links"


def test_a_field_tells_how_it_reads_a_text() -> None:
    assert reading_of("Owner", "orcid", "https://orcid.org/0000-0002-1825-0097") == {"reading": "0000-0002-1825-0097"}
    assert "problem" in reading_of("Owner", "orcid", "0000-0002-1825-0098")
    assert reading_of("Award", "date", "2020-05/") == {"reading": "2020-05/"}
    assert reading_of("Position", "end", "soon")["problem"]
    with pytest.raises(InputError):
        reading_of("Owner", "nothing", "x")


def test_own_names_are_found_as_they_are_spelled() -> None:
    works = [{"authors": ["A. Example", {"name": "ADA  EXAMPLE", "equal": True}, "Bob Sample"]}, {"authors": "all"}, "text"]
    data = {"person": {"name": "Ada Example", "variants": ["A. Example"]}, "publications": works}
    assert own_names(data) == ["A. Example", "ADA  EXAMPLE"]
    assert own_names({"person": {"name": []}, "publications": works}) == own_names(None) == []
