"""Find metrics of journals and people in 24 languages, citations and links in texts."""

import re
from collections.abc import Mapping

from cvrender.model.expressions import expression
from cvrender.rules.contracts.metric_words import metrics_in_languages

_N = r"\d[\d.,'’\u00a0\u202f]*(?: \d{3})*\s?[kK]?\+?"
_OTHER_FACTORS, _OTHER_METRICS = metrics_in_languages(_N)
_ABOUT = (
    r"(?:(?:over|more than|about|around|nearly|almost|at least|some|by|mehr als|über|rund|etwa|fast|plus de|environ|près de"
    r"|más de|unas|cerca de)\s+)*"
)
_OF_OTHER_THINGS = (
    r"(?!\s+(?:of|on|for|in|that|which|affecting|driving|de la|de l|du|des|de|del|sur|en|von|der|des|auf|für)\b"
    r"(?!\W*(?:\d|the journal|journals?|at least|about|over|more|revue|revista|plus|más|über|mehr|mindestens)))"
)
_NOT_OF_JOURNALS = r"(?<!environmental )(?<!climate )(?<!social )(?<!economic )(?<!human )(?<!health )"
_NAMED_FACTOR = (
    rf"{_NOT_OF_JOURNALS}\b(?:journal )?impact[- ]?fa[kc]tor(?:s|en)?\b{_OF_OTHER_THINGS}"
    rf"|\bfacteurs? d['’]impact\b{_OF_OTHER_THINGS}(?!\s+(?:environnement|climat|soci|écono))"
    rf"|\b(?:factor(?:es)?|índices?) de impacto\b{_OF_OTHER_THINGS}(?!\s+(?:ambient|climát|socia|econ))"
)
_FACTORS = (
    rf"{_NAMED_FACTOR}|(?-i:\bJIF\b|\bIF)\s?(?:of|von|[:=≈])?\s?\d{{1,3}}(?:[.,]\d+)?\b"
    rf"|(?<!\w)(?:{_OTHER_FACTORS})"
    r"|(?-i:\bJIFs?\b)|(?-i:\bFI)\s?(?:de|[:=])?\s?\d{1,3}[.,]\d"
)
_JOURNAL = r"(?:journals?|Zeitschrift(?:en)?|revues?|revistas?)"
_QUARTER = r"(?:(?:first|second|third|top|1st|ersten?|obersten?|premier|primer|deuxième|segundo)[- ](?:quartile?s?|cuartil))"
_OF_SUBJECT = (
    r"(?:of (?:its|the|their) (?:field|category|subject|discipline|journals?)|ihre[rs]|der (?:Zeitschrift|Kategorie)"
    r"|de (?:sa|su|la) (?:catég|categ|disc))"
)
_OF_INDEX = r"\b(?:JCR|SJR|Scopus|Scimago|Web of Science)[ ,:-]+(?-i:Q[1-4])\b"
_WORKS = rf"(?:{_JOURNAL}|papers?|articles?|publications?|Artikel|artículos?)"
_METRICS = "|".join(
    (
        _FACTORS,
        _OTHER_METRICS,
        r"\b(?:h|g|i10)[-‐‑–\s]?(?:index|indices|indexes)\b|\bHirsch[- ]?(?:index|faktor|factor)\b",
        r"\b[ií]ndice (?:h\b|de Hirsch)|\bh ?= ?\d{1,3}\b(?![.,]\d| ?(?:[cmnµ]?m|[kmnµ]?s|h|%)(?!\w))",
        r"(?-i:\bSNIP|\bSJR|\bRCR)\s?(?:of|[:=])?\s?\d",
        r"\bCiteScore|\bEigenfactor|\bFWCI\b|\bfield[- ]weighted citation|\brelative citation ratio",
        r"\baltmetric (?:score|attention)",
        rf"{_OF_INDEX}|(?-i:\bQ[1-4])[- ](?:ranked |rated )?{_WORKS}\b|\b{_JOURNAL}\s+(?:\w+\s+){{0,3}}\(?(?-i:Q[1-4])\b",
        rf"(?<!question )(?<!quarter )(?<!\d )\((?-i:Q[1-4])\)|\b{_QUARTER} {_OF_SUBJECT}",
        rf"\b{_QUARTER}[- ]{_JOURNAL}|\b{_JOURNAL} (?:\w+ ){{0,5}}{_QUARTER}|\bcitation percentile",
        r"\b(?:top|first|highest) (?:decile|quartile|percentile) (?:by|of|in|for) citations?\b",
        rf"\bpercentile (?:of )?{_JOURNAL}|\b(?:{_JOURNAL}|cited|citations?) (?:\w+ ){{0,5}}percentile",
        r"\btop[- ]?\d+ ?% (?:of |most[- ])?(?:highly )?(?:cited|journals?|papers)",
        r"\b(?:most|highly)[- ]cited (?:papers?|articles?|works?|researchers?|authors?|scientists?)",
        rf"\bcited (?!in \d){_ABOUT}{_N}(?!\w)(?! ?(?:of|judg|court|states?))",
        rf"\b{_N} (?:[\w-]+ ){{0,2}}citations\b|\bcitations? ?[:=] ?\d",
        r"\b(?:citation counts?|number of citations|total citations|citations per (?:paper|article|year))\b",
        r"\b(?:nombre de citations|número de citas)\b",
        rf"\b{_N}[- ]?mal (?:\w+ )?zitiert|\bzitiert (?:\w+ )?{_ABOUT}{_N}[- ]?mal\b|\b{_N} (?:\w+ )?(?:Zitationen|Zitierungen)\b"
        r"|\bZitation(?:szahl|srate|sindex)\w*|\b(?:Zitationen|Zitierungen) ?[:=] ?\d|\bmeistzitiert",
        rf"\bcitée?s? {_ABOUT}{_N} fois|\bcitad[oa]s? {_ABOUT}{_N} veces|\b{_N} (?:\w+ )?(?:citas(?! médic)|citaciones)\b",
    )
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_CITATIONS = (
    r"\((?:[^()]*,? )?(?:19|20)\d\d[a-z]?\)|\[\d+(?:[,–-] ?\d+)*\]|\b10\.\d{4,9}/\S+|\bPMID:? ?\d+|\bPMC ?\d{5,}"
    r"|\barXiv: ?\d{4}\.\d{4,5}|\barXiv: ?[a-z-]+(?:\.[A-Z]{2})?/\d{7}|\b\w+ et al\.?,? \(?(?:19|20)\d\d"
    rf"|(?-i:\b(?!(?:{_MONTHS})\b)[A-Z][\w-]+ (?:and|&) (?!(?:{_MONTHS})\b)[A-Z][\w-]+,? (?:19|20)\d\d)\b"
)
_PATTERNS = {
    "metrics": (_METRICS, "a journal metric or a count of citations"),
    "impact-factors": (_FACTORS, "a journal impact factor"),
    "citations": (_CITATIONS, "a citation"),
    "links": (r"https?://\S+|\bwww\.\S+", "a link"),
}
_COMPILED = {name: expression(pattern, re.IGNORECASE) for name, (pattern, _) in _PATTERNS.items()}
PHRASES: Mapping[str, str] = {name: said for name, (_, said) in _PATTERNS.items()}
"""What can be found in texts, each in words."""


def find_phrase(what: str, text: str) -> str:
    """Return the first metric, impact factor, citation or link in a text, or an empty text."""
    match = _COMPILED[what].search(text)
    return match[0] if match else ""
