"""List the formats in which profiles are written."""

from collections.abc import Callable, Mapping

from cvrender.formats import bibliographies, json_ld, json_resume, sites, vcard
from cvrender.formats.europass import write as europass
from cvrender.formats.lattes import write as lattes
from cvrender.formats.rendercv import write as rendercv
from cvrender.formats.shown import Shown

Files = Mapping[str, str]
"""The content of each file, by the end of its name, which follows the name of the profile."""

FORMATS: Mapping[str, tuple[str, Callable[[Shown], Files]]] = {
    "bib": ("bibtex", lambda shown: {".bib": bibliographies.write_bibtex(shown.works)}),
    "json": ("csl", lambda shown: {".json": bibliographies.write_csl(shown.works)}),
    "ris": ("ris", lambda shown: {".ris": bibliographies.write_ris(shown.works)}),
    "biblatex": ("bibtex", lambda shown: {"-biblatex.bib": bibliographies.write_biblatex(shown.works)}),
    "jsonresume": ("json-resume", lambda shown: {"-resume.json": json_resume.write(shown)}),
    "jsonld": ("json-ld", lambda shown: {".jsonld": json_ld.write(shown)}),
    "rendercv": ("rendercv", lambda shown: {"-rendercv.yaml": rendercv.write(shown)}),
    "europass": ("europass", lambda shown: {"-europass.xml": europass.write(shown)}),
    "lattes": ("lattes", lambda shown: {"-lattes.xml": lattes.write(shown)}),
    "vcard": ("", lambda shown: {".vcf": vcard.write(shown)}),
    "site-hugo": ("", sites.hugo),
    "site-quarto": ("", sites.quarto),
    "site-al-folio": ("", sites.al_folio),
}
"""For each format the importer that reads it back, to list what it cannot hold, and the function that writes it."""
