"""Test that the owner is bold, exactly, in the words of every citation style."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from cvrender.citations.cite import cite
from cvrender.citations.people import places
from cvrender.compose.localize import Wording
from cvrender.importers.text.names import Name
from cvrender.library import BUILT_IN, find_style, find_terms
from cvrender.library.citation_styles import KIND, CitationChoice, find_citation_style
from cvrender.model.dates import PartialDate
from cvrender.model.fields import Author, Person, Venue
from cvrender.model.kinds import Publication
from cvrender.model.names import owner_names
from cvrender.model.profile import Owner, Profile
from cvrender.model.text import Text, join
from cvrender.model.view import AuthorLimit, EntryGroup, SelectedEntry, SelectedSection, Selection

STYLES = BUILT_IN.names(KIND)
OWNERS = {
    "Cong Xie": ("Cong Xie", ("C. Xie",), "xie c"),
    "van der Berg": ("Jan van der Berg", (), "berg j"),
    "hyphen": ("Chin-Bing Xie", ("C.-B. Xie",), "xie c b"),
    "Chinese": ("谢聪", (), "谢聪"),
    "two words": ("Gabriel García Márquez", ("García Márquez, G.",), "garcía márquez g"),
}


def work(authors: Sequence[str | Author], **more: object) -> Publication:
    data: dict[str, object] = {
        "title": "On Xie and the Xie Process of Berg, C. Xie",
        "type": "article-journal",
        "date": (PartialDate(2021, 3),),
        "venue": Venue(name="Journal of Examples"),
        "volume": "12",
        "page": "101–117",
    }
    data |= {"authors": tuple(Author(name=name) if isinstance(name, str) else name for name in authors), **more}
    return Publication(**data)  # type: ignore[arg-type]


def cited(style: str, owner: Owner, works: list[Publication], most: int | None = None) -> list[Text]:
    terms = find_terms(find_style("plain"), "en")
    wording = Wording("en", terms, "abbreviated", "–", owner_names(owner))
    entries = tuple(SelectedEntry(f"publications[{index}]", item) for index, item in enumerate(works))
    limit = AuthorLimit(max=most) if most else None
    section = SelectedSection("publications", "publications", groups=(EntryGroup("", entries),), authors=limit)
    choice = CitationChoice(find_citation_style(style, Path("nowhere")), "name")
    made, notes = cite(Selection("v", "en", Profile(person=owner), (section,)), lambda _: choice, wording)
    assert [note for note in notes if note.severity == "error"] == []
    return [join((item.cited.text, item.cited.extra), " ") for item in made.sections[0].entries if item.cited]


def bold(text: Text) -> list[str]:
    return [span.text for span in text.spans if span.bold and not span.text.isdigit() and span.text != "2021"]


def letters(text: str) -> set[str]:
    return set("".join(char if char.isalpha() else " " for char in text.casefold()).split())


def check_names(style: str) -> None:
    """One call of pandoc for each style: all owners in one list, each looked for in turn."""
    for name, variants, expected in OWNERS.values():
        owner = Owner(name=name, variants=variants)
        others = ["Wei Xie", "Charles Sample", "Anna Berg", "Cara X. Ielts"]
        orders = [[name, *others[:1]], [others[0], name], [others[2], name, others[1]], [name]]
        texts = cited(style, owner, [work(order) for order in orders])
        assert len(texts) == len(orders)
        for text in texts:
            found = bold(text)
            assert len(found) == 1, (style, name, text.plain, found)
            family, *given = expected.split()
            assert family in letters(found[0]) | {found[0].strip()}, (style, found)
            assert all(any(word.startswith(part) or part in word for word in letters(found[0])) for part in given), (style, found)
            assert not letters(found[0]) & {"wei", "sample", "anna", "process"}, (style, found)
            assert not any(char >= "\U000f0000" for char in text.plain)


def crowd() -> list[str]:
    """Return 3,000 different authors with the owner in their middle."""
    authors = [f"A. Author{chr(97 + index // 676)}{chr(97 + index // 26 % 26)}{chr(97 + index % 26)}" for index in range(3000)]
    authors[1500] = "Ada Example"
    return authors


def check_groups(style: str) -> None:
    """The owner translates, is in a collaboration, edits, and is in the middle of 3,000 authors; a namesake is in the title."""
    book = {"type": "book", "editors": (Author(name="Mary Sample"), Author(name="Ada Example")), "venue": None}
    works = [
        work([], collaboration="ATLAS", including=(Author(name="Ada Example"),), title="Example of an Example"),
        work(["Bob Example", "Ada Example"], collaboration="LHCb"),
        work([], **book, page=None, volume=None),
        work(crowd(), title="Example, A. and Others"),
    ]
    works.insert(
        0, work(["Bob Other"], translators=(Person(name="Mary Sample"), Person(name="Ada Example")), type="book", venue=None)
    )
    texts = cited(style, Owner(name="Ada Example"), works[:4]) + cited(style, Owner(name="Ada Example"), works[4:], most=3)
    texts += cited(style, Owner(name="Ada Example"), works[4:])
    for text in texts:
        (found,) = bold(text)
        assert {"example", "a"} <= {"a" if word == "ada" else word for word in letters(found)}, (style, text.plain[:200])
        assert not letters(found) & {"bob", "b", "and", "others", "an"}, (style, text.plain[:200])
    assert "atlas" in texts[1].plain.casefold() and "lhcb" in texts[2].plain.casefold()


@pytest.mark.parametrize("style", ["ieee", "nature"])
def test_the_owner_is_bold(style: str) -> None:
    check_names(style)


@pytest.mark.slow
@pytest.mark.parametrize("style", [name for name in STYLES if name not in ("ieee", "nature")])
def test_the_owner_is_bold_in_every_style(style: str) -> None:
    check_names(style)


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_the_owner_is_bold_in_groups_in_every_style(style: str) -> None:
    check_groups(style)


def test_a_collaboration_names_its_member() -> None:
    owner = Owner(name="Ada Example")
    works = [
        work([], collaboration="ATLAS", including=(Author(name="Ada Example"),)),
        work(["Ada Example"], collaboration="LHCb"),
    ]
    first, second = cited("apa", owner, works)
    assert first.plain.startswith("ATLAS Collaboration (including Ada Example)") and bold(first) == ["Ada Example"]
    assert "LHCb Collaboration" in second.plain and bold(second) == ["Example, A."]


def test_an_editor_is_bold_before_and_behind_the_title() -> None:
    owner = Owner(name="Ada Example")
    editors = (Author(name="Mary Sample"), Author(name="Ada Example"))
    book = work([], type="book", editors=editors, venue=None, page=None, volume=None)
    for style in ("apa", "ieee", "ama"):
        (text,) = cited(style, owner, [book])
        assert len(bold(text)) == 1 and "Example" in bold(text)[0]
        assert text.plain.find("Sample") < text.plain.casefold().find(" ed", 8) + text.plain.find("(Ed") + 2


@pytest.mark.slow
def test_three_thousand_authors() -> None:
    owner = Owner(name="Ada Example")
    long = work(crowd())
    (nature,), (most,) = cited("nature", owner, [long]), cited("nature", owner, [long], most=3)
    assert nature.plain.startswith("Authoraaa, A., …, Example, A. et al.") and bold(nature) == ["Example, A."]
    assert most.plain.startswith("Authoraaa, A., Authoraab, A., …, Example, A., et al.") and bold(most) == ["Example, A."]
    assert len(cited("acs", owner, [long])[0].plain) > 10_000


def test_signs_follow_the_whole_name() -> None:
    owner = Owner(name="Ada Example")
    authors = (Author(name="Wei B. Xie", equal=True), Author(name="Ada Example", equal=True, corresponding=True))
    for style, start in (("apa", "Xie, W. B.*, & Example, A.*†"), ("ieee", "W. B. Xie* and A. Example*†"), ("ama", "Xie* WB")):
        (text,) = cited(style, owner, [work(authors)])
        assert text.plain.startswith(start) or style == "ama" and text.plain.startswith("Xie WB*, Example A*†"), text.plain


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("Byron, C., Xie\U000f0000, C., and C. Sample", Name("Xie", "Cong"), "Xie, C."),
        ("A. Byron, C. Xie\U000f0000, C. Babbage", Name("Xie", "Cong"), "C. Xie"),
        ("BYRON A, XIE\U000f0000 C B, BERG C", Name("Xie", "Cong-Bing"), "XIE C B"),
        ("Berg\U000f0000, J. van der, & Xie, C.", Name("Berg", "Jan", "van der"), "Berg, J. van der"),
        ("A. Byron and J. van der Berg\U000f0000. Title", Name("Berg", "Jan", "van der"), "J. van der Berg"),
        ("Xie\U000f0000, Cong. “Title”", Name("Xie", "Cong"), "Xie, Cong"),
        ("Xie\U000f0000, C.B. (2020)", Name("Xie", "Cong Bing"), "Xie, C.B."),
        ("C. Xie\U000f0000 Jr. and A. Byron", Name("Xie", "Cong", "", "Jr."), "C. Xie Jr."),
        ("王伟, 谢聪\U000f0000, 李明", Name("谢聪", whole=True), "谢聪"),
    ],
)
def test_a_name_is_widened_to_what_belongs_to_it(text: str, name: Name, found: str) -> None:
    (place,) = places(text, (name,), frozenset({0}))
    assert text[place.start : place.end].replace("\U000f0000", "") == found
