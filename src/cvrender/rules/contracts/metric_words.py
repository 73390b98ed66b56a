"""List how languages speak of metrics, for one grammar: impact factors, indices, and how often a work was cited."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MetricWords:
    """Expressions of a language: the impact factor, the h-index, `cited`, `times` and `citations`."""

    factor: str
    index: str
    cited: str
    times: str
    citations: str


_LATIN_H = r"h[-‐‑–\s]?"
WORDS = {
    "it": MetricWords(r"fattor[ei] d['’i] ?impatto", "indice (?:h|di Hirsch)", r"citat[oaie]", "volte", "citazioni"),
    "pt": MetricWords(r"fator(?:es)? de impacto", "índice (?:h|de Hirsch)", r"citad[oa]s?", "vezes", "citações"),
    "nl": MetricWords(r"impact-?factor(?:en)?(?!\w)", rf"{_LATIN_H}index", "geciteerd", "keer|maal", "citaties"),
    "da": MetricWords(r"impact[- ]?faktor\w*", rf"{_LATIN_H}indeks\w*", "citeret", "gange", r"citationer|citeringer"),
    "sv": MetricWords(
        r"impa[ck]t?faktor\w*|genomslagsfaktor\w*", rf"{_LATIN_H}index", r"citera[dt]s?|citerats", "gånger", "citeringar"
    ),
    "nb": MetricWords(r"impa[ck]tfaktor\w*", rf"{_LATIN_H}indeks\w*", "sitert", "ganger", "siteringer"),
    "fi": MetricWords(
        r"(?:vaikuttavuus|impakti)kerroin\w*|vaikuttavuuskertoim\w+",
        rf"{_LATIN_H}indeksi\w*",
        "siteerattu|viitattu",
        "kertaa",
        r"viittaus(?:ta)?|sitaatiota",
    ),
    "pl": MetricWords(
        r"(?:wskaźnik\w*|współczynnik\w*) (?:wpływu|oddziaływania)",
        r"indeks\w* (?:h\b|Hirscha)",
        r"cytowan[aeyo]\w*",
        r"raz[ya]?|razy",
        r"cytowa(?:ń|nia)",
    ),
    "cs": MetricWords(
        r"impakt(?:ní\w*)? faktor\w*", rf"{_LATIN_H}index|Hirschův index", r"citován\w*", r"[-‐]?krát", r"citac(?:í|e)"
    ),
    "sk": MetricWords(
        r"impakt(?:n\w+)? faktor\w*", rf"{_LATIN_H}index|Hirschov index", r"citovan\w+", r"[-‐]?krát", r"citáci(?:e|í|ií)"
    ),
    "hu": MetricWords(
        r"impakt[- ]?faktor\w*|hatástényező\w*",
        rf"{_LATIN_H}index\w*|Hirsch[- ]index\w*",
        r"idézt\w+|hivatkozt\w+",
        r"alkalommal|[-‐]?sz[oeö]r",
        r"hivatkozás\w*|idézet\w*",
    ),
    "ro": MetricWords(r"factor(?:ul|i)? de impact", r"indice(?:le)? (?:h|Hirsch)", r"citat[ăei]?", "ori", r"citări"),
    "el": MetricWords(r"(?:συντελεστ|δείκτ)\w+ απήχησης", r"δείκτη\w? h", r"αναφερθεί", "φορές", r"(?:ετερο)?αναφορ(?:ές|ών)"),
    "bg": MetricWords(r"импакт[- ]?фактор\w*", r"(?:h|х)[- ]?индекс|индекс на Хирш", r"цитиран\w*", "пъти", "цитирания|цитати"),
    "ru": MetricWords(
        r"импакт[- ]?фактор\w*", r"(?:h|х)[- ]?индекс\w*|индекс\w* Хирша", r"(?:про)?цитирован\w*", r"раза?", r"цитировани[йяе]"
    ),
    "uk": MetricWords(
        r"імпакт[- ]?фактор\w*",
        r"(?:h|г)[- ]?індекс\w*|індекс\w* Гірша",
        r"(?:про)?цитован\w*",
        r"раз(?:и|ів)?",
        r"цитуван[ьнь]\w*",
    ),
    "tr": MetricWords(r"etki fakt[öo]r\w*", rf"{_LATIN_H}indeks\w*", r"atıf al\w+", r"kez|defa", r"atıf"),
    "ja": MetricWords("インパクト・?ファクター", "[hｈ][-ー]?指数", "被?引用", "回", "被引用(?:回)?数"),
    "zh": MetricWords(
        "影响因子|影響因子|影響係數", "[hH][-]?(?:指数|指數|因子)", "被?引用?", "次", "被引(?:用)?(?:次数|次數|频次)"
    ),
    "ko": MetricWords(
        "(?:임팩트|영향력) ?(?:팩터|지수)", "[hH][-‐]?(?:지수|인덱스)", "피?인용", "(?:회|번)", "피?인용 ?(?:횟수|수)"
    ),
}
"""What each language says; English, German, French and Spanish have rules of their own (`phrases.py`)."""


def metrics_in_languages(number: str) -> tuple[str, str]:
    """Return expressions for impact factors, and for indices and counts of citations, in all languages of the table."""
    factors = "|".join(words.factor for words in WORDS.values())
    others = []
    for language, words in WORDS.items():
        unspaced = language in ("ja", "zh", "ko")
        gap = r"\s*" if unspaced else r"\s+(?:[^\W\d]+\s+){0,3}"
        near = r"\s*" if language in ("ja", "zh", "ko", "cs", "sk", "hu") else r"\s+"
        begins = "" if unspaced else r"(?<!\w)"
        cited, times, citations = (rf"(?:{part})" for part in (words.cited, words.times, words.citations))
        others += [
            rf"(?<!\w)(?:{words.index})(?!\w)" if not unspaced else words.index,
            rf"{begins}{cited}{gap}{number}{near}{times}",
            rf"{number}{near}{times}{gap}{cited}",
            rf"{begins}{citations}\s*[:：=]?\s*\d",
            *([] if unspaced else [rf"{number}\s+(?:[^\W\d]+\s+)?{citations}(?!\w)"]),
        ]
    return factors, "|".join(others)
