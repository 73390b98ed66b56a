"""Read the values of a Lattes CV, and write them: codes, dates, people, and records as they are read.

A record says what it is in the attributes of two elements, `DADOS-BASICOS-…` and `DETALHAMENTO-…`, which are read as one. Their
names repeat that of the record, so its title is called `~title` here, its year `~year`, and other things alike.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from cvrender.formats.converters import PARAGRAPHS, PLAIN, PROSE, joined
from cvrender.formats.shown import characters
from cvrender.formats.table import Converter, Noted, Unreadable, as_list
from cvrender.formats.values import dates
from cvrender.formats.values.names import last_first, people_of
from cvrender.model.name_parts import parts_of

PAGE = "http://lattes.cnpq.br/"
_SAYS_NOTHING = frozenset(
    {"", "NAO_INFORMADO", "COMPLETO", "ORIENTADOR_PRINCIPAL", "LIVRE", "LIVRO_PUBLICADO", "Capítulo de livro publicado"}
)
"""Values that are the usual ones, or none."""


def flat(record: Any) -> Any:
    """Return a record with the attributes of its parts as its own, and with names that all records share."""
    if not isinstance(record, dict):
        return record
    parts = [value for key, value in record.items() if key.startswith(("DADOS-BASICOS", "DETALHAMENTO", "INFORMACOES-ADIC"))]
    own = {key: value for key, value in record.items() if value not in parts}
    values: dict[str, Any] = {}
    for part in (*parts, own):
        for key, value in part.items() if isinstance(part, dict) else ():
            if not isinstance(value, str) or value.strip() not in _SAYS_NOTHING:
                values.setdefault(key, value)
    for name, pattern in _SHARED.items():
        if key := next((key for key in values if re.match(pattern, key)), ""):
            values[name] = values.pop(key)
    if re.match(r"\[?doi:", page := str(values.get("~page", "")).strip(), re.IGNORECASE):
        values.setdefault("@DOI", page.strip("[]")[4:])
        del values["~page"]
    elif page:
        values["~page"] = page.strip("[]")
    return values


_SHARED = {
    "~title": r"@TITULO(?!.*INGLES)",
    "~year": r"@ANO(?!-(?:INICIO|FIM|DE-))",
    "~page": r"@HOME-PAGE",
    "~institution": r"@(?:INSTITUICAO-PROMOTORA|NOME-(?:DA-)?INSTITUICAO$|EMISSORA|EDITORA)",
    "~city": r"@CIDADE(?!-DA-EDITORA)",
    "~person": r"@NOME-DO-(?:ORIENTA(?:N?DO)$|CANDIDATO)",
}
"""What records name by words of their own."""


def words(value: Any) -> str:
    """Return a code such as `SERVIDOR_PUBLICO` as words; other texts as they are."""
    text = str(value).strip()
    return _CODES.get(text) or (text.replace("_", " ").capitalize() if re.fullmatch(r"[A-Z_-]+", text) else text)


_CODES = {
    "RESUMO_EXPANDIDO": "resumo expandido",
    "RESUMO": "resumo",
    "INICIACAO_CIENTIFICA": "Iniciação científica",
    "TRABALHO_DE_CONCLUSAO_DE_CURSO_GRADUACAO": "Trabalho de conclusão de curso de graduação",
    "MONOGRAFIA_DE_CONCLUSAO_DE_CURSO_APERFEICOAMENTO_E_ESPECIALIZACAO": "Monografia de conclusão de curso de especialização",
    "ORIENTACAO-DE-OUTRA-NATUREZA": "Orientação de outra natureza",
    "CO_ORIENTADOR": "coorientação",
    "COMUNICACAO": "Comunicação",
    "CONFERENCIA": "Conferência",
    "SEMINARIO": "Seminário",
    "SIMPOSIO": "Simpósio",
    "GRADUACAO": "graduação",
    "POS-GRADUACAO": "pós-graduação",
    "ESPECIALIZACAO": "especialização",
    "EXTENSAO": "extensão",
    "APERFEICOAMENTO": "aperfeiçoamento",
    "BEM": "bem",
    "RAZOAVELMENTE": "razoavelmente",
    "POUCO": "pouco",
    "MASCULINO": "masculino",
    "FEMININO": "feminino",
    "SERVIDOR_PUBLICO_OU_CELETISTA": "Servidor público ou celetista",
    "SERVIDOR_PUBLICO": "Servidor público",
    "BOLSISTA_RECEM_DOUTOR": "Bolsista recém-doutor",
    "OBRA_DE_ARTES_VISUAIS": "Obra de artes visuais",
    "COMPOSICAO": "Composição",
    "INSTALACAO": "Instalação",
    "INTERPRETACAO": "Interpretação",
    "APRESENTACAO_DE_OBRA": "Apresentação de obra",
}
"""The codes whose words need accents."""


def code(text: Any, *known: str) -> str | None:
    """Return which of the codes a text is in words, or None."""
    return next((each for each in known if words(each).casefold() == str(text).casefold()), None)


def in_words(*written: str) -> Converter:
    """Make a converter of codes to words, and of the words of those that are written to codes."""
    return Converter(lambda value: PROSE.read(words(value)), (lambda text: code(text, *written)) if written else None)


def _day(value: Any) -> str:
    match = re.fullmatch(r"(\d\d)(\d\d)(\d{4})", str(value).strip(), re.ASCII)
    day = dates.checked(f"{match[3]}-{match[2]}-{match[1]}") if match else None
    if not day:
        raise Unreadable(f'"{value}" is not a day as the platform writes it, such as 31122020')
    return day


def _written_day(value: Any) -> str | None:
    return "".join(reversed(str(value).split("-"))) if re.fullmatch(r"\d{4}-\d\d-\d\d", str(value)) else None


def _month(values: tuple[Any, ...]) -> str | None:
    year, month = (str(value or "").strip() for value in values)
    return "present" if year == "present" else dates.parts([year, month])


def _written_month(value: Any) -> tuple[str | None, str | None]:
    match = re.match(r"(\d{4})(?:-(0[1-9]|1[0-2]))?", str(value))
    return (match[1], match[2]) if match else (None, None)


def _written_year(value: Any) -> str | None:
    return match[0] if (match := re.match(r"\d{4}", str(value))) else None


def _people(values: Any) -> list[Any] | None:
    """Names in the order that the file gives them. How others are cited, and their numbers, are facts of their own CVs."""
    people = [value for value in as_list(values) if isinstance(value, dict)]
    named = [(_first(person, "@ORDEM"), _first(person, "@NOME-COMPLETO")) for person in people]
    in_order = sorted(named, key=lambda pair: int(pair[0]) if pair[0].isdecimal() else len(named))
    return people_of(last_first(name) for _, name in in_order if name)


def _first(record: Mapping[str, Any], begins: str) -> str:
    return next((str(value).strip() for key, value in record.items() if key.startswith(begins)), "")


def name_of(person: Any) -> str:
    """Return the name of a person in plain data: a text, or a mapping."""
    return str(person["name"] if isinstance(person, Mapping) else person)


def cited(person: Any) -> str:
    """Return a name as the platform cites it: `EXAMPLE, A. B.`"""
    name = parts_of(name_of(person))
    initials = " ".join(f"{part[0]}." for part in re.split(r"[\s-]+", name.given) if part)
    return f"{name.last.upper()}, {initials}" if initials and not name.whole else str(name)


def _written_people(*attributes: str) -> Callable[[Any], list[dict[str, str]]]:
    def write(people: Any) -> list[dict[str, str]]:
        values = ((name_of(person), cited(person), str(number)) for number, person in enumerate(people, 1))
        return [dict(zip(attributes, each, strict=True)) for each in values]

    return write


def _names(value: Any) -> list[Any] | None:
    parts = [part.strip() for part in str(value).split(";")]
    return people_of(last_first(part) if "," in part else parts_of(part) for part in parts if part)


def _number(value: Any) -> list[dict[str, str]]:
    if not re.fullmatch(r"\d{16}", str(value).strip(), re.ASCII):
        raise Unreadable("is not the number of a CV on the platform")
    return [{"value": f"{PAGE}{str(value).strip()}", "label": "Lattes"}]


def _phone(values: tuple[Any, ...]) -> list[dict[str, Any]] | None:
    area, number, extension = (str(value or "").strip() for value in values)
    said = f"({area}) {number}" if area else number
    return [{"value": f"{said}, ramal {extension}" if extension else said, "private": True}] if number else None


def _written_funder(name: Any) -> list[dict[str, str]]:
    return [{"@SEQUENCIA-FINANCIADOR": "1", "@NOME-INSTITUICAO": characters(name), "@NATUREZA": "NAO_INFORMADO"}]


def _funder(values: Any) -> Noted:
    funders = [value for value in as_list(values) if isinstance(value, dict)]
    names = dict.fromkeys(str(value.get("@NOME-INSTITUICAO", "")).strip() for value in funders)
    stays = any(value.get("@NATUREZA", "") not in _SAYS_NOTHING for value in funders)
    return Noted(PROSE.read("; ".join(filter(None, names))) or None, "", stays)


def _variants(value: Any) -> list[str]:
    return list(dict.fromkeys(part.strip() for part in str(value).split(";") if part.strip()))


def bio(values: Mapping[str, Any]) -> Any:
    """Return the summary of a CV: a text, or one for each language that it is in."""
    texts = {"pt": values.get("@TEXTO-RESUMO-CV-RH"), "en": values.get("@TEXTO-RESUMO-CV-RH-EN")}
    read = {language: PARAGRAPHS.read(str(text)) for language, text in texts.items() if str(text or "").strip()}
    return read if len(read) > 1 else next(iter(read.values()), None)


def types(ours: Mapping[str, str]) -> Converter:
    """Make a converter of codes that have a word of ours."""
    return Converter(lambda value: ours.get(str(value)), {word: theirs for theirs, word in ours.items()}.get)


YEAR = Converter(lambda value: dates.parts([str(value).strip()]), _written_year)
DAY = Converter(_day, _written_day)
MONTH = Converter(_month, _written_month)
AUTHORS = Converter(_people, _written_people("@NOME-COMPLETO-DO-AUTOR", "@NOME-PARA-CITACAO", "@ORDEM-DE-AUTORIA"))
TEAM = Converter(_people, _written_people("@NOME-COMPLETO", "@NOME-PARA-CITACAO", "@ORDEM-DE-INTEGRACAO"))
NAMES = Converter(_names, lambda people: "; ".join(map(name_of, people)))
KEYWORDS = Converter(lambda listed: [PLAIN.read(word) for word in listed.values() if word.strip()])
LINE = joined(", ")
NUMBER = Converter(_number)
PHONE = Converter(_phone)
VARIANTS = Converter(_variants)
FUNDER = Converter(_funder, _written_funder)
