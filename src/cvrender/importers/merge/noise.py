"""List what other formats say about their own records, which is not kept under `x-import` unless everything is wanted.

These are times, file names, switches of web pages, text between the entries of a bibliography, and abstracts, which no CV prints.
"""

from collections.abc import Mapping
from typing import Any

_ABSTRACTS = frozenset({"abstract", "AB", "N2", "abstractNote", "abstract_inverted_index", "short-description", "tldr"})

NOISE: Mapping[str, frozenset[str]] = {
    "bibtex": frozenset(
        "strings preamble comments containers "
        "bibtex_show primaryclass archiveprefix eprinttype eprintclass timestamp biburl bibsource date-added "
        "date-modified date_added dateadded date-accessed owner file local-url localfile mendeley-tags mendeley-groups "
        "preview altmetric dimensions google_scholar_id inspirehep_id bdsk-file-1 bdsk-url-1 bdsk-url-2 bdsk-url-3 "
        "urldate lastaccessed numpages selected sortkey sorttitle shorttitle source document_type adsurl adsnote citedby "
        "cited cited_by_count web_of_science-categories unique-id da doc-delivery-number journal-iso "
        "number-of-cited-references times-cited usage-count-last-180-days coden usage-count-since-2013 crossref xref "
        "xdata ids options langid hyphenation rating priority readstatus ranking intraref-id creationdate "
        "modificationdate citationkey __markedentry creation_date keywords-plus bibtexkey additional_info_id "
        "article-number-of-pages reportid refid ris_reference_number issn_print eissn correspondence_address1 "
        "abbrev_source_title mesh pst issn copyright mrreviewer mrclass msc2010 msc2020 zbl zbmath citation_count _venue "
        "fjournal journal-full annote pubstatus subject_category webpage_id".split()
    ),
    "web-of-science": frozenset(
        "PT RP C1 C3 EM CR NR TC Z9 U1 U2 PA SN EI JI WC SC GA UT DA OA LA ID WE FU FX RI OI EA PG".split()
    ),
    "endnote": frozenset({"%X", "%G", "%W", "%L", "%M", "%+", "%~", "%<", "%[", "%="}),
    "word-sources": frozenset({"Guid", "LCID", "RefOrder", "YearAccessed", "MonthAccessed", "DayAccessed"}),
    "ris": frozenset("TY Y2 L4 DB DP LA RP ID VO AN C7 DS ST UT".split()),
    "orcid": frozenset(
        "last-modified-date created-date put-code @put-code path @path source visibility @visibility display-index "
        "@display-index preferences history other-sources reviews @schemaLocation external-id-normalized "
        "external-id-normalized-error".split()
    ),
    "openalex": frozenset(
        "counts_by_year concepts topics keywords_score related_works referenced_works referenced_works_count updated_date "
        "created_date ngrams_url cited_by_api_url cited_by_percentile_year fwci mesh sustainable_development_goals "
        "relevance_score indexed_in has_fulltext is_paratext locations locations_count best_oa_location "
        "countries_distinct_count institutions_distinct_count".split()
    ),
    "crossref": frozenset(
        "indexed deposited created reference reference-count references-count is-referenced-by-count score source prefix "
        "member content-domain resource license link update-policy journal-issue assertion alternative-id short-title "
        "relation".split()
    ),
    "pubmed": frozenset("OWN STAT DCOM LR EDAT MHDA CRDT PHST PST SO JID IS DEP PL SB RN MH OAB OABL LA OT CI OID".split()),
}
"""The fields of each format that are left out."""


def without_noise(format: str, value: Any) -> Any:
    """Return what a format has left without its noise and abstracts; None if that is nothing."""
    return _pruned(value, NOISE.get(format, frozenset()) | _ABSTRACTS)


def _pruned(value: Any, dropped: frozenset[str]) -> Any:
    if isinstance(value, dict):
        kept = {key: inner for key, part in value.items() if key not in dropped and (inner := _pruned(part, dropped)) is not None}
        return kept or None
    if isinstance(value, list):
        return [inner for part in value if (inner := _pruned(part, dropped)) is not None] or None
    return value
