"""Test the icons of contacts: each contact has one, and each target draws it."""

import xml.etree.ElementTree as ElementTree
from urllib.parse import unquote

import pytest

from cvrender.load.library import find_style
from cvrender.model.document import ContactLine, Document, Header, Properties
from cvrender.model.icons import ICONS, drawing, icon_of
from cvrender.model.text import Span, Text
from cvrender.targets.docx.layout import layout_of
from cvrender.targets.docx.shapes import Shapes
from cvrender.targets.docx.write import render
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
    drawings = icon_drawings(contacts, in_entries=False)
    assert [str(name) for name, _ in drawings] == ["x", "link"]
    assert str(drawings[0][1]).startswith(r"\draw (1.6,1.8) -- (4.8,1.8)") and "-- cycle;" in str(drawings[0][1])
    assert r"\draw (8,8) circle (6.6);" in str(drawings[1][1]) and ".. controls (4.2,4.5) and (4.2,11.5) .. (8,14.6)" in str(
        drawings[1][1]
    )


def test_word_draws_every_icon_as_a_decorative_shape_of_its_own() -> None:
    numbers, shapes = set(), Shapes()
    for name in ICONS:
        run = shapes.icon(name, 10, "336699")["c"][1]
        spaces = 'xmlns:w="w" xmlns:wp="wp" xmlns:a="a"'
        shape = ElementTree.fromstring(f"<body {spaces}>{run}</body>")
        paths = list(shape.iter("{a}path"))
        assert [path.get("fill", "norm") == "norm" for path in paths] == [stroke.shape == "dot" for stroke in drawing(name)], name
        places = [int(point.get(axis, "-1")) for point in shape.iter("{a}pt") for axis in "xy"]
        assert places and all(0 <= place <= 1600 for place in places), name
        assert [extent.get("cx") for extent in shape.iter("{wp}extent")] == [str(round(0.88 * 10 * 12700))]
        assert {color.get("val") for color in shape.iter("{a}srgbClr")} == {"336699"}
        numbers |= {properties.get("id") for properties in shape.iter("{wp}docPr")}
        assert len(list(shape.iter("{http://schemas.microsoft.com/office/drawing/2017/decorative}decorative"))) == 1
    assert len(numbers) == len(ICONS)


def test_word_draws_icons_only_where_the_style_asks_for_them() -> None:
    contact = ContactLine("email", Text((Span("ada@example.org", href="mailto:ada@example.org"),)))
    document = Document(Properties("Ada", "Ada"), Header("Ada", contacts=(contact, contact)), ())
    plain, style = find_style("plain"), find_style("portfolio")
    assert "wps:wsp" not in render(document, layout_of(plain))
    xml = render(document, layout_of(style))
    assert xml.count("<wps:wsp>") == 2
    assert 'id=\\"9001\\"' in xml and 'id=\\"9002\\"' in xml
