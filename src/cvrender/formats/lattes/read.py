"""Read the XML of a CV on the Lattes platform, which https://lattes.cnpq.br exports of a person."""

import html
from collections.abc import Callable, Iterator
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import PROSE
from cvrender.formats.lattes.tables import (
    ADVISING,
    AREA,
    AWARD,
    CUSTOM,
    DEGREES,
    EDUCATION,
    EVENT_SERVICE,
    EXHIBITION,
    GRANT,
    LANGUAGE,
    OTHER,
    PATENT,
    PERSON,
    POST,
    POSTS_OF_SERVICE,
    RESEARCH_LINE,
    SERVICE,
    SERVICE_ROWS,
    TALK,
    TEACHING,
    WORKS,
    WorkKind,
)
from cvrender.formats.lattes.values import bio, flat, in_words
from cvrender.formats.syntax.xml_syntax import as_source, element_text
from cvrender.formats.table import Each, ImportedEntry, Rearranged, Row, SourceReading, Table, as_list, items_at, keys_of, look
from cvrender.formats.works import complete
from cvrender.model.convert import DataPath

Record = dict[str, Any]

_GENERAL = "DADOS-GERAIS"
_COURSES = "DADOS-COMPLEMENTARES.FORMACAO-COMPLEMENTAR"
_GROUPS = {
    "PRODUCAO-TECNICA.DEMAIS-TIPOS-DE-PRODUCAO-TECNICA": "",
    "OUTRA-PRODUCAO.PRODUCAO-ARTISTICA-CULTURAL": "~exhibitions",
    "OUTRA-PRODUCAO.ORIENTACOES-CONCLUIDAS": "~advised",
    "DADOS-COMPLEMENTARES.ORIENTACOES-EM-ANDAMENTO": "~advising",
    "DADOS-COMPLEMENTARES.PARTICIPACAO-EM-BANCA-TRABALHOS-CONCLUSAO": "~committees",
    "DADOS-COMPLEMENTARES.PARTICIPACAO-EM-BANCA-JULGADORA": "~committees",
    "DADOS-COMPLEMENTARES.PARTICIPACAO-EM-EVENTOS-CONGRESSOS": "~events",
    _COURSES: "~courses",
}
"""Elements whose children are records of one kind, in lists by finer kinds; "" where each list has a kind of its own."""
_LISTS = frozenset(
    "AUTORES INTEGRANTES-DO-PROJETO FINANCIADOR-DO-PROJETO VINCULOS DISCIPLINA PROJETO-DE-PESQUISA LINHA-DE-PESQUISA "
    "REGISTRO-OU-PATENTE".split()
)
_PLACE = ("ATUACOES-PROFISSIONAIS", "ATUACAO-PROFISSIONAL")


def _prepared(kind: WorkKind) -> Callable[[Any], Any]:
    def before(record: Any) -> Any:
        values = flat(record)
        organized = isinstance(values, dict) and values.get("@TIPO") == "LIVRO_ORGANIZADO_OU_EDICAO" and values.pop("@TIPO")
        people = "~editors" if organized else kind.people
        return {people if key == "AUTORES" else key: value for key, value in values.items()}

    return before


def _completed(**fields: str) -> Callable[[ImportedEntry, SourceReading], None]:
    """Make a function that sets what the element of a record says, if the record does not."""

    def finish(entry: ImportedEntry, reading: SourceReading) -> None:
        for key, value in fields.items():
            entry.setdefault(key, value)
        if "type" in fields:
            complete(entry, reading)

    return finish


def _studied(record: Any) -> Any:
    values = flat(record)
    if values.get("@STATUS-DO-CURSO") == "EM_ANDAMENTO" and not values.get("@ANO-DE-CONCLUSAO"):
        values["~until"] = "present"
    if values.get("@STATUS-DO-CURSO") != "INCOMPLETO":
        values.pop("@STATUS-DO-CURSO", None)
    return values


def _begun(record: Any) -> Any:
    """Say of what is not finished when it began."""
    values = flat(record)
    return {**{"~since" if key == "~year" else key: value for key, value in values.items()}, "~until": "present"}


def _taught(record: Any) -> Any:
    values = {"~role": "Docente", **flat(record)}
    courses = [text for value in as_list(values.get("DISCIPLINA")) if (text := element_text(value))]
    if courses and not values.get("@NOME-CURSO"):
        values["~title"], courses = ", ".join(courses), []
    return {**values, "DISCIPLINA": courses}


def _named(record: Any) -> Any:
    """Give a record that no collection fits a title: what it is about, or what it is."""
    values = flat(record)
    for key in ("@NOME-CURSO", "@NOME-DO-EVENTO", "@TITULO-INGLES", "@NATUREZA"):
        if not values.get("~title") and values.get(key):
            values["~title"] = values.pop(key)
    return values


