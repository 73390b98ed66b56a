"""List what other formats say about their own records, which is not kept under `x-import` unless everything is wanted.

These are times, file names, switches of web pages, text between the entries of a bibliography, and abstracts, which no CV prints.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cvrender.formats.table import KEPT

_ABSTRACTS = frozenset(
    {"abstract", "AB", "N2", "%X", "Abstract", "OtherAbstract", "abstractNote", "abstracts", "abstract_inverted_index"}
    | {"short-description", "tldr"}
)
_AFFILIATIONS = frozenset(
    "AD AffiliationInfo auth-address aff affil affiliation affiliations raw_affiliations raw_affiliation_strings %+".split()
)
"""Affiliations and addresses of authors, which a CV does not print."""

NOISE: Mapping[str, frozenset[str]] = {
    "bibtex": frozenset(
        "strings preamble comments containers bibtex_show primaryclass archiveprefix eprinttype eprintclass timestamp "
        "biburl bibsource date-added date-modified date_added dateadded date-accessed owner file local-url localfile "
        "mendeley-tags mendeley-groups preview altmetric dimensions google_scholar_id inspirehep_id bdsk-file-1 "
        "bdsk-url-1 bdsk-url-2 bdsk-url-3 urldate lastaccessed numpages selected sortkey sorttitle shorttitle source "
        "document_type adsurl adsnote citedby cited cited_by_count web_of_science-categories unique-id da "
        "doc-delivery-number journal-iso number-of-cited-references times-cited usage-count-last-180-days coden "
        "usage-count-since-2013 crossref xref xdata ids options langid hyphenation rating priority readstatus ranking "
        "intraref-id creationdate modificationdate citationkey __markedentry creation_date keywords-plus bibtexkey "
        "additional_info_id article-number-of-pages reportid refid ris_reference_number issn_print eissn "
        "correspondence_address1 abbrev_source_title mesh pst copyright mrreviewer mrclass msc2010 msc2020 zbl zbmath "
        "citation_count _venue fjournal journal-full annote pubstatus subject_category webpage_id".split()
    ),
    "web-of-science": frozenset(
        "PT RP C1 C3 EM CR NR TC Z9 U1 U2 PA SN EI JI WC SC GA UT DA OA LA ID WE FU FX RI OI EA PG CY SP PS DT TY AN "
        "CO PV".split()
    ),
    "endnote": frozenset({"%G", "%W", "%L", "%M", "%~", "%<", "%[", "%=", "%*", "%>", "%^"}),
    "endnote-xml": frozenset(
        "related-urls alt-title database source-app rec-number foreign-keys ref-type language remote-database-name "
        "remote-database-provider access-date auth-address accession-num alt-periodical pdf-urls research-notes isbn".split()
    ),
    "pubmed-xml": frozenset(
        "PubmedData PubmedBookData Abstract OtherAbstract Initials AffiliationInfo @ValidYN @Status @Owner "
        "@IndexingMethod @PubModel DateCompleted DateRevised DateCreated ISSN ISSNLinking NlmUniqueID MedlineTA "
        "Country Language PublicationTypeList MeshHeadingList ChemicalList CitationSubset KeywordList GrantList "
        "DataBankList CoiStatement ArticleDate @CitedMedium @CompleteYN @Type InvestigatorList "
        "CommentsCorrectionsList PersonalNameSubjectList GeneralNote MedlineJournalInfo OtherID ContributionDate "
        "Sections Medium Identifier PublicationType ArticleIdList ELocationID GeneSymbolList SpaceFlightMission "
        "NumberOfReferences PMID @VersionDate @VersionID @Version ItemList LocationLabel @book @part @sec".split()
    ),
    "arxiv": frozenset({"summary", "category", "primary_category", "updated", "link"}),
    "zotero-rdf": frozenset(
        "dateSubmitted link libraryCatalog language abstract archive archiveLocation rights shortTitle @about "
        "isReferencedBy callNumber identifier".split()
    ),
    "inspire": frozenset(
        "abstracts references categories citation_count citation_count_without_self_citations control_number "
        "legacy_creation_date legacy_version number_of_pages inspire_categories keywords authors_count author_count "
        "facet_author_name links id created updated $schema self self_recid_or_arxiv _created _updated _collections "
        "core citeable document_type number_of_references figures documents external_system_identifiers "
        "persistent_identifiers acquisition_source license copyright refereed curated texkeys first_author "
        "affiliations emails ids record uuid signature_block raw_affiliations recid bai preprint_date earliest_date "
        "sort aggregations total source schema".split()
    ),
    "ads": frozenset(
        "abstract aff affil page citation_count read_count reference citation bibstem bibcode id identifier "
        "alternate_bibcode date entry_date property database bibgroup data doctype_facet_hier author_norm "
        "author_count first_author first_author_norm esources indexstamp score responseHeader numFound start "
        "numFoundExact arxiv_class pub_raw nonbibgroup orcid_pub orcid_user orcid_other page_count keyword_norm "
        "keyword_schema lang eid aff_id".split()
    ),
    "ads-xml": frozenset("link score citations affiliation url origin copyright @refereed".split()),
    "json-ld": frozenset(
        "@context @id abstract license inLanguage isAccessibleForFree image publisher_logo mainEntityOfPage".split()
    ),
    "word-sources": frozenset(
        "Guid LCID RefOrder YearAccessed MonthAccessed DayAccessed Accessed ShortTitle BIBTEX_Entry BIBTEX_Abstract "
        "BIBTEX_Size BIBTEX_Price".split()
    ),
    "ris": frozenset("TY Y2 L4 DB DP LA RP ID VO AN C7 DS ST UT AD SN M3".split())
    | {"AD (more)", "SN (more)", "M3 (more)", "PY (more)"},
    "citation-cff": frozenset("message cff-version license license-url commit type references identifiers orcid".split()),
    "europass": frozenset(
        "Attachment RenderingInformation DocumentID ID CandidateSupplier @schemaLocation @languageCode @typeCode "
        "@languageID @name ChannelCode UseCode CompetencyDimension TaxonomyID IndustryCode EducationLevelCode "
        "ProgramConcentration CreditType @schemeID @schemeName @schemeAgencyName @schemeVersionID CurrentIndicator "
        "Ongoing @currencyID @type OrganizationContact CountryCode".split()
    ),
    "reactive-resume": frozenset({"layout"}),
    "lattes": frozenset(
        "DADOS-GERAIS-COMPLEMENTO INFORMACOES-ADICIONAIS-CURSOS INFORMACOES-ADICIONAIS-INSTITUICOES "
        "AREAS-DO-CONHECIMENTO SETORES-DE-ATIVIDADE PRODUCOES-CT-DO-PROJETO PARTICIPANTE-DE-EVENTOS-CONGRESSOS "
        "ORIENTACOES HISTORICO-SITUACOES-PATENTE @SISTEMA-ORIGEM-XML @DATA-ATUALIZACAO @HORA-ATUALIZACAO "
        "@PERMISSAO-DE-DIVULGACAO @NACIONALIDADE @SIGLA-PAIS-NACIONALIDADE @CODIGO-AGENCIA-FINANCIADORA "
        "@CODIGO-AREA-CURSO @CODIGO-CURSO @CODIGO-CURSO-CAPES @CODIGO-INSTITUICAO @CODIGO-ORGAO "
        "@CODIGO-INSTITUICAO-EMPRESA @CODIGO-UNIDADE @CODIGO-INSTITUICAO-DOUT @CODIGO-INSTITUICAO-GRAD @NIVEL "
        "@NRO-ID-CNPQ @SEQUENCIA-AREA-DE-ATUACAO @SEQUENCIA-ATIVIDADE @SEQUENCIA-ESPECIFICACAO @SEQUENCIA-FINANCIADOR "
        "@SEQUENCIA-FORMACAO @SEQUENCIA-FUNCAO-ATIVIDADE @SEQUENCIA-HISTORICO @SEQUENCIA-IMPORTANCIA @SEQUENCIA-LINHA "
        "@SEQUENCIA-PRODUCAO @SEQUENCIA-PROJETO @ORDEM-IMPORTANCIA @ORDEM-PARTICIPANTE @FLAG-BOLSA "
        "@FLAG-DIVULGACAO-CIENTIFICA @FLAG-PERIODO @FLAG-RELEVANCIA @FLAG-POTENCIAL-INOVACAO @FLAG-VINCULO-EMPREGATICIO "
        "@FLAG-EVENTO-ITINERANTE @FLAG-PROJETO-CERTIFICADO @FLAG-LINHA-DE-PESQUISA-ATIVA @FLAG-DE-PREFERENCIA "
        "@FORMATO-CARGO-OU-FUNCAO @FORMATO-DATA-ATUALIZACAO @FORMATO-DATA-CERTIFICACAO @FORMATO-DATA-DE-EMISSAO "
        "@FORMATO-DATA-DE-NASCIMENTO @FORMATO-DATA-DEPOSITO-PCT @FORMATO-DATA-DE-PUBLICACAO @FORMATO-HORA-ATUALIZACAO "
        "@IDIOMA @MEIO-DE-DIVULGACAO @NUMERO-ID-ORIENTADO @NUMERO-ID-ORIENTANDO @NUMERO-ID-ORIENTADOR "
        "@NOME-PARA-CITACAO-DO-PARTICIPANTE-DA-BANCA".split()
    ),
    "orcid": frozenset(
        "last-modified-date created-date put-code @put-code path @path source visibility @visibility display-index "
        "@display-index preferences history other-sources reviews @schemaLocation external-id-normalized "
        "external-id-normalized-error city region country worksCount organization-defined-type contributor-orcid "
        "contributor-attributes contributor-email disambiguated-organization external-id-relationship "
        "external-id-type external-id-value external-id-url citation language-code @language-code count url-name "
        "@country-code".split()
    ),
    "openalex": frozenset(
        "counts_by_year concepts topics keywords_score related_works referenced_works referenced_works_count "
        "updated_date created_date ngrams_url cited_by_api_url cited_by_percentile_year fwci mesh "
        "sustainable_development_goals relevance_score indexed_in has_fulltext is_paratext locations locations_count "
        "best_oa_location countries_distinct_count institutions_distinct_count".split()
    ),
    "crossref": frozenset(
        "indexed deposited created reference reference-count references-count is-referenced-by-count score source "
        "prefix member content-domain resource license link update-policy journal-issue assertion alternative-id "
        "short-title relation".split()
    ),
    "pubmed": frozenset(
        "NM GS PUBM NR COIS MID OTO PMCR EIN EFR SI OWN STAT DCOM LR EDAT MHDA CRDT PHST PST SO JID IS DEP PL SB RN "
        "MH OAB OABL LA OT CI OID AD AUID PT GR OCI SFM DA LID AID AU CIN CON IRAD GN TT IR FIR".split()
    ),
}
"""The fields of each format that are left out."""


def without_noise(format: str, value: Any, left_out: Counter[str] | None = None) -> Any:
    """Return what a format has left without its noise and abstracts; None if that is nothing.

    How many parts are left out is added to `left_out`, by what they are.
    """
    return _pruned(
        value, NOISE.get(format, frozenset()) | _ABSTRACTS | _AFFILIATIONS, Counter() if left_out is None else left_out
    )


def _pruned(value: Any, dropped: frozenset[str], left_out: Counter[str]) -> Any:
    if isinstance(value, list):
        return [inner for part in value if (inner := _pruned(part, dropped, left_out)) is not None] or None
    if not isinstance(value, dict):
        return value
    kept: dict[str, Any] = {}
    for key, part in value.items():
        if key in dropped:
            left_out[_what(key)] += 1
        elif key == KEPT and isinstance(part, dict):  # of an entry that is kept whole
            inner = {name: pruned for name, each in part.items() if (pruned := without_noise(name, each, left_out)) is not None}
            kept |= {KEPT: inner} if inner else {}
        elif (inner := _pruned(part, dropped, left_out)) is not None:
            kept[key] = inner
    return kept or None


def _what(key: str) -> str:
    return "abstract" if key in _ABSTRACTS else "affiliation" if key in _AFFILIATIONS else "value about records"
