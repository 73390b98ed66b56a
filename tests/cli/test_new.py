"""`cvrender new` in an empty folder: a profile for each field that checks and renders, named after the person."""

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.cli.new import FIELDS, _spoken
from cvrender.load.reader import load
from cvrender.load.validate import validate
from cvrender.model.base import leaves
from cvrender.model.fields import Localized

STARTERS = Path(__file__).parents[2] / "src/cvrender/cli/starters"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_the_fields_are_those_that_are_documented() -> None:
    documented = "architecture medicine humanities engineering physics computer-science teaching bilingual"
    assert set(FIELDS) == set(documented.split())


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_begins_with_a_profile_without_problems(field: str, here: Path) -> None:
    result = call("new", "Jane Doe", "--for", field)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == ["profiles/jane-doe.yaml", "Edit it, then run: cvrender render jane-doe"]
    told = call("check", "jane-doe")
    assert told.exit_code == 0 and "ada@example.org" in told.stderr
    assert {line.partition(": TEXT-PLACEHOLDER: ")[1] for line in told.stderr.splitlines()} == {": TEXT-PLACEHOLDER: "}
    assert call("render", "jane-doe", "--to", "md,txt").exit_code == 0
    text = (here / "profiles/jane-doe.yaml").read_text("utf-8")
    assert "Ada Example" not in text and "A. Example" not in text and "name: Jane Doe" in text
    assert text.count("#") >= 4, "comments explain it"


@pytest.mark.parametrize("field", FIELDS)
def test_a_starting_profile_is_a_profile_itself(field: str) -> None:
    assert validate(load(STARTERS / f"{field}.yaml")).person.name == "Ada Example"


def test_the_schema_that_the_first_line_names_is_there(here: Path) -> None:
    call("new", "jane")
    first = (here / "profiles/jane.yaml").read_text("utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=profile.schema.json"
    schema = json.loads((here / "profiles/profile.schema.json").read_text("utf-8"))
    assert jsonschema.Draft202012Validator(schema).is_valid({"person": {"name": "A"}})


@pytest.mark.parametrize(
    ("name", "stem", "person"),
    [
        ("José Ñandú", "jose-nandu", "José Ñandú"),
        ("周晓明", "周晓明", "周晓明"),
        ("Jörg Großmann", "jorg-grossmann", "Jörg Großmann"),
        ("Łukasz Żółć", "lukasz-zolc", "Łukasz Żółć"),
        ("Øystein Æð", "oystein-aed", "Øystein Æð"),
        ("Đặng Thị Ất", "dang-thi-at", "Đặng Thị Ất"),
        ("O'Brien: X", "o-brien-x", "O'Brien: X"),
        ('Ada "the Countess" L.', "ada-the-countess-l", 'Ada "the Countess" L.'),
        ("grace-hopper", "grace-hopper", "Grace Hopper"),
        ("True", "true", "True"),
        ("Plato", "plato", "Plato"),
    ],
)
@pytest.mark.parametrize("field", ["bilingual", "humanities"])
def test_a_name_is_the_person_and_the_file(name: str, stem: str, person: str, field: str) -> None:
    result = call("new", name, "--for", field)
    assert result.stdout.startswith(f"profiles/{stem}.yaml\n")
    profile = validate(load(Path(f"profiles/{stem}.yaml")))
    assert profile.person.name == person
    assert person in {author.name for work in profile.publications for author in work.authors}


@pytest.mark.slow
def test_the_example_is_the_complete_one(here: Path) -> None:
    assert call("new", "--example").stdout.startswith("profiles/ada-example.yaml\n")
    assert call("check", "ada-example").exit_code == 0
    assert (here / "profiles/ada-example.png").is_file()
    assert call("new", "--example").exit_code == 1
    assert call("new", "--example", "x").exit_code == 2


def test_an_unknown_field_is_wrong_usage() -> None:
    result = call("new", "jane", "--for", "alchemy")
    assert result.exit_code == 2 and "medicine" in result.output


@pytest.mark.parametrize("languages", [["ar", "en"], ["de"], ["zh", "en"], ["pt-BR", "zh-Hant", "en-GB"]])
@pytest.mark.parametrize("field", ["bilingual", "humanities"])
def test_the_texts_of_a_new_profile_are_in_its_languages_only(languages: list[str], field: str) -> None:
    assert call("new", "Jane Doe", "--for", field, "--lang", ",".join(languages)).exit_code == 0
    text = Path("profiles/jane-doe.yaml").read_text("utf-8")
    profile = validate(load(Path("profiles/jane-doe.yaml")))
    assert profile.language == languages[0]
    per_language = [value for _, value in leaves(profile) if isinstance(value, Localized)]
    assert all([code for code, _ in value.texts] == languages for value in per_language)
    assert per_language or field == "humanities" and len(languages) == 1
    assert "艾达" not in text
    assert ("无名大学" in text) == ("zh" in languages and field == "bilingual")
    unknown = [code for code in languages if code not in ("en", "en-GB", "zh"[: 2 * (field == "bilingual")])]
    left = {code for value in per_language for code, said in value.texts if said == "…"}
    assert left == set(unknown if per_language else ())
    if field == "bilingual":
        spoken = [str(item.language.choose(languages[0])) for item in profile.languages]
        assert len(spoken) == len(languages) and "…" not in spoken


def test_a_profile_that_is_not_there_names_the_one_that_is_meant() -> None:
    call("new", "Jörg Großmann")
    told = call("render", "jörg-grossman", "--to", "txt")
    assert told.exit_code == 1
    assert told.stderr == 'profiles/jörg-grossman.yaml: error: file not found; did you mean "jorg-grossmann"?\n'


def test_names_of_languages_begin_lines_with_a_capital() -> None:
    assert "{ru: Русский, fr: Russe, tr: Rusça}" in _spoken(["ru", "fr", "tr"])
