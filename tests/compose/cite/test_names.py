"""Test that the owner is bold, exactly, in the words of every citation style."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from cvrender.compose.cite.cite import cite
from cvrender.compose.cite.people import places
from cvrender.load.library import BUILT_IN, find_style, find_terms
from cvrender.load.library.citation_styles import KIND, CitationChoice, find_citation_style
from cvrender.model.dates import PartialDate
from cvrender.model.fields import Author, Person, Venue
from cvrender.model.kinds import Publication
from cvrender.model.name_parts import Name
from cvrender.model.names import owner_names, with_family_names
from cvrender.model.profile import Owner, Profile
from cvrender.model.text import Text, join
from cvrender.model.view import AuthorLimit, EntryGroup, SelectedEntry, SelectedSection, Selection
from cvrender.text.localize import Wording

STYLES = BUILT_IN.names(KIND)
OWNERS = {
    "Cong Xie": ("Cong Xie", ("C. Xie",), "xie c"),
    "van der Berg": ("Jan van der Berg", (), "berg j"),
    "hyphen": ("Chin-Bing Xie", ("C.-B. Xie",), "xie c b"),
    "Chinese": ("谢聪", (), "谢聪"),
    "Japanese with a space": ("佐藤 由紀子", (), "佐藤由紀子"),
    "Korean with a space": ("김 철수", (), "김철수"),
    "Chinese with a space": ("谢 聪", (), "谢聪"),
    "Hungarian": ("Bartók Béla", ("Bartók, B.",), "bartók b"),
    "Vietnamese": ("Nguyễn Văn An", (), "nguyễn v a"),
    "two words": ("Gabriel García Márquez", ("García Márquez, G.",), "garcía márquez g"),
}
FAMILY_FIRST = ("佐藤 由紀子", "谢聪", "谢 聪", "김 철수", "Bartók Béla", "Nguyễn Văn An")


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
    works = list(with_family_names(Profile(person=owner, publications=tuple(works))).publications)
    entries = tuple(SelectedEntry(f"publications[{index}]", item) for index, item in enumerate(works))
    limit = AuthorLimit(max=most) if most else None
    section = SelectedSection("publications", "publications", groups=(EntryGroup("", entries),), authors=limit)
    choice = CitationChoice(find_citation_style(style, Path("nowhere")), "name")
    result, notes = cite(Selection("v", "en", Profile(person=owner), (section,)), lambda _: choice, wording)
    assert [note for note in notes if note.severity == "error"] == []
    return [join((item.cited.text, item.cited.extra), " ") for item in result.sections[0].entries if item.cited]


BOLD_BY_STYLES = {"2021", "Journal of Examples", "On Xie and the Xie Process of Berg, C. Xie", "Example, A. and Others"}


def bold(text: Text) -> list[str]:
    return [span.text for span in text.spans if span.bold and not span.text.isdigit() and span.text not in BOLD_BY_STYLES]


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
            names = bold(text)
            assert len(names) == 1, (style, name, text.plain, names)
            family, *given = expected.split()
            assert family in letters(names[0]) | {names[0].strip()}, (style, names)
            assert all(any(word.startswith(part) or part in word for word in letters(names[0])) for part in given), (style, names)
            assert not letters(names[0]) & {"wei", "sample", "anna", "process"}, (style, names)
            assert not any(char >= "\U000f0000" for char in text.plain)
            if name in FAMILY_FIRST:
                assert names[0].casefold().startswith(family) and "由紀子佐藤" not in text.plain, (style, text.plain)


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
        (names,) = bold(text)
        if "Adatrans" in text.plain:  # SIST 02 has no space before a label
            continue
        assert {"example", "a"} <= {"a" if word == "ada" else word for word in letters(names)}, (style, text.plain[:200])
        assert not letters(names) & {"bob", "b", "and", "others", "an"}, (style, text.plain[:200])
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


def crowded(owner_at: int, *equal: int) -> Publication:
    """Return a work of twelve authors, of which Ada Example is one, and some have a sign."""
    names = [f"Bo Q{char}x" for char in "abcdefghijkl"]
    names[owner_at] = "Ada Example"
    return work([Author(name=name, equal=index in equal) for index, name in enumerate(names)], title="T")


HIDING = {
    "abnt": "QAX, Bo*; …; EXAMPLE, Ada* et al.",
    "ama": "Qax B*, Qbx B, Qcx B, …, Example A*, et al.",
    "bluebook": "Bo Qax*, …, Ada Example* et al.,",
    "chicago-author-date": "Qax, Bo*, Bo Qbx, Bo Qcx, …, Ada Example*, et al.",
    "din-1505-2": "Qhx, Bo ; … ; Example, Ada* ; et al.:",
    "gb-t-7714-2025": "，…，Example A*，et al.",
    "harvard": "Qax, B.*, …, Example, A.* et al.",
    "ieee": "B. Qax*, …, A. Example* et al.",
    "mla": "Qax, Bo*, …, Ada Example*, et al.",
    "nature": "Qax, B.*, …, Example, A.* et al.",
    "oscola": "Qax B*, …, Example A* and others",
}


def check_hidden(style: str) -> None:
    """Wherever the owner and the signs are, the owner is named, once, in bold, with the sign that belongs to the name."""
    cases = [(at, equal) for at in (0, 1, 4, 10, 11) for equal in ((), (0,), (0, at), (at,), tuple(range(12)))]
    texts = cited(style, Owner(name="Ada Example"), [crowded(at, *equal) for at, equal in cases])
    for (at, equal), text in zip(cases, texts, strict=True):
        (names,) = bold(text)
        assert (names + "*" in text.plain) == (at in equal), (style, at, equal, text.plain)
        assert "**" not in text.plain, (style, text.plain)


@pytest.mark.parametrize("style", ["ieee", "mla"])
def test_the_owner_is_named_before_et_al(style: str) -> None:
    check_hidden(style)


@pytest.mark.slow
@pytest.mark.parametrize("style", [name for name in STYLES if name not in ("ieee", "mla")])
def test_the_owner_is_named_before_et_al_in_every_style(style: str) -> None:
    check_hidden(style)


@pytest.mark.slow
@pytest.mark.parametrize("style", HIDING)
def test_signs_of_names_around_et_al(style: str) -> None:
    (text,) = cited(style, Owner(name="Ada Example"), [crowded(10, 0, 10)])
    plain = text.plain.replace("\u202f", " ")
    assert HIDING[style] in plain


PARTICLES = {
    "abnt": ("VAN DER BERG, Jan", "D’ALEMBERT, Jean", "AL-KHWARIZMI, Ahmed", "DE LA CRUZ, Juan, Jr.", "SAMPLE, Martin, III"),
    "ama": ("van der Berg J", "d’Alembert J", "al-Khwarizmi A", "de la Cruz J Jr.", "Sample M III"),
    "chicago-author-date": (
        "Berg, Jan van der", "Alembert, Jean d’", "Khwarizmi, Ahmed al-", "Cruz, Juan de la, Jr.", "Sample, Martin, III"
    ),
    "ieee": ("J. van der Berg", "J. d’Alembert", "A. al-Khwarizmi", "J. de la Cruz Jr.", "M. Sample III"),
    "mla": ("van der Berg, Jan", "d’Alembert, Jean", "al-Khwarizmi, Ahmed", "de la Cruz, Juan, Jr.", "Sample, Martin, III"),
}  # fmt: skip
NAMES = ("Jan van der Berg", "Jean d’Alembert", "Ahmed al-Khwarizmi", "Juan de la Cruz Jr.", "Martin Sample III")


@pytest.mark.parametrize("style", PARTICLES)
def test_a_name_with_particles_is_bold_as_a_whole(style: str) -> None:
    for name, expected in zip(NAMES, PARTICLES[style], strict=True):
        author = Author(name=name, equal=True)
        texts = cited(style, Owner(name=name), [work([author, "Bo One"]), work([author])])
        for text in texts:
            assert bold(text) == [expected] and f"{expected}*" in text.plain, (style, text.plain)


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
