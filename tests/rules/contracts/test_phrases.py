"""Test which phrasings of metrics and citations are found, and which words are harmless."""

import pytest

from cvrender.rules.contracts.phrases import find_phrase

METRICS = """\
My h-index is 40.
h index: 17 (Google Scholar)
an i10-index of 55
Hirsch-Index 23
mein h-Index liegt bei 31
indice h de 28
índice h = 19
Nature (IF 64.8)
Journal of Examples, IF = 9.2
IF: 5.3
published in journals with an impact factor above 10
Journal Impact Factor 2023: 12
journals with high impact factors
an impact factor of 9
JIF 7.1
Zeitschrift mit Impact-Faktor 8
Impactfaktor: 3,4
facteur d’impact de 9,3
revue à facteur d'impact élevé
factor de impacto de 4,2
FI: 4,2
a Q1 journal
JCR Q2
published in the journal Examples (Q1)
a first-quartile journal
Zeitschriften im ersten Quartil der Kategorie
revista del primer cuartil de su categoría
cited 500 times
cited over 500 times
cited by more than 1,200
1.2k citations
3000+ citations
2 500 total citations
citations: 812
my citation counts
über 500-mal zitiert
1.234 Zitationen
cité plus de 300 fois
citada más de 300 veces
un total de 700 citas
CiteScore 11.2
a field-weighted citation impact of 2.1
SNIP 1.7
top 1 % most cited
a 95th percentile journal
SJR 3.2
a Highly Cited Researcher
in the top decile by citations
""".splitlines()

LANGUAGES = """\
it: fattore di impatto 9,3 | il mio indice h è 28 | citato oltre 500 volte | 1.234 citazioni
pt: fator de impacto de 4,2 | índice h de 19 | citado mais de 300 vezes | 700 citações
nl: een impactfactor van 9 | h-index 31 | meer dan 500 keer geciteerd | 812 citaties
da: impactfaktor 8 | h-indeks 12 | citeret 500 gange | 300 citationer
sv: impaktfaktor 8 | h-index 12 | citerad över 500 gånger | 300 citeringar
nb: impaktfaktor 8 | h-indeks 12 | sitert over 500 ganger | 300 siteringer
fi: vaikuttavuuskerroin 8 | h-indeksi 12 | siteerattu yli 500 kertaa | 300 viittausta
pl: współczynnik wpływu 8 | indeks Hirscha 12 | cytowana ponad 500 razy | 300 cytowań
cs: impakt faktor 8 | h-index 12 | citován více než 500krát | 300 citací
sk: impakt faktor 8 | h-index 12 | citovaný viac ako 500-krát | 300 citácií
hu: impakt faktor 8 | Hirsch-index 12 | 500 alkalommal hivatkozták | 300 hivatkozás
ro: factor de impact 8 | indicele Hirsch 12 | citat de peste 500 ori | 300 citări
el: συντελεστής απήχησης 8 | δείκτης h 12 | αναφερθεί πάνω από 500 φορές | 300 αναφορές
bg: импакт фактор 8 | индекс на Хирш 12 | цитиран над 500 пъти | 300 цитирания
ru: импакт-фактор 8 | индекс Хирша 12 | цитирована более 500 раз | 300 цитирований
uk: імпакт-фактор 8 | індекс Гірша 12 | цитована понад 500 разів | 300 цитувань
tr: etki faktörü 8 | h-indeksi 12 | 500 kez atıf aldı | 300 atıf
ja: インパクトファクターは8 | h指数は12 | 500回引用された | 被引用数：300
zh: 影响因子为8 | h指数12 | 被引用500次 | 被引次数：300
ko: 임팩트 팩터 8 | h-지수 12 | 인용 500회 | 피인용 횟수 300
""".splitlines()
"""Metrics in the languages of the table; those above are in English, German, French and Spanish."""

HARMLESS = """\
fattori che hanno un impatto sul clima
citato nel 2019 dalla corte
fatores ambientais; citado em 2019
de impact van het klimaat, geciteerd in 2019
citerades i rätten 2019
sąd cytował ustawę w 2019
Súd citoval zákon v roku 2019
citat din 1890 despre trei ori
влияние факторов на климат, цитаты из писем 1890 года
лист цитує закон 2019 року
1890年の手紙を引用した
引用了2019年的法律
2019년의 법을 인용했다
气候影响的因子
impact factors of climate on harvests
environmental impact factors were modelled
the impact factors that drive migration
facteurs d'impact du climat
factores de impacto ambiental
Einfluss der Faktoren auf das Klima
in Q1 of 2023
sales rose in Q3 2024
the first quartile of incomes
the 90th percentile of rainfall
cited in 2019 by the Supreme Court
The report cited 3 of the judgments.
I teach citations and their formats.
Zitate aus Briefen von 1890
the index of a book
h = hours
12 citas médicas
a search index for 500 libraries
if 10 people meet
It had a great impact, a factor in 20 reforms.
IFLA 2019, Athens
Question 1 (Q1)
The 30 members of the group
""".splitlines()

CITATIONS = """\
As I have shown (Vorlage, 2020).
in earlier work [3, 4]
10.1000/xyz123
PMID: 1234567
PMC1234567
arXiv:2001.01234
arXiv: hep-th/9901001
Smith et al. 2020
Smith et al., 2020
Sample and Example 2020
""".splitlines()


@pytest.mark.parametrize("line", LANGUAGES, ids=lambda line: line[:2])
def test_a_metric_is_found_in_every_language(line: str) -> None:
    missed = [text for text in line[4:].split(" | ") if not find_phrase("metrics", text)]
    assert not missed and find_phrase("impact-factors", line[4:].split(" | ")[0])


@pytest.mark.parametrize("text", METRICS)
def test_a_metric_is_found(text: str) -> None:
    assert find_phrase("metrics", text)


@pytest.mark.parametrize("text", HARMLESS)
def test_other_words_are_no_metric(text: str) -> None:
    assert not find_phrase("metrics", text)


@pytest.mark.parametrize("text", CITATIONS)
def test_a_citation_is_found(text: str) -> None:
    assert find_phrase("citations", text)


@pytest.mark.parametrize("text", ["From May and June 2020 I led it.", "in 2020", "Product 1", "12 members (3 abroad)"])
def test_other_words_are_no_citation(text: str) -> None:
    assert not find_phrase("citations", text)


@pytest.mark.parametrize("text", ["IF 64.8", "Impact-Faktor 8", "JIF"])
def test_impact_factors_alone_can_be_forbidden(text: str) -> None:
    assert find_phrase("impact-factors", text) and not find_phrase("impact-factors", "cited 500 times")
