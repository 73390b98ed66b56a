"""The description and the example of each key: all are there, and each example is what its key takes."""

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import jsonschema
import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.load.reader import parse
from cvrender.model.annotations import About, about, in_flow_style
from cvrender.model.base import Model, fields_of
from cvrender.model.convert import _reader
from cvrender.model.json_schema import json_schema
from cvrender.model.view import View
from cvrender.run.schemas import FILES, schema_of

ROOT = Path(__file__).parents[2]


def models_in(annotation: Any) -> Iterator[type[Model]]:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
    for part in get_args(annotation):
        yield from models_in(part)


def all_models() -> dict[str, type[Model]]:
    """Every model of every kind of file, by name."""
    models: dict[str, type[Model]] = {}
    left = [View, *(getattr(import_module(f"cvrender.{module}"), name) for module, name in FILES.values())]
    while left:
        model = left.pop()
        if model.__name__ not in models:
            models[model.__name__] = model
            left += [part for field in fields_of(model).values() for part in models_in(field.type)]
    return models


def test_all_models_are_looked_at() -> None:
    assert len(all_models()) > 50 and sum(len(fields_of(model)) for model in all_models().values()) > 400


def wrong_in(key: str, annotation: Any) -> Iterator[str]:
    """What is wrong with the description and the example of a key."""
    described = about(annotation)
    if not described:
        yield f"{key}: declare it in Annotated[…, About(…, …)]"
        return
    if len(described.text) >= 160 or "\n" in described.text:
        yield f"{key}: its description is too long"
    faults: list[Any] = []
    _reader(annotation)(described.example, [], faults)
    yield from (f"{key}: {fault}" for fault in faults)
    if parse(f"{key}: {described.yaml}".encode(), "a.yaml").data != {key: described.example}:
        yield f"{key}: {described.yaml} is not its example"


@pytest.mark.parametrize("model", all_models().values(), ids=all_models())
def test_each_key_has_a_description_and_a_valid_example(model: type[Model]) -> None:
    assert [fault for key, field in fields_of(model).items() for fault in wrong_in(key, field.type)] == []


def test_a_key_without_a_description_or_with_a_wrong_example_is_found() -> None:
    assert [
        len(list(wrong_in("x", annotation))) for annotation in (str, Annotated[Literal["on"], About("A switch.", "one")])
    ] == [1, 1]
    assert len(list(wrong_in("x", Annotated[str, About("A" * 160, "b")]))) == 1


@pytest.mark.parametrize("model", all_models().values(), ids=all_models())
def test_each_example_fits_the_schema(model: type[Model]) -> None:
    schema = json_schema(model)
    for part in schema["properties"].values():
        (example,) = part["examples"]
        jsonschema.Draft202012Validator({**part, "$defs": schema["$defs"]}).validate(example)


@pytest.mark.parametrize("file", FILES)
def test_every_property_of_every_schema_is_described(file: str) -> None:
    schema = json.loads(CliRunner().invoke(main, ["schema", "--for", file]).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    parts = [schema, *schema["$defs"].values()]
    properties = [(name, value) for part in parts for name, value in part.get("properties", {}).items()]
    assert properties
    assert not [name for name, value in properties if not value.get("description") or not value.get("examples")]


@pytest.mark.parametrize(
    ("file", "pattern"),
    [
        ("profile", "profiles/*.yaml"),
        ("view", "src/cvrender/load/views/*.yaml"),
        ("style", "styles/*/style.yaml"),
        ("terms", "styles/plain/terms/*.yaml"),
        ("build", "cvrender.yaml"),
    ],
)
def test_the_files_of_this_project_fit_their_schema(file: str, pattern: str) -> None:
    validator = jsonschema.Draft202012Validator(schema_of(file))
    paths = sorted(ROOT.glob(pattern))
    assert paths
    for path in paths:
        assert [error.message for error in validator.iter_errors(parse(path.read_bytes(), str(path)).data)] == [], path


def test_the_schema_of_a_profile_checks_its_views() -> None:
    validator = jsonschema.Draft202012Validator(schema_of("profile"))
    profile = {"person": {"name": "A"}, "views": {"short": {"sections": ["education"], "pages": 2}}}
    assert validator.is_valid(profile)
    profile["views"] = {"short": {"sectoins": ["education"]}}
    assert not validator.is_valid(profile)


def test_the_reference_is_what_the_command_prints() -> None:
    printed = CliRunner().invoke(main, ["schema", "--markdown"]).stdout
    assert (ROOT / "docs/profile.md").read_text("utf-8") == printed


@pytest.mark.parametrize(
    ("data", "yaml"),
    [
        ("a b", "a b"),
        ("a, b", "a, b"),
        ("*", '"*"'),
        ("a: b", '"a: b"'),
        ('say "x"', '"say \\"x\\""'),
        (["a, b", True], '["a, b", true]'),
        ({"a": ["b"], "c": "#1"}, '{a: [b], c: "#1"}'),
        ("{{ x }}", '"{{ x }}"'),
        ("", '""'),
    ],
)
def test_an_example_is_written_as_yaml(data: object, yaml: str) -> None:
    assert in_flow_style(data) == yaml
    assert parse(f"k: {yaml}".encode(), "a.yaml").data == {"k": data}
