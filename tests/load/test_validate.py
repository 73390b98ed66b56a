"""Test validation: each kind of mistake is reported at its line and column, in words that help."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cvrender.load.reader import Source, load
from cvrender.load.validate import validate
from cvrender.model.csl import CSL_TYPES
from cvrender.model.json_schema import json_schema
from cvrender.model.profile import Profile

Problems = Callable[[str], list[str]]
TOP_LEVEL = (
    "schema person bio interests news positions education publications systems patents talks teaching advising "
    "awards grants service press memberships skills languages references custom views"
).split()
FORMS = "write 2016, 2016-10, 2016-10-03, present, or a range such as 2016/2018 or 2018/"
ADA = "person: {name: Ada}\n"


def after(prefix: str, lines: list[str]) -> list[str]:
    """The lines without what stands before each message; all of them must have it."""
    assert all(line.startswith(prefix) for line in lines), lines
    return [line.removeprefix(prefix) for line in lines]


def test_the_smallest_profile_is_good(profile_of: Callable[[str], Profile]) -> None:
    profile = profile_of("person: {name: Ada}")
    assert profile.person.name == "Ada" and profile.publications == () and profile.language == "en"


def test_every_profile_here_is_good(profiles_dir: Path) -> None:
    profiles = sorted(profiles_dir.glob("*.yaml"))
    assert len(profiles) >= 5
    for path in profiles:
        assert validate(load(path)).person.name


def test_all_problems_are_found_at_once_and_sorted_by_line(problems_of: Problems) -> None:
    yaml = """\
positions: [{organization: A, start: 2019, end: 2018}]
publications:
  - title: The Analytical Engine
    vneue: Taylor
    authors: Ada Lovelace
    type: article
    date: 2019-13-45
  - {title: The analytical engine, authors: [A], type: article, date: 2019}
posittions: []
bio: ""
person:
  emial: ada@example.org