_POSITION: Table = (Row("~organization", "organization", PROSE), Row("~posts", "roles", Each(POST)), *POST)
_RECORDS = (
    *(
        RecordSection(
            f"{_GENERAL}.FORMACAO-ACADEMICA-TITULACAO.{element}",
            "education",
            EDUCATION,
            before=_studied,
            finish=_completed(degree=degree),
        )
        for element, degree in reversed(DEGREES.items())
    ),
    *(
        RecordSection(kind.path, "publications", kind.table, before=_prepared(kind), finish=_completed(**kind.fixed))
        for kind in WORKS
    ),
    RecordSection("~positions", "positions", _POSITION),
    RecordSection("~service", "service", SERVICE_ROWS),
    RecordSection(
        "~ORGANIZACAO-DE-EVENTO", "service", EVENT_SERVICE, before=flat, finish=_completed(role="Organização de evento")
    ),
    RecordSection("~teaching", "teaching", TEACHING, before=_taught),
    RecordSection("~CURSO-DE-CURTA-DURACAO-MINISTRADO", "teaching", TEACHING, before=_taught),
    RecordSection("~grants", "grants", GRANT),
    RecordSection("~APRESENTACAO-DE-TRABALHO", "talks", TALK, before=flat),
    RecordSection("PRODUCAO-TECNICA.PATENTE", "patents", PATENT, before=flat),
    RecordSection("~exhibitions", "exhibitions", EXHIBITION, before=flat),
    RecordSection("~advising", "advising", ADVISING, before=_begun),
    RecordSection("~advised", "advising", ADVISING, before=flat),
    RecordSection(f"{_GENERAL}.PREMIOS-TITULOS.PREMIO-TITULO", "awards", AWARD),
    RecordSection(f"{_GENERAL}.IDIOMAS.IDIOMA", "languages", LANGUAGE, before=flat),
    RecordSection(f"{_GENERAL}.AREAS-DE-ATUACAO.AREA-DE-ATUACAO", "interests", AREA),
    RecordSection("~lines", "interests", RESEARCH_LINE, before=flat),
    *(RecordSection(path, "custom", OTHER, title, before=_named) for path, title in CUSTOM.items()),
    RecordSection(_GENERAL, "person", PERSON),
)
_NAMES = frozenset(section.theirs for section in _RECORDS)


def read(content: Content) -> Imported:
    """Read a CV. What other people wrote of themselves, such as their numbers on the platform, is theirs."""
    source = Rearranged(as_source(content.xml, content.file, _LISTS))
    source.data = _decoded(source.data)
    _add_groups(source)
    general = source.data.setdefault(_GENERAL, {})
    summary = general.pop("RESUMO-CV", None)
    number = source.data.pop("@NUMERO-IDENTIFICADOR", None)
    general |= {"~number": number, "~bio": bio(summary if isinstance(summary, dict) else {})}
    _add_posts(source, (str(number), str(general.get("@NOME-COMPLETO"))))
    imported = read_sections(source.source(), "lattes", _RECORDS)
    imported.owners += [name for name in (general.get("@NOME-COMPLETO"), *imported.person.get("variants", ())) if name]
    return imported


def _decoded(value: Any) -> Any:
    """Return data whose texts have no references such as `&quot;`, which the platform writes twice over."""
    if isinstance(value, dict):
        return {key: _decoded(part) for key, part in value.items()}
    return [_decoded(part) for part in value] if isinstance(value, list) else html.unescape(value) if "&" in value else value


def _add_groups(source: Rearranged) -> None:
    for path, name in _GROUPS.items():
        for at, group in items_at(look(source.data, path), keys_of(path)):
            for element in [key for key in group if not key.startswith("@")] if isinstance(group, dict) else ():
                if (name or f"~{element}") in _NAMES:
                    for here, record in items_at(group.pop(element), (*at, element)):
                        if isinstance(record, dict):
                            source.add(name or f"~{element}", record, here)


