"""Test the icons of contacts: each contact has one, and each target draws it."""

import xml.etree.ElementTree as ElementTree
from urllib.parse import unquote

import pytest

from cvrender.model.contact_line import ContactLine
from cvrender.model.icons import ICONS, drawing, icon_of
from cvrender.model.text import Span, Text
from cvrender.targets.html.icons import icon_rules
from cvrender.targets.tex.icons import icon_drawings


@pytest.mark.parametrize(
    ("kind", "href", "icon"),
    [
        ("email", "mailto:ada@github.com", "email"),
        ("phone", "tel:+15550100", "phone"),
        ("location", "", "location"),
        ("link", "https://github.com/ada", "github"),
        ("link", "https://de.linkedin.com/in/ada", "linkedin"),
        ("link", "https://notgithub.com/ada", "link"),
        ("link", "https://ada.github.io", "link"),
        ("link", "https://social.example/@ada", "mastodon"),
        ("link", "https://www.youtube.com/@ada", "youtube"),
        ("fact", "https://orcid.org/0000-0002-1825-0097", "orcid"),
        ("fact", "https://dblp.org/pid/00/1234", "card"),
        ("fact", "", "person"),
    ],
)
def test_the_icon_follows_from_the_site(kind: str, href: str, icon: str) -> None:
    assert ContactLine(kind, Text((Span("Ada: "), Span("there", href=href)))).icon == icon_of(kind, href) == icon


def test_every_drawing_stays_in_its_square() -> None:
    for name in ICONS:
        numbers = [number for stroke in drawing(name) for _, values in stroke.commands for number in values]
        assert numbers and all(0 <= number <= 16 for number in numbers), name


def test_the_stylesheet_draws_every_icon() -> None:
    images = [unquote(line.partition("svg+xml,")[2].partition('"')[0]) for line in icon_rules().splitlines()]
    assert len(images) == len(ICONS)
    for name, image in zip(ICONS, images, strict=True):
        assert len(list(ElementTree.fromstring(image))) == len(drawing(name)), name


def test_latex_draws_each_icon_that_it_needs_once() -> None:
    contacts = [
        ContactLine("link", Text((Span("x", href=href),))) for href in ("https://x.com/a", "https://x.com/b", "https://a.example")
    ]
    made = icon_drawings(contacts)
    assert [str(name) for name, _ in made] == ["x", "link"]
    assert str(made[0][1]).startswith(r"\draw (1.6,1.8) -- (4.8,1.8)") and "-- cycle;" in str(made[0][1])
    assert r"\draw (8,8) circle (6.6);" in str(made[1][1]) and ".. controls (4.2,4.5) and (4.2,11.5) .. (8,14.6)" in str(
        made[1][1]
    )