"""
    assert problems_of(yaml) == [
        "ada.yaml:1:13: error: positions[0]: range ends (2018) before it begins (2019)",
        'ada.yaml:4:5: error: publications[0].vneue: unknown key; did you mean "venue"?',
        "ada.yaml:5:14: error: publications[0].authors: should be a list; write authors: [Ada Lovelace]",
        'ada.yaml:7:11: error: publications[0].date: not a valid date: "2019-13-45" (there is no month 13)',
        "ada.yaml:8:5: error: publications[1]: duplicate of publications[0]: same title, year and type; "
        "remove one, or add a note to distinguish them",
        'ada.yaml:9:1: error: posittions: unknown key; did you mean "positions"?',
        "ada.yaml:10:6: error: bio: is empty; fill it in, or remove the key",
        'ada.yaml:12:3: error: person.emial: unknown key; did you mean "emails"?',
        'ada.yaml:12:3: error: person: missing key "name"; write, for example, name: Ada Example',
    ]


@pytest.mark.parametrize(
    ("yaml", "line"),
    [
        ("awrads: []", 'ada.yaml:2:1: error: awrads: unknown key; did you mean "awards"?'),
        ("honors: []", '2:1: error: honors: unknown key; did you mean "awards"?'),
        ("certificates: []", '2:1: error: certificates: unknown key; did you mean "certifications"?'),
        ("publications: [{title: a, authors: [A], type: book, booktitle: b}]", 'booktitle: unknown key; did you mean "venue"?'),
        (
            "custom: [{title: a, entries: [{title: b, sumary: c}]}]",
            "2:42: error: custom[0].entries[0].sumary: unknown key; did you",
        ),
        (
            "positions: [{organization: A, roles: [{titel: x, title: y}]}]",
            'positions[0].roles[0].titel: unknown key; did you mean "title"?',
        ),
        (
            "awards: [{title: a, highlights: [b, {text: c, highlights: [{txt: d, text: e}]}]}]",
            '].txt: unknown key; did you mean "text"?',
        ),
        ("service: [{role: a, venue: {name: b, shrot: c}}]", 'service[0].venue.shrot: unknown key; did you mean "short"?'),
        (
            "press: [{outlet: a, title: b, links: [{url: 'https://a.b', lable: c}]}]",
            '.links[0].lable: unknown key; did you mean "label"?',
        ),
        (
            "grants: [{title: a, investigators: [{name: b, equl: true}]}]",
            '.investigators[0].equl: unknown key; did you mean "equal"?',
        ),
        ("style: {name: classic, option: {}}", 'style.option: unknown key; did you mean "options"?'),
    ],
)
def test_an_unknown_key_is_named_at_its_own_place_with_the_nearest_known_one(problems_of: Problems, yaml: str, line: str) -> None:
    (problem,) = problems_of(ADA + yaml)
    assert line in problem
    key = re.search(r"(\w+): unknown key", problem)
    assert key and f":2:{yaml.index(key[1]) + 1}: " in problem


@pytest.mark.parametrize(
    ("yaml", "line"),
    [
        (
            "bio: {Worked on that: a lot}",
            ':2:6: error: bio: is read as a mapping, because it contains ": "; put the text in quotes: ',
        ),
        (
            "awards: [{title: a, highlights: [{Replaced batch: faster}]}]",
            'highlights[0]: is read as a mapping, because it contains ": "; put the text in quotes: "Replaced batch: faster"',
        ),
        ("publications: [{title: a, authors: [A], type: phdthesis}]", '"phdthesis" is not a CSL type; write "thesis"'),
        ("publications: [{title: a, authors: [A], type: Journal Article}]", 'a CSL type; write "article-journal"'),
    ],
)
def test_what_is_meant_is_said(yaml: str, line: str, problems_of: Problems) -> None:
    (problem,) = problems_of(ADA + yaml)
    assert line in problem


@pytest.mark.parametrize(
    ("yaml", "said"),
    [
        ("awards: {title: a}", "2:9: error: awards: should be a list"),
        ("teaching: a", "2:11: error: teaching: should be a list"),
        ("teaching: ['a, b']", '2:12: error: teaching[0]: should be a mapping; write {role: "a, b"}'),
        ("bar_fees: a", '2:1: error: bar_fees: unknown key; write a section of your own: custom: [{title: Bar fees, text: "…"}]'),
        (
            "awards: [{title: a, juror: b}]",
            '2:21: error: awards[0].juror: unknown key; what has no key belongs in "note" or "highlights"; '
            "available: break, date, end, fields, highlights, id, images, issuer, keep, links, location, note, "
            "privacy, private, rank, sources, "
            "start, tags, title, url",
        ),
        ("awards: [~]", "2:10: error: awards[0]: should be a mapping"),
        ("awards: [{title: [a]}]", "2:18: error: awards[0].title: should be text, but is a list"),
        ("awards: [{title: true}]", "2:18: error: awards[0].title: should be text, but is a boolean"),
        ("awards: [{date: 2020}]", '2:10: error: awards[0]: missing key "title"'),
        ("awards: [{title: }]", "2:18: error: awards[0].title: should not be empty"),
        ("awards: [{title: a, private: yes}]", "2:30: error: awards[0].private: should be true or false; write true"),
        ("awards: [{title: a, tags: b}]", "2:27: error: awards[0].tags: should be a list; write tags: [b]"),
        (
            "custom: [{title: a, kind: talkss}]",
            '2:27: error: custom[0].kind: unknown kind of entry "talkss"; did you mean "talks"?',
        ),
        ("views: [a]", "2:8: error: views: should be a mapping"),
        ("schema: 2", "2:9: error: schema: should be 1"),
        ("engine: tectonic", "2:9: error: engine: should be one of: embedded, pdflatex, xelatex, lualatex"),
        ("language: en_US", '2:11: error: language: "en_US" is not a language code; write a code such as en, de, zh or pt-BR'),
        ("updated: 2020-02-30", '2:10: error: updated: not a valid date: "2020-02-30" (the month has 29 days)'),
        ("education: [{field: a}]", "2:13: error: education[0]: needs at least one of: institution, degree"),
        ("talks: [{role: a}]", "2:9: error: talks[0]: needs at least one of: title, topic, event, organization"),
        (
            "bio: {en: a, deutsch: b}",
            '2:6: error: bio: "deutsch" is not a language code; write a code such as en, de, zh or pt-BR',
        ),
        ("bio: {en: }", "2:6: error: bio: should be text, but is empty"),
        ("interests: [a, '  ']", "2:16: error: interests[1].text: is empty; fill it in, or remove the key"),
    ],
)
def test_a_bad_value_is_named_at_its_place(problems_of: Problems, yaml: str, said: str) -> None:
    (problem,) = problems_of(ADA + yaml)
    assert problem.partition("; write, for example")[0] == f"ada.yaml:{said}"


@pytest.mark.parametrize(
    ("yaml", "example"),
    [
        ("person: {emails: [{label: work}]}", "value: ada@example.org"),
        ("person: {name: A, variants: {a: b, c: d}}", "variants: [A. Example]"),
        ("awards: [{title: a, tags: {b: c}}]", "tags: [selected]"),
        ("awards: [{date: 2020}]", "title: Medal of Examples"),
        ("languages: {German: C1}", "languages: [{language: German, level: C1, listening: C1, date: 2021-09}]"),
        ("publications: [{title: a, type: book}]", "authors: [Ada Example, {name: Charles Sample, equal: true}]"),
    ],
)
def test_a_value_of_the_wrong_shape_is_answered_with_an_example(problems_of: Problems, yaml: str, example: str) -> None:
    told = problems_of((ADA if "person" not in yaml else "") + yaml)
    assert any(problem.endswith(f"; write, for example, {example}") for problem in told), told


@pytest.mark.parametrize(
    ("time", "said"),
    [
        ("date: 2019-13", ':17: error: awards[0].date: not a valid date: "2019-13" (there is no month 13)'),
        ("date: 2019-02-30", ':17: error: awards[0].date: not a valid date: "2019-02-30" (the month has 28 days)'),
        ("date: 2019-13-45", ':17: error: awards[0].date: not a valid date: "2019-13-45" (there is no month 13)'),
        ("date: 2020/2019", ":17: error: awards[0].date: range ends (2019) before it begins (2020)"),
        ("date: [2020, soon]", f':17: error: awards[0].date: not a valid date: "soon"; {FORMS}'),
        ("date: true", ":17: error: awards[0].date: should be text, but is a boolean"),
        ("start: 2020, end: 2019", ":10: error: awards[0]: range ends (2019) before it begins (2020)"),
        (
            "start: present",
            ':18: error: awards[0].start: not a valid date: "present"; write a date such as 2016-10; '
            'only "end" and "date" can be "present"',
        ),
        ("date: 2020, start: 2019", ':10: error: awards[0]: has both "date" and "start" or "end"; keep one of the two'),
        ("date: 2020, end: present", ':10: error: awards[0]: has both "date" and "start" or "end"; keep one of the two'),
    ],
)
def test_a_bad_time_is_named(problems_of: Problems, time: str, said: str) -> None:
    (problem,) = problems_of(f"{ADA}awards: [{{{time}, title: a}}]")
    assert problem.partition("; write, for example")[0] == f"ada.yaml:2{said}"


@pytest.mark.parametrize(
    ("contact", "said"),
    [
        ("emails: [ada]", '.emails[0]: "ada" is not an e-mail address'),
        ("emails: [ada@localhost]", '.emails[0]: "ada@localhost" is not an e-mail address'),
        ("emails: [{value: a b@c.org}]", '.emails[0]: "a b@c.org" is not an e-mail address'),
        ("emails: [{label: work}]", '.emails[0]: missing key "value"'),
        ("emails: ada@example.org", ".emails: should be a list; write emails: [ada@example.org]"),
        (
            "links: [example.org]",
            '.links[0].value: "example.org" is not a link; write the full address, such as https://example.org/page',
        ),
        (
            "links: ['javascript:alert(1)']",
            '.links[0].value: "javascript:alert(1)" is not a link; write the full address, such as htt',
        ),
        ("phones: [{value: 1, privat: true}]", '.phones[0].privat: unknown key; did you mean "private"?'),
        ("location: [Paris]", ".location: should be a mapping"),
        ("photo: {file: a}", ".photo: should be text, but is a mapping"),
    ],
)
def test_a_bad_contact_is_named(problems_of: Problems, contact: str, said: str) -> None:
    (problem,) = problems_of(f"person: {{name: Ada, {contact}}}")
    assert f"error: person{said}" in problem


def test_a_contact_is_a_text_or_a_mapping(profile_of: Callable[[str], Profile]) -> None:
    person = profile_of(
        "person: {name: Ada, location: London, emails: [a@b.org, {value: c@d.org, label: {en: Work}, private: true}], "
        "phones: ['+44 1', {value: 007}], links: ['https://a.org']}"
    ).person
    assert person.location and person.location.value == "London"
    assert [(e.value, e.private) for e in person.emails] == [("a@b.org", False), ("c@d.org", True)]
    assert [p.value for p in person.phones] == ["+44 1", "007"] and person.links[0].value == "https://a.org"


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("\\x07", "control"),
        ("\\u200b", "invisible"),
        ("\\u202e", "invisible"),
        ("\\uE000", "private-use"),
        ("\\u0378", "unassigned"),
    ],
)
@pytest.mark.parametrize("place", ["person.name", "awards[0].highlights[1].text", "bio", "publications[0].authors[0].name"])
def test_a_character_that_nobody_sees_is_named_with_its_field(problems_of: Problems, written: str, kind: str, place: str) -> None:
    text = f'"a{written}b"'
    yaml = {
        "person.name": f"person: {{name: {text}}}",
        "awards[0].highlights[1].text": f"{ADA}awards: [{{title: a, highlights: [b, {text}]}}]",
        "bio": f"{ADA}bio: {{en: {text}}}",
        "publications[0].authors[0].name": f"{ADA}publications: [{{title: a, type: article, authors: [{text}]}}]",
    }[place]
    code = f"U+{int(written[2:], 16):04X}"
    (problem,) = problems_of(yaml)
    assert problem.endswith(f"error: {place}: contains the {kind} character {code}; remove it")


def test_every_csl_type_is_known_and_no_other(problems_of: Problems) -> None:
    work = ADA + "publications: [{title: a, authors: [Ada], type: %s}]"
    assert len(CSL_TYPES) > 40 and not [kind for kind in CSL_TYPES if problems_of(work % kind)]
    for kind in ("conference", "Article", "paper_conference", "[article]", "~"):
        assert len(problems_of(work % kind)) == 1


def test_an_acceptance_does_not_contradict_itself(problems_of: Problems) -> None:
    work = ADA + "publications: [{title: a, authors: [Ada], type: article, acceptance: %s}]"
    prefix = "ada.yaml:2:70: error: publications[0].acceptance: "
    assert problems_of(work % "25%") == problems_of(work % "{accepted: 50, submitted: 272}") == []
    assert after(prefix, problems_of(work % "{accepted: 5, submitted: 3}")) == ["more accepted than submitted"]
    assert after(prefix, problems_of(work % "{accepted: 5}")) == ['needs both "accepted" and "submitted", or neither']
    assert after(prefix, problems_of(work % "{}")) == ['needs "rate", or "accepted" and "submitted"']
    (problem,) = problems_of(work % "{accepted: 0, submitted: 3}")
    assert problem.endswith("publications[0].acceptance.accepted: should be at least 1")
    (problem,) = problems_of(work % "{accepted: some, submitted: 3}")
    assert problem.endswith("publications[0].acceptance.accepted: should be a whole number; write, for example, accepted: 50")


def test_the_same_work_twice_is_an_error_but_other_works_are_not(problems_of: Problems) -> None:
    def twice(first: str, second: str) -> list[str]:
        return problems_of(f"{ADA}publications:\n  - {{authors: [A], {first}}}\n  - {{authors: [A], {second}}}\n")

    work = "title: On Engines, type: article, date: 1843"
    said = "duplicate of publications[0]: same title, year and type; remove one, or add a note to distinguish them"
    for other in (work, work.lower(), "title: '  On  engines', type: article, date: 1843-10"):
        assert twice(work, other) == [f"ada.yaml:4:5: error: publications[1]: {said}"]
    for other in ("title: On Motors, type: article, date: 1843", "title: On Engines, type: report, date: 1843"):
        assert twice(work, other) == []
    assert twice(work, "title: On Engines, type: article, date: 1844") == twice(work, work + ", note: second edition") == []


def test_the_authors_own_keys_are_allowed_everywhere(profile_of: Callable[[str], Profile]) -> None:
    own = "x-note: {any: [thing, 1]}"
    profile = profile_of(
        f"{own}\nperson: {{name: Ada, {own}, emails: [{{value: a@b.org, {own}}}]}}\nstyle: {{name: classic, {own}}}\n"
        f"publications: [{{title: a, authors: [{{name: Ada, {own}}}], type: article, venue: {{name: b, {own}}}, {own}}}]\n"
        f"awards: [{{title: a, {own}, highlights: [{{text: b, {own}}}], links: [{{url: 'https://a.b', {own}}}]}}]\n"
    )
    assert "thing" not in repr(profile)


def test_a_key_without_a_value_is_as_good_as_no_key(profile_of: Callable[[str], Profile]) -> None:
    assert profile_of(f"{ADA}bio:\nnews: ~\nawards: [{{title: a, note: , date: null}}]") == profile_of(
        f"{ADA}awards: [{{title: a}}]"
    )


# The JSON Schema, for editors


def as_editors_read(value: Any) -> Any:
    """Our reader's data as a YAML 1.2 editor sees it: whole numbers are numbers."""
    if isinstance(value, dict):
        return {key: as_editors_read(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_editors_read(item) for item in value]
    return int(value) if isinstance(value, str) and re.fullmatch(r"[1-9]\d*", value) else value


@pytest.fixture(scope="module")
def schema() -> jsonschema.Draft202012Validator:
    schema = json.loads(json.dumps(json_schema(Profile)))
    return jsonschema.Draft202012Validator(schema)


def test_the_schema_has_every_top_level_key(schema: jsonschema.Draft202012Validator) -> None:
    assert set(TOP_LEVEL) <= set(schema.schema["properties"])
    assert schema.schema["required"] == ["person"] and schema.schema["additionalProperties"] is False


def test_the_schema_gives_no_key_the_default_of_another(schema: jsonschema.Draft202012Validator) -> None:
    assert schema.schema["properties"]["language"]["default"] == "en"
    assert json.dumps(schema.schema).count('"default": "en"') == 1


@pytest.mark.slow
def test_editors_accept_what_we_accept(schema: jsonschema.Draft202012Validator, profiles_dir: Path) -> None:
    profiles = [load(path).data for path in profiles_dir.glob("*.yaml")]
    assert len(profiles) >= 5
    profiles += [
        {"schema": "1", "x-own": 1, "person": {"name": "Ada", "variants": "A. L.", "location": "London", "x-own": 1}},
        {"person": {"name": "A"}, "bio": {"en": "a"}, "style": "classic", "awards": [{"title": "a", "date": ["2018", "2019"]}]},
    ]
    for data in profiles:
        validate(Source("a.yaml", data, {}, {}))
        assert [f"{e.json_path}: {e.message}" for e in schema.iter_errors(as_editors_read(data))] == []


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"person": {"name": "A"}, "x": 1},
        {"person": {"name": "A", "emial": "x"}},
        {"person": {"name": "A"}, "publications": [{"title": "a", "authors": [], "type": "paper"}]},
        {"person": {"name": "A"}, "talks": ["a"]},
        {"person": {"name": "A"}, "awards": [{"title": "a", "private": "yes"}]},
    ],
)
def test_editors_refuse_what_we_refuse(
    schema: jsonschema.Draft202012Validator, data: dict[str, Any], problems_of: Problems
) -> None:
    assert list(schema.iter_errors(data))