def _add_posts(source: Rearranged, owner: tuple[str, str]) -> None:
    """Make flat lists of what the person is and does at each institution."""
    at: DataPath = (_GENERAL, *_PLACE)
    places = look(source.data, ".".join(map(str, at)))
    for here, place in items_at(places, at):
        if not isinstance(place, dict):
            continue
        institution = str(place.pop("@NOME-INSTITUICAO", "") or "").strip()
        for path, record in _taken(place, "ATIVIDADES-DE-ENSINO.ENSINO", here):
            source.add("~teaching", {**_until(record), "~institution": institution}, path)
        for activity, word in SERVICE.items():
            for path, record in _taken(place, activity, here):
                source.add("~service", _service(_until(record), word, institution), path)
        for path, outer in _taken(place, "ATIVIDADES-DE-PESQUISA-E-DESENVOLVIMENTO.PESQUISA-E-DESENVOLVIMENTO", here):
            for inner, line in items_at(outer.pop("LINHA-DE-PESQUISA", None), (*path, "LINHA-DE-PESQUISA")):
                source.add("~lines", {**line, "PESQUISA-E-DESENVOLVIMENTO": {**outer, "@NOME-INSTITUICAO": institution}}, inner)
        for path, outer in _taken(place, "ATIVIDADES-DE-PARTICIPACAO-EM-PROJETO.PARTICIPACAO-EM-PROJETO", here):
            for inner, project in items_at(outer.pop("PROJETO-DE-PESQUISA", None), (*path, "PROJETO-DE-PESQUISA")):
                record = {**_project(project, owner), "PARTICIPACAO-EM-PROJETO": outer, "~place": institution}
                source.add("~grants", record, inner)
        _add_position(source, place, institution, here)


def _taken(place: Record, path: str, here: DataPath) -> Iterator[tuple[DataPath, Record]]:
    """Take the records at a path out of a place."""
    outer, inner = path.split(".")
    group = place.get(outer)
    if isinstance(group, dict):
        for at, record in items_at(group.pop(inner, None), (*here, outer, inner)):
            if isinstance(record, dict):
                yield at, record


def _until(record: Record) -> Record:
    lasts = record.get("@FLAG-PERIODO") == "ATUAL" and not record.get("@ANO-FIM")
    return {**record, **({"@ANO-FIM": "present"} if lasts else {})}


def _service(record: Record, word: str, institution: str) -> Record:
    said = next(
        (key for key in record if key in ("@ESPECIFICACAO", "@CARGO-OU-FUNCAO") or key.endswith(("REALIZADO", "REALIZADA"))), ""
    )
    role = record.pop(said, "") or word
    parts = [str(record.pop(key, "") or "").strip() for key in ("@NOME-ORGAO", "@NOME-UNIDADE")]
    venue = ", ".join(dict.fromkeys(part for part in parts if part))
    places = {"~venue": venue, "~organization": institution} if venue else {"~venue": institution or word}
    return {**record, "~role": role, **places}


def _project(record: Record, owner: tuple[str, str]) -> Record:
    team = [value for value in as_list(look(record, "EQUIPE-DO-PROJETO.INTEGRANTES-DO-PROJETO")) if isinstance(value, dict)]
    own = next((value for value in team if value.get("@NRO-ID-CNPQ") == owner[0] or value.get("@NOME-COMPLETO") == owner[1]), {})
    roles = {"SIM": "Coordenador", "NAO": "Integrante"}
    lasts = record.get("@SITUACAO") == "EM_ANDAMENTO" and not record.get("@ANO-FIM")
    return {**record, "~role": roles.get(own.get("@FLAG-RESPONSAVEL", ""), ""), "~until": "present" if lasts else ""}


def _add_position(source: Rearranged, place: Record, institution: str, here: DataPath) -> None:
    """Add the posts at an institution; those of reviewers and editors are service."""
    posts = []
    for path, record in items_at(place.pop("VINCULOS", None), (*here, "VINCULOS")):
        post = flat(record)
        if not isinstance(post, dict):
            continue
        if post.get("@ANO-INICIO") and not post.get("@ANO-FIM"):
            post["@ANO-FIM"] = "present"
        said = [post.get(key) for key in ("@OUTRO-ENQUADRAMENTO-FUNCIONAL-INFORMADO", "@ENQUADRAMENTO-FUNCIONAL")]
        other, kind = post.get("@OUTRO-VINCULO-INFORMADO"), post.get("@TIPO-DE-VINCULO")
        name = next((text for text in (*said, other, kind) if text), "Vínculo")
        rest = {key: value for key, value in post.items() if value != name}
        if POSTS_OF_SERVICE.match(name) or POSTS_OF_SERVICE.match(other or ""):
            source.add("~service", {**rest, "~role": name, "~venue": institution}, path)
        else:
            posts.append({**rest, "~post": in_words().read(name)})
    if posts and institution:
        record = {**place, "~organization": institution}
        source.add("~positions", {**record, **posts[0]} if len(posts) == 1 else {**record, "~posts": posts}, here)
        place.clear()
    elif posts:
        place["VINCULOS"] = posts


def _detects(content: Content) -> bool:
    return content.begins == "xml" and content.xml.name == "CURRICULO-VITAE"


FORMAT = Format("lattes", "Lattes", _detects, read)
