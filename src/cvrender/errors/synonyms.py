"""List names that other formats and people use for our keys, so that an unknown name is answered with ours.

Sources: JSON Resume (https://jsonresume.org/schema), RenderCV (https://docs.rendercv.com), the fields and types of BibTeX and
biblatex, and Europass (https://europass.europa.eu).
"""

import re
from collections.abc import Collection
from difflib import get_close_matches
from functools import lru_cache

OTHER_NAMES = {
    # The top level
    "person": "basics cv personal personal_details personal_information contact_information identification about_me learner_info",
    "bio": "summary profile about biography objective personal_statement statement professional_summary abstract",
    "interests": "research_interests hobbies topics research_areas fields research_fields",
    "positions": "work experience jobs job employment employments career appointments work_experience professional_experience "
    "research_experience employment_history internships academic_positions professional_appointments occupations",
    "education": "studies degrees academic_background schooling school university qualifications education_and_training",
    "publications": "papers articles works bibliography books preprints pubs scholarship journal_articles conference_papers",
    "systems": "projects software tools open_source products repositories code",
    "patents": "inventions intellectual_property",
    "talks": "presentations invited_talks lectures keynotes seminars conferences colloquia",
    "teaching": "courses classes teaching_experience courses_taught",
    "advising": "students mentoring supervision mentees advisees phd_students graduate_students supervised_students trainees",
    "volunteering": "volunteer volunteer_experience community_service",
    "exhibitions": "exhibits shows performances concerts screenings solo_exhibitions group_exhibitions",
    "certifications": "certificates certification licenses licences licensure certs board_certification boards credentials "
    "bar_admissions admissions",
    "awards": "honors honours prizes distinctions fellowships scholarships achievements accomplishments honors_and_awards "
    "recognition recognitions competitions contests",
    "grants": "funding fundings research_funding research_grants research_support sponsored_projects",
    "service": "volunteer volunteering reviewing peer_review committees editorial professional_service academic_service services "
    "outreach activities community_service organisational_skills",
    "press": "media coverage media_coverage in_the_news",
    "news": "updates announcements",
    "memberships": "affiliations societies associations professional_memberships organizations organisations networks",
    "skills": "technologies competences competencies expertise technical_skills digital_skills programming tools keywords",
    "languages": "language_skills spoken_languages mother_tongue foreign_languages",
    "references": "referees recommendations recommenders",
    "trials": "clinical_trials studies_led",
    "cases": "legal_cases legal_case matters court_cases representative_matters litigation mandates",
    "custom": "other additional sections extra extras miscellaneous training professional_development "
    "continuing_education hospital_privileges workshops residencies recordings compositions cases "
    "representative_matters repertoire masterclasses rotations clinical_rotations instruments portfolio",
    "style": "design theme template layout",
    "views": "variants versions outputs",
    "updated": "last_modified last_updated version modified",
    "include": "includes import imports",
    # A person
    "headline": "label tagline job_title position profession occupation role title current_position",
    "emails": "email mail e_mail email_address",
    "phones": "phone telephone tel mobile cell phone_number telephones",
    "links": "profiles urls websites website homepage web social social_networks social_media github linkedin orcid url pmid "
    "pmcid pubmed code pdf slides video poster dataset",
    "location": "address city place country region where town venue publisher_place place_of_work based_in",
    "nationality": "citizenship citizenships",
    "photo": "image picture avatar portrait headshot",
    "native": "native_name original_name name_in_native_script chinese_name local_name",
    "variants": "aliases other_names also_known_as alternative_names former_names maiden_name",
    "label": "name title type text kind network",
    "value": "address number text url username",
    # Entries
    "language": "name lang locale",
    "organization": "company employer school organisation institution firm entity hospital university host institute work_place "
    "studio organizer organiser department_name society association",
    "team": "department division unit group section_name",
    "institution": "school university college organization organisation provider company employer institute",
    "issuer": "awarder organization organisation institution awarded_by granted_by by presented_by awarding_body authority",
    "funder": "agency sponsor source funding_agency funding_source organization organisation institution awarder",
    "outlet": "publisher media newspaper magazine journal venue organization",
    "venue": "journal booktitle book_title journal_title conference container_title proceedings publication event organization "
    "organisation institution journaltitle entity name",
    "event": "venue name conference workshop meeting occasion",
    "degree": "study_type qualification diploma programme_type title_of_qualification",
    "field": "area major subject discipline program programme field_of_study main_subjects",
    "grades": "score gpa grade marks mark result honors honours latin_honors class",
    "thesis": "dissertation thesis_title",
    "advisors": "advisor supervisor supervisors promotor doctoral_advisor teacher teachers",
    "mentors": "mentor",
    "committee": "committee_members examiners readers",
    "co_advisors": "co_advisor coadvisor coadvisors co_supervisors",
    "role": "position job title job_title function rank type",
    "title": "position role job job_title name designation headline text award heading",
    "name": "title label fullname full_name skill language category student",
    "topic": "subject title thesis theme",
    "outcome": "status result current_position now placement",
    "number": "docket docket_number case_number numbering numbered numbers grant_number award_number id identifier patent_number "
    "reference",
    "amount": "budget sum value total award_amount",
    "investigators": "pis pi authors co_pis team",
    "authors": "author inventors creators by writers artists inventor",
    "editors": "editor edited_by",
    "authority": "office country patent_office holder court tribunal",
    "type": "entrytype entry_type kind category itemtype pubtype",
    "genre": "subtype medium",
    "doi": "doi_url doiurl digital_object_identifier",
    "arxiv": "eprint arxiv_id arxivid preprint",
    "bibcode": "ads adsurl ads_bibcode",
    "hal": "hal_id",
    "inspire": "inspirehep inspire_id",
    "zbmath": "zbl zblnumber",
    "mathscinet": "mr mrnumber mathreviews",
    "nct": "trial_number clinicaltrials",
    "semantic_scholar": "s2 s2id corpus_id",
    "openalex": "openalex_id",
    "handle": "hdl",
    "page": "pages page_numbers",
    "section": "provisions marginal_numbers randnummern rn chapter",
    "volume": "vol",
    "issue": "number issue_number no",
    "publisher": "press school institution organization editor_house",
    "equal": "co_first equal_contribution cofirst joint_first",
    "corresponding": "corresponding_author",
    "credit": "contributor_roles contributor_role contributions author_contributions roles",
    "start": "start_date begin since startdate",
    "end": "end_date to until finish enddate expires expiry expiration valid_until",
    "date": "year month release_date issued issue_date publication_date when dates published pubdate time period years",
    "entries": "items list elements",
    "items": "keywords skills details list values tools",
    "highlights": "bullets achievements responsibilities description details points courses items accomplishments duties tasks "
    "main_activities",
    "summary": "description abstract overview",
    "level": "fluency proficiency mastery degree_of_mastery cefr",
    "relation": "relationship",
    "text": "name content description body title value",
    "note": "status comment comments remark remarks annotation annote notes addendum description summary howpublished abstract "
    "pmid pmcid month edition series",
    "url": "link href website web homepage doi_url",
    "tags": "keywords labels topics",
    "private": "hidden secret confidential",
    # Views and styles
    "where": "filter query condition select",
    "from": "section collection name kind source",
    "sections": "content show order contents",
    "limit": "max count first top maximum",
    "sort": "order order_by sort_by sorting",
    "group_by": "group grouping groups",
    "pages": "length page max_pages page_limit",
    "about": "description comment",
    "extends": "inherits base parent inherit",
    "options": "settings design parameters",
    "defaults": "values settings",
    "jobs": "builds cvs targets",
    "profiles": "people profile person",
    "targets": "formats to outputs",
}
"""Each of our keys, with the names that are often written instead. What is named under several keys means the first known one."""

_IN_WORDS = {"custom": 'use "custom", for sections of your own'}


def _plain(word: str) -> str:
    return re.sub(r"[\s_-]", "", word).casefold()


@lru_cache(maxsize=64)
def _names_of(known: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the known keys by their plain spelling, and by each of their other names."""
    names: dict[str, str] = {}
    for key, others in OTHER_NAMES.items():
        if key in known:
            names.update((name, key) for name in map(_plain, others.split()) if name not in names)
    return {_plain(key): key for key in known}, names


def meant(word: str, known: Collection[str], exact: bool = True) -> str:
    """Return the known key that an unknown word, or unless `exact` a similar one, stands for, or an empty text."""
    ours, names = _names_of(tuple(known))
    plain = _plain(word)
    close = get_close_matches(plain, names, n=1, cutoff=0.75) if exact is False else ()
    return ours.get(plain) or names.get(plain) or next((names[name] for name in close), "")


def suggestion(key: str) -> str:
    """Return a hint that names a key."""
    return _IN_WORDS.get(key, f'did you mean "{key}"?')
