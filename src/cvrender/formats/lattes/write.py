"""Write a CV as the XML that the Lattes platform imports, in the order of CNPq's schema (`CurriculoLattes.xsd`).

What the platform has no field for is left out, as are works that are not accepted: it lists none.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from cvrender.formats.lattes.tables import (
    AWARD,
    DEGREES,
    EDUCATION,
    GRANT,
    LANGUAGE,
    PATENT,
    POST,
    SERVICE_ROWS,
    TALK,
    TEACHING,
    WORKS,
    WorkKind,
)
from cvrender.formats.lattes.values import PAGE, cited, code
from cvrender.formats.shown import Shown, characters, day, line, times
from cvrender.formats.table import put, write_record
from cvrender.model.status import UNPUBLISHED

Entry = dict[str, Any]
Record = dict[str, Any]

_ACCEPTED = frozenset({"accepted", "forthcoming", "in-press"})
_BASIC = ("@NATUREZA", "@TIPO", "@DOI")
_STUDIES = (
    (r"p[óo]s-?doutor|post-?doc", "POS-DOUTORADO", "Supervisão de pós-doutorado"),
    (r"doutor|doctor|dr\b|d\.?phil|ph\.? ?d|tese", "DOUTORADO", "Tese de doutorado"),
    (r"mestr|master|dissertação|m\.? ?(?:sc|a|phil|eng)\b", "MESTRADO", "Dissertação de mestrado"),
    (r"gradua|bachar|bachelor|licenci|b\.? ?(?:sc|a|eng)\b", "GRADUACAO", ""),
)
"""Words for degrees and for the work for them, their element, and what the platform calls the work of a person advised."""
_THESES = {
    "GRADUACAO": "TITULO-DO-TRABALHO-DE-CONCLUSAO-DE-CURSO",
    "ESPECIALIZACAO": "TITULO-DA-MONOGRAFIA",
    "APERFEICOAMENTO": "TITULO-DA-MONOGRAFIA",
    "MESTRADO": "TITULO-DA-DISSERTACAO-TESE",
    "MESTRADO-PROFISSIONALIZANTE": "TITULO-DA-DISSERTACAO-TESE",
    "DOUTORADO": "TITULO-DA-DISSERTACAO-TESE",
    "RESIDENCIA-MEDICA": "TITULO-DA-RESIDENCIA-MEDICA",
    "LIVRE-DOCENCIA": "TITULO-DO-TRABALHO",
    "POS-DOUTORADO": "TITULO-DO-TRABALHO",
}
_OTHER_WORK = ("INICIACAO_CIENTIFICA", "TRABALHO_DE_CONCLUSAO_DE_CURSO_GRADUACAO")


def write(shown: Shown) -> str:
    """Return the CV as XML."""
    works = [_dated(entry) for entry in shown.works.get("publications", ())]
    entries = {name: [_dated(entry) for entry in listed] for name, listed in shown.entries.items()}
    data: Record = {
        "@SISTEMA-ORIGEM-XML": "CVRENDER",
        "@NUMERO-IDENTIFICADOR": next((link[len(PAGE) :] for link in _links(shown) if link.startswith(PAGE)), None),
        "DADOS-GERAIS": _general(shown, entries),
    }
    for kind in WORKS:
        listed = [_work(entry, kind) for entry in works if _kind(entry) is kind]
        if kind.details:
            put(data, tuple(kind.path.split(".")), listed)
    technical = data.setdefault("PRODUCAO-TECNICA", {})
    technical["PATENTE"] = [_patent(_dated(entry)) for entry in shown.works.get("patents", ())]
    technical["DEMAIS-TIPOS-DE-PRODUCAO-TECNICA"] = {
        "APRESENTACAO-DE-TRABALHO": [_talk(entry) for entry in entries.get("talks", ()) if entry.get("title")]
    }
    advising = entries.get("advising", ())
    finished = [_advised(entry) for entry in advising if entry["end"] != "present"]
    data["OUTRA-PRODUCAO"] = {"ORIENTACOES-CONCLUIDAS": _in_lists(finished)}
    data["DADOS-COMPLEMENTARES"] = {
        "ORIENTACOES-EM-ANDAMENTO": _in_lists(_advised(entry, True) for entry in advising if entry["end"] == "present")
    }
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_element("CURRICULO-VITAE", data)}\n'


def _element(name: str, value: Any) -> str:
    """Return an element with its attributes and children; "" for one that has neither."""
    if isinstance(value, list):
        return "".join(_element(name, part) for part in value)
    if isinstance(value, str):
        return f"<{name}>{escape(value)}</{name}>\n" if value else ""
    attributes = "".join(
        f" {key[1:]}={quoteattr(str(text))}" for key, text in value.items() if key[0] == "@" and text is not None
    )
    children = "".join(_element(key, part) for key, part in value.items() if key[0] != "@")
    return f"<{name}{attributes}>{children}</{name}>\n" if attributes or children else ""


def _in_lists(records: Iterable[tuple[str, Record]]) -> Record:
    """Return records by their elements, in the order of the schema."""
    lists: Record = {}
    for element, record in sorted(records, key=lambda pair: _order(pair[0])):
        lists.setdefault(element, []).append(record)
    return lists


def _order(element: str) -> int:
    kinds = ("MESTRADO", "-DOUTORADO", "POS-DOUTORADO", "OUTRAS")
    return next((number for number, kind in reversed(list(enumerate(kinds))) if kind in element), len(kinds))


def _links(shown: Shown) -> list[str]:
    return [str(link["value"] if isinstance(link, dict) else link) for link in shown.person.get("links", ())]


def _dated(entry: Entry) -> Entry:
    """Return an entry whose time is in `start`, `end` and `date`, which is its end, or its start if it lasts."""
    start, end = (day(moment) for moment in times(entry))
    return {**entry, "start": start, "end": end or start, "date": start if end in ("", "present") else end}


# works


def _kind(entry: Entry) -> WorkKind | None:
    """Return where a work is listed; None if it is not accepted."""
    if (status := entry.get("status")) in UNPUBLISHED - _ACCEPTED:
        return None
    kinds = [kind for kind in WORKS if kind.details and ("status" in kind.fixed) == (status in _ACCEPTED)]
    kind = str(entry.get("type", "")).replace("magazine", "newspaper")
    return next((each for each in kinds if each.fixed["type"] == kind), None if status in _ACCEPTED else _other())


def _other() -> WorkKind:
    return next(kind for kind in WORKS if kind.fixed["type"] == "document")


def _work(entry: Entry, kind: WorkKind) -> Record:
    names = {"~title": kind.title, "~year": kind.year, "~page": "HOME-PAGE-DO-TRABALHO", "~institution": "EDITORA"}
    flat = write_record(kind.table, entry)
    if kind is _other():
        flat.setdefault("@NATUREZA", str(entry.get("type", "")))
    if "~editors" in flat and "AUTORES" not in flat:
        flat["AUTORES"] = flat.pop("~editors")
        names |= {"@TIPO": "TIPO"}
        flat |= {"@TIPO": "LIVRO_ORGANIZADO_OU_EDICAO"} if kind.fixed["type"] == "book" else {}
    elif kind.fixed["type"] == "book":
        flat["@TIPO"] = "LIVRO_PUBLICADO"
    if "@TITULO-DOS-ANAIS-OU-PROCEEDINGS" in flat:
        flat["@NOME-DO-EVENTO"] = flat["@TITULO-DOS-ANAIS-OU-PROCEEDINGS"]
    flat.setdefault("~year", str(entry["date"])[:4] or None)
    return _record(flat, kind.ending, {**names, "~city": "CIDADE-DO-EVENTO"}, kind.details.split())


def _record(flat: Record, ending: str, names: Mapping[str, str], details: list[str]) -> Record:
    """Return a record: what it is, its details, who made it, and what else is said of it."""
    named = {f"@{names[key]}" if key in names else key: value for key, value in flat.items()}
    basic = [f"@{names[key]}" for key in ("~title", "~year", "~page") if key in names]
    return {
        f"DADOS-BASICOS-{ending}": {key: named[key] for key in (*_BASIC, *basic) if named.get(key)},
        f"DETALHAMENTO-{ending}": {
            **{f"@{key}": named[f"@{key}"] for key in details if named.get(f"@{key}")},
            "REGISTRO-OU-PATENTE": named.get("REGISTRO-OU-PATENTE", ""),
        },
        "AUTORES": named.get("AUTORES", ""),
        "INFORMACOES-ADICIONAIS": {key: named[key] for key in ("@DESCRICAO-INFORMACOES-ADICIONAIS",) if key in named},
    }


def _patent(entry: Entry) -> Record:
    flat = write_record(PATENT, entry)
    flat["REGISTRO-OU-PATENTE"] = {
        "@TIPO-PATENTE": "PRIVILEGIO_DE_INOVACAO_PI",
        "@TITULO-PATENTE": flat.get("~title"),
        **flat.get("REGISTRO-OU-PATENTE", {}).get("0", {}),
    }
    flat["~year"] = str(entry["date"])[:4]
    return _record(flat, "DA-PATENTE", {"~title": "TITULO", "~year": "ANO-DESENVOLVIMENTO", "~page": "HOME-PAGE"}, [])


def _talk(entry: Entry) -> Record:
    names = {"~title": "TITULO", "~year": "ANO", "~institution": "INSTITUICAO-PROMOTORA", "~city": "CIDADE-DA-APRESENTACAO"}
    flat = {"@NATUREZA": "OUTRA", **write_record(TALK, entry)}
    details = ["NOME-DO-EVENTO", "INSTITUICAO-PROMOTORA", "CIDADE-DA-APRESENTACAO"]
    return _record(flat, "DA-APRESENTACAO-DE-TRABALHO", names, details)


def _advised(entry: Entry, ongoing: bool = False) -> tuple[str, Record]:
    """Return the element for a person advised, and the record."""
    role = characters(entry.get("role"))
    known = next(((kind, work) for words, kind, work in _STUDIES if work and re.search(words, role, re.IGNORECASE)), None)
    kind, nature = known or ("", code(role, *_OTHER_WORK) or "ORIENTACAO-DE-OUTRA-NATUREZA")
    if ongoing:
        element = f"ORIENTACAO-EM-ANDAMENTO-DE-{kind}" if kind else "OUTRAS-ORIENTACOES-EM-ANDAMENTO"
        ending = f"{'DA' if kind else 'DE'}-{element}"
        title, person, place, year = "TITULO-DO-TRABALHO", "NOME-DO-ORIENTANDO", "NOME-INSTITUICAO", entry["start"]
    else:
        element = f"ORIENTACOES-CONCLUIDAS-PARA-{kind}" if kind else "OUTRAS-ORIENTACOES-CONCLUIDAS"
        ending = f"DE-{element}"
        title, person, place, year = "TITULO", "NOME-DO-ORIENTADO", "NOME-DA-INSTITUICAO", entry["date"]
    basic = {"@NATUREZA": nature, f"@{title}": characters(entry.get("topic")), "@ANO": str(year)[:4]}
    details = {f"@{person}": str(entry["name"]), f"@{place}": characters(entry.get("institution"))}
    return element, {f"DADOS-BASICOS-{ending}": basic, f"DETALHAMENTO-{ending}": details}


# the person


def _general(shown: Shown, entries: Mapping[str, list[Entry]]) -> Record:
    person = shown.person
    variants = [cited(person), *person.get("variants", ())]
    suffix = "-EN" if shown.language.partition("-")[0] == "en" else ""
    bio = "\n\n".join(characters(text) for text in shown.bio.split("\n\n") if text)
    studies = [pair for entry in entries.get("education", ()) if (pair := _study(entry))]
    ordered: Record = {name: [record for element, record in studies if element == name] for name in DEGREES}
    return {
        "@NOME-COMPLETO": person["name"],
        "@NOME-EM-CITACOES-BIBLIOGRAFICAS": ";".join(dict.fromkeys(map(str, variants))),
        "@NACIONALIDADE": "",
        "@PERMISSAO-DE-DIVULGACAO": "NAO",
        "@PAIS-DE-NACIONALIDADE": _value(person.get("nationality")) or None,
        "@CIDADE-NASCIMENTO": _value(person.get("birthplace")) or None,
        "@ORCID-ID": f"https://orcid.org/{person['orcid']}" if person.get("orcid") else None,
        "RESUMO-CV": {f"@TEXTO-RESUMO-CV-RH{suffix}": bio} if bio else "",
        "ENDERECO": _address(shown),
        "FORMACAO-ACADEMICA-TITULACAO": ordered,
        "ATUACOES-PROFISSIONAIS": {"ATUACAO-PROFISSIONAL": _places(entries)},
        "AREAS-DE-ATUACAO": {"AREA-DE-ATUACAO": [{"@NOME-DA-ESPECIALIDADE": characters(text)} for text in shown.interests]},
        "IDIOMAS": {"IDIOMA": [write_record(LANGUAGE, entry) for entry in entries.get("languages", ())]},
        "PREMIOS-TITULOS": {"PREMIO-TITULO": [write_record(AWARD, entry) for entry in entries.get("awards", ())]},
    }


def _value(contact: Any) -> str:
    return characters(contact["value"] if isinstance(contact, Mapping) else contact)


def _address(shown: Shown) -> Record:
    person = shown.person
    said = {
        "@CIDADE": _value(person.get("location")),
        "@TELEFONE": next(map(_value, person.get("phones", ())), ""),
        "@E-MAIL": next(map(_value, person.get("emails", ())), ""),
        "@HOME-PAGE": next((link for link in _links(shown) if not link.startswith(PAGE)), ""),
    }
    return {"ENDERECO-PROFISSIONAL": {key: text for key, text in said.items() if text}}


def _study(entry: Entry) -> tuple[str, Record] | None:
    """Return the element of a degree and its record; None for a degree that the platform does not know."""
    degree = characters(entry.get("degree"))
    own = next((element for element, word in DEGREES.items() if word.casefold() == degree.casefold()), "")
    element = own or next((kind for words, kind, _ in _STUDIES if re.match(words, degree, re.IGNORECASE)), "")
    if not element:
        return None
    flat = write_record(EDUCATION, entry)
    thesis, advisors = flat.pop("~title", None), flat.pop("@NOME-COMPLETO-DO-ORIENTADOR", None)
    lasts = entry["end"] == "present"
    advisor = "@NOME-COMPLETO-DO-ORIENTADOR" if "TESE" in _THESES.get(element, "") else "@NOME-DO-ORIENTADOR"
    record = {
        "@NOME-INSTITUICAO": flat.get("~institution"),
        "@NOME-CURSO": flat.get("@NOME-CURSO"),
        "@STATUS-DO-CURSO": "EM_ANDAMENTO" if lasts else "CONCLUIDO",
        "@ANO-DE-INICIO": flat.get("@ANO-DE-INICIO") if entry["start"] != entry["end"] else None,
        "@ANO-DE-CONCLUSAO": flat.get("@ANO-DE-CONCLUSAO"),
        f"@{_THESES[element]}" if element in _THESES else "": thesis,
        advisor: advisors,
    }
    unknown = {
        "LIVRE-DOCENCIA": ("@NOME-CURSO", "@STATUS-DO-CURSO", "@ANO-DE-INICIO", advisor),
        "POS-DOUTORADO": ("@NOME-CURSO", advisor),
    }
    kept = {key: text for key, text in record.items() if key and text and key not in unknown.get(element, ())}
    if element == "LIVRE-DOCENCIA":
        kept["@ANO-DE-OBTENCAO-DO-TITULO"] = kept.pop("@ANO-DE-CONCLUSAO", None)
    return element, kept


def _places(entries: Mapping[str, list[Entry]]) -> list[Record]:
    """Return what the person is and does at each institution, in the order of the schema."""
    places: dict[str, Record] = {}
    for institution, activity, record in _activities(entries):
        place = places.setdefault(institution, {"@NOME-INSTITUICAO": institution, **{key: {} for key in _ACTIVITIES}})
        inner = _ACTIVITIES[activity]
        if inner:
            place[activity].setdefault(inner, []).append(record)
        else:
            place[activity] = [*place[activity], record]
    return list(places.values())


def _activities(entries: Mapping[str, list[Entry]]) -> Iterator[tuple[str, str, Record]]:
    """Yield the institution of each position, course, service and grant, its list, and its record."""
    for entry in entries.get("positions", ()):
        for role in map(_dated, entry.get("roles") or [entry]):
            dated = role if role["date"] else {**role, "start": entry["start"], "end": entry["end"]}
            flat = write_record(POST, dated)
            post = {"@OUTRO-ENQUADRAMENTO-FUNCIONAL-INFORMADO": flat.pop("~post", None)}
            yield line(entry, "organization"), "VINCULOS", _LINK | _ended(flat) | post
    for entry in entries.get("teaching", ()):
        yield line(entry, "institution"), "ATIVIDADES-DE-ENSINO", _taught(entry)
    for entry in entries.get("service", ()):
        yield _served(entry)
    for entry in entries.get("grants", ()):
        flat = write_record(GRANT, entry)
        project = {key: value for key, value in flat.items() if key[0] != "~" and key not in _OF_PROJECTS}
        project |= {key: flat.get(key, "") for key in _OF_PROJECTS}
        yield line(entry, "place"), "ATIVIDADES-DE-PARTICIPACAO-EM-PROJETO", {"PROJETO-DE-PESQUISA": project}


_ACTIVITIES = {
    "VINCULOS": "",
    "ATIVIDADES-DE-ENSINO": "ENSINO",
    "ATIVIDADES-DE-CONSELHO-COMISSAO-E-CONSULTORIA": "CONSELHO-COMISSAO-E-CONSULTORIA",
    "ATIVIDADES-DE-PARTICIPACAO-EM-PROJETO": "PARTICIPACAO-EM-PROJETO",
}
"""What an institution has lists of, in the order of the schema, and the elements in the list."""
_OF_PROJECTS = ("EQUIPE-DO-PROJETO", "FINANCIADORES-DO-PROJETO")
_LINK = {"@TIPO-DE-VINCULO": "LIVRE", "@ENQUADRAMENTO-FUNCIONAL": "LIVRE"}


def _served(entry: Entry) -> tuple[str, str, Record]:
    flat = write_record(SERVICE_ROWS, {**entry, "venue": (entry.get("venue") or {}).get("name"), "note": None})
    venue, role, organization = (flat.pop(key, "") for key in ("~venue", "~role", "~organization"))
    organ = {"@NOME-ORGAO": venue} if organization else {}
    record = {**_ended(flat, True), **organ, "@ESPECIFICACAO": role}
    return organization or venue, "ATIVIDADES-DE-CONSELHO-COMISSAO-E-CONSULTORIA", record


def _ended(flat: Record, said: bool = False) -> Record:
    """Return a record whose end is a year or absent; activities say whether they last."""
    lasts = flat.get("@ANO-FIM") == "present" or flat.get("@ANO-INICIO") and not flat.get("@ANO-FIM")
    kept = {key: text for key, text in flat.items() if text != "present"}
    return {**kept, **({"@FLAG-PERIODO": "ATUAL" if lasts else "ANTERIOR"} if said else {})}


def _taught(entry: Entry) -> Record:
    flat = write_record(TEACHING, entry)
    title, courses = flat.pop("~title", None), flat.pop("DISCIPLINA", [])
    keys = ("@TIPO-ENSINO", "@ANO-INICIO", "@MES-INICIO", "@ANO-FIM", "@MES-FIM")
    kept = _ended({key: flat[key] for key in keys if key in flat}, True)
    return {**kept, "@NOME-CURSO": title if courses else None, "DISCIPLINA": courses or [title or ""]}
