"""Define the table of the person in an ORCID record."""

from collections.abc import Callable
from typing import Any

from cvrender.formats.converters import PARAGRAPHS, PLAIN, PROSE, URL
from cvrender.formats.orcid.tables import WORD, orcid_text
from cvrender.formats.table import ENTRY, Converter, Noted, Row, as_list
from cvrender.formats.values import identifiers
from cvrender.formats.values.names import person_fields
from cvrender.model.annotations import Invalid
from cvrender.model.identifier_table import RESEARCHER_IDS
from cvrender.model.name_parts import Name

_NAME = ("name.given-names", "name.family-name")
_IDENTIFIER = ("orcid-identifier.uri", "orcid-identifier.path", "orcid-identifier.host")


def _items(read: Callable[[dict[str, Any]], Any]) -> Converter:
    """A list of what `read` makes of each item, from which it takes what it reads; the rest of the item stays."""

    def convert(value: Any) -> Noted:
        items = [read(part) for part in as_list(value) if isinstance(part, dict)]
        return Noted([item for item in items if item], "", stays=True)

    return Converter(convert)


def _link(item: dict[str, Any]) -> Any:
    """A link with a name, if a profile can contain it."""
    key = "url" if "url" in item else "external-id-url"
    link = identifiers.url(orcid_text(item.get(key)) or "")
    label = orcid_text(item.get("url-name") or item.get("external-id-type"))
    for taken in (key, "url-name", "external-id-type") if link else ():
        item.pop(taken, None)
    if not link and (number := orcid_text(item.pop("external-id-value", None))):
        item["identifier"] = f"{label}: {number}" if label else number
    return {"value": link, "label": PROSE.read(label)} if link and label else link


def _contact(item: dict[str, Any]) -> Any:
    is_private = str(item.get("visibility", item.get("@visibility", "public"))).lower() != "public"
    address = orcid_text(item.pop("email", None))
    return {"value": address, "private": True} if address and is_private else address


def _country(value: Any) -> str | None:
    """Return the name of the country where the person lives, if there is one of them."""
    places = as_list(value)
    code = orcid_text(places[0].get("country")) if len(places) == 1 and isinstance(places[0], dict) else None
    from cvrender.text.cldr import english_country

    return english_country(code) if code else None


def _content(item: dict[str, Any]) -> str:
    return orcid_text(item.pop("content", None)) or ""


def _orcid(values: tuple[Any, ...]) -> str | None:
    """Return the iD; None for one that the profile would refuse."""
    uri, path, _ = (orcid_text(value) or "" for value in values)
    try:
        return RESEARCHER_IDS["orcid"].read(path or uri.replace("http://", "https://"))
    except Invalid:
        return None


def _orcid_link(values: tuple[Any, ...]) -> list[dict[str, str]] | None:
    """Return the web page of an identifier that is not a valid iD, such as one of ORCID's sandbox."""
    return None if _orcid(values) or not values[0] else [{"value": URL.read(orcid_text(values[0])), "label": "ORCID"}]


def _parts(values: tuple[Any, ...]) -> Name:
    given, family = (PLAIN.read(text) if (text := orcid_text(value)) else "" for value in values)
    return Name(family, given)


def _variant(values: tuple[Any, ...]) -> list[str]:
    """Return the name as a spelling, with the family name first if the name does not tell it."""
    name = _parts(values)
    return [f"{name.family}, {name.given}" if "family" in (person_fields(name) or {}) else str(name)]


PERSON = (
    Row("name.credit-name", "name", WORD),
    Row(_NAME, ENTRY, Converter(lambda values: person_fields(_parts(values)))),
    Row(_NAME, "variants", Converter(_variant)),
    Row("other-names.other-name", "variants", _items(_content)),
    Row("biography.content", "/bio", PARAGRAPHS),
    Row("emails.email", "emails", _items(_contact)),
    Row(_IDENTIFIER, "orcid", Converter(_orcid)),
    Row(_IDENTIFIER, "links", Converter(_orcid_link)),
    Row("researcher-urls.researcher-url", "links", _items(_link)),
    Row("external-identifiers.external-identifier", "links", _items(_link)),
    Row("addresses.address", "location", Converter(_country)),
    Row("keywords.keyword", "/interests", _items(lambda item: PROSE.read(_content(item)))),
)
