"""State what each record of a Lattes CV becomes, by the names of CNPq's schema (`CurriculoLattes.xsd`, `LMPLCurriculo.DTD`)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cvrender.formats.converters import DOI, EDITION, ISBN, PAGE_RANGE, PLAIN, PROSE, URL, joined
from cvrender.formats.lattes.values import (
    AUTHORS,
    DAY,
    FUNDER,
    KEYWORDS,
    LINE,
    MONTH,
    NAMES,
    NUMBER,
    PHONE,
    TEAM,
    VARIANTS,
    YEAR,
    in_words,
    types,
    words,
)
from cvrender.formats.shown import texts_of
from cvrender.formats.table import Converter, Row, Table
from cvrender.model.identifier_table import RESEARCHER_IDS

CUSTOM = {
    "PRODUCAO-TECNICA.PRODUTO-TECNOLOGICO": "Produtos tecnológicos",
    "PRODUCAO-TECNICA.PROCESSOS-OU-TECNICAS": "Processos ou técnicas",
    "PRODUCAO-TECNICA.TRABALHO-TECNICO": "Trabalhos técnicos",
    "PRODUCAO-TECNICA.CULTIVAR-REGISTRADA": "Cultivares registradas",
    "PRODUCAO-TECNICA.CULTIVAR-PROTEGIDA": "Cultivares protegidas",
    "PRODUCAO-TECNICA.DESENHO-INDUSTRIAL": "Desenhos industriais",
    "PRODUCAO-TECNICA.MARCA": "Marcas",
    "PRODUCAO-TECNICA.TOPOGRAFIA-DE-CIRCUITO-INTEGRADO": "Topografias de circuitos integrados",
    "~CARTA-MAPA-OU-SIMILAR": "Cartas, mapas ou similares",
    "~DESENVOLVIMENTO-DE-MATERIAL-DIDATICO-OU-INSTRUCIONAL": "Material didático ou instrucional",
    "~MANUTENCAO-DE-OBRA-ARTISTICA": "Manutenção de obras artísticas",
    "~MAQUETE": "Maquetes",
    "~RELATORIO-DE-PESQUISA": "Relatórios de pesquisa",
    "~PROGRAMA-DE-RADIO-OU-TV": "Programas de rádio ou TV",
    "~MIDIA-SOCIAL-WEBSITE-BLOG": "Redes sociais, websites e blogs",
    "~OUTRA-PRODUCAO-TECNICA": "Outras produções técnicas",
    "OUTRA-PRODUCAO.DEMAIS-TRABALHOS": "Demais trabalhos",
    "~committees": "Participação em bancas",
    "~events": "Participação em eventos",
    "~courses": "Formação complementar",
}
"""Records that no collection fits, and the titles of their sections, which are those of the platform."""

DEGREES = {
    "GRADUACAO": "Graduação",
    "ESPECIALIZACAO": "Especialização",
    "MESTRADO": "Mestrado",
    "DOUTORADO": "Doutorado",
    "POS-DOUTORADO": "Pós-doutorado",
    "LIVRE-DOCENCIA": "Livre-docência",
    "CURSO-TECNICO-PROFISSIONALIZANTE": "Curso técnico",
    "MESTRADO-PROFISSIONALIZANTE": "Mestrado profissional",
    "ENSINO-FUNDAMENTAL-PRIMEIRO-GRAU": "Ensino fundamental",
    "ENSINO-MEDIO-SEGUNDO-GRAU": "Ensino médio",
    "RESIDENCIA-MEDICA": "Residência médica",
    "APERFEICOAMENTO": "Aperfeiçoamento",
}
"""The elements of degrees, in the order of the schema, and their names."""

SERVICE = {
    "ATIVIDADES-DE-CONSELHO-COMISSAO-E-CONSULTORIA.CONSELHO-COMISSAO-E-CONSULTORIA": "Conselho, comissão ou consultoria",
    "ATIVIDADES-DE-DIRECAO-E-ADMINISTRACAO.DIRECAO-E-ADMINISTRACAO": "Direção e administração",
    "ATIVIDADES-DE-ESTAGIO.ESTAGIO": "Estágio",
    "ATIVIDADES-DE-SERVICO-TECNICO-ESPECIALIZADO.SERVICO-TECNICO-ESPECIALIZADO": "Serviço técnico especializado",
    "ATIVIDADES-DE-EXTENSAO-UNIVERSITARIA.EXTENSAO-UNIVERSITARIA": "Extensão universitária",
    "ATIVIDADES-DE-TREINAMENTO-MINISTRADO.TREINAMENTO-MINISTRADO": "Treinamento ministrado",
    "OUTRAS-ATIVIDADES-TECNICO-CIENTIFICA.OUTRA-ATIVIDADE-TECNICO-CIENTIFICA": "Outra atividade técnico-científica",
}
"""Activities at an institution that are service, and what the person does in those that do not say it."""

POSTS_OF_SERVICE = re.compile(r"revisor|membro de (?:corpo editorial|comitê)|parecerista|editor\b", re.IGNORECASE)
"""How the names of posts begin that the platform keeps among employments, and that are service."""


_PAPERS = {"JORNAL_DE_NOTICIAS": "article-newspaper", "REVISTA_MAGAZINE": "article-magazine"}
_TRANSLATIONS = {"LIVRO": "book", "ARTIGO": "article-journal"}
_STATUS = {"EM_ANDAMENTO": "active", "CONCLUIDO": "completed"}
_PERIOD = (Row(("@ANO-INICIO", "@MES-INICIO"), "start", MONTH), Row(("@ANO-FIM", "@MES-FIM"), "end", MONTH))
_COMMON = (
    Row("@DESCRICAO-INFORMACOES-ADICIONAIS", "note", PROSE),
    Row("PALAVRAS-CHAVE", "tags", KEYWORDS),
    Row("~page", "url", URL),
)
_WORK = (
    Row("~title", "title", PROSE),
    Row("AUTORES", "authors", AUTHORS),
    Row("~editors", "editors", AUTHORS),
    Row("~translators", "translators", AUTHORS),
    Row("~year", "date", YEAR),
    Row("@DOI", "doi", DOI),
    Row("@VOLUME", "volume", PLAIN),
    Row("@FASCICULO", "issue", PLAIN),
    Row(("@PAGINA-INICIAL", "@PAGINA-FINAL"), "page", PAGE_RANGE),
    Row("@ISBN", "isbn", ISBN),
    Row("@ISSN-ISBN", "isbn", ISBN),
    Row("@NOME-DA-EDITORA", "publisher", PROSE),
    Row("~institution", "publisher", PROSE),
    Row("@CIDADE-DA-EDITORA", "publisher_place", PROSE),
    Row("~city", "publisher_place", PROSE),
    Row("@NUMERO-DA-EDICAO-REVISAO", "edition", EDITION),
    Row("@NUMERO-DA-SERIE", "collection_number", PLAIN),
    *_COMMON,
)
_OTHER_WORK = (Row("@NATUREZA", "genre", Converter(lambda value: PROSE.read(words(value)), PROSE.write)), *_WORK)
_ARTICLE = (Row("@TITULO-DO-PERIODICO-OU-REVISTA", "venue.name", PROSE), *_WORK)


@dataclass(frozen=True, slots=True)
class WorkKind:
    """A list of works: its path, how the names of its parts and attributes end, and what each is with us.

    `people` is what the authors are called. `fixed` are fields of each entry. `details` are the attributes that are written into
    the second part; a kind without any is read only.
    """

    path: str
    ending: str
    title: str
    year: str
    table: Table
    fixed: Mapping[str, str]
    details: str = ""
    people: str = "AUTORES"


_PAGES = "PAGINA-INICIAL PAGINA-FINAL"
_PUBLISHER = "NOME-DA-EDITORA CIDADE-DA-EDITORA"
_BIBLIOGRAPHY = "PRODUCAO-BIBLIOGRAFICA"
_BOOKS = f"{_BIBLIOGRAPHY}.LIVROS-E-CAPITULOS"
_MORE = f"{_BIBLIOGRAPHY}.DEMAIS-TIPOS-DE-PRODUCAO-BIBLIOGRAFICA"
WORKS = (
    WorkKind(
        f"{_BIBLIOGRAPHY}.TRABALHOS-EM-EVENTOS.TRABALHO-EM-EVENTOS",
        "DO-TRABALHO",
        "TITULO-DO-TRABALHO",
        "ANO-DO-TRABALHO",
        (
            Row("@NATUREZA", "genre", in_words("RESUMO", "RESUMO_EXPANDIDO")),
            Row("@TITULO-DOS-ANAIS-OU-PROCEEDINGS", "venue.name", PROSE),
            Row("@NOME-DO-EVENTO", "venue.name", PROSE),
            Row("~city", "venue.location", PROSE),
            *_WORK,
        ),
        {"type": "paper-conference"},
        f"NOME-DO-EVENTO CIDADE-DO-EVENTO TITULO-DOS-ANAIS-OU-PROCEEDINGS VOLUME FASCICULO {_PAGES} ISBN {_PUBLISHER}",
    ),
    WorkKind(
        f"{_BIBLIOGRAPHY}.ARTIGOS-PUBLICADOS.ARTIGO-PUBLICADO",
        "DO-ARTIGO",
        "TITULO-DO-ARTIGO",
        "ANO-DO-ARTIGO",
        _ARTICLE,
        {"type": "article-journal"},
        f"TITULO-DO-PERIODICO-OU-REVISTA VOLUME FASCICULO {_PAGES}",
    ),
    WorkKind(
        f"{_BOOKS}.LIVROS-PUBLICADOS-OU-ORGANIZADOS.LIVRO-PUBLICADO-OU-ORGANIZADO",
        "DO-LIVRO",
        "TITULO-DO-LIVRO",
        "ANO",
        _WORK,
        {"type": "book"},
        f"ISBN NUMERO-DA-EDICAO-REVISAO NUMERO-DA-SERIE {_PUBLISHER}",
    ),
    WorkKind(
        f"{_BOOKS}.CAPITULOS-DE-LIVROS-PUBLICADOS.CAPITULO-DE-LIVRO-PUBLICADO",
        "DO-CAPITULO",
        "TITULO-DO-CAPITULO-DO-LIVRO",
        "ANO",
        (Row("@TITULO-DO-LIVRO", "venue.name", PROSE), Row("@ORGANIZADORES", "container_editors", NAMES), *_WORK),
        {"type": "chapter"},
        f"TITULO-DO-LIVRO {_PAGES} ISBN ORGANIZADORES NUMERO-DA-EDICAO-REVISAO NUMERO-DA-SERIE {_PUBLISHER}",
    ),
    WorkKind(
        f"{_BIBLIOGRAPHY}.TEXTOS-EM-JORNAIS-OU-REVISTAS.TEXTO-EM-JORNAL-OU-REVISTA",
        "DO-TEXTO",
        "TITULO-DO-TEXTO",
        "ANO-DO-TEXTO",
        (
            Row("@NATUREZA", "type", types(_PAPERS)),
            Row("@TITULO-DO-JORNAL-OU-REVISTA", "venue.name", PROSE),
            Row("@DATA-DE-PUBLICACAO", "date", DAY),
            *_WORK,
        ),
        {"type": "article-newspaper"},
        f"TITULO-DO-JORNAL-OU-REVISTA DATA-DE-PUBLICACAO VOLUME {_PAGES}",
    ),
    WorkKind(
        f"{_MORE}.OUTRA-PRODUCAO-BIBLIOGRAFICA",
        "DE-OUTRA-PRODUCAO",
        "TITULO",
        "ANO",
        (Row("~institution", "publisher", PROSE), Row("@ISSN-ISBN", "isbn", ISBN), *_OTHER_WORK),
        {"type": "document"},
        "EDITORA CIDADE-DA-EDITORA ISSN-ISBN",
    ),
    WorkKind(f"{_MORE}.PARTITURA-MUSICAL", "DA-PARTITURA", "TITULO", "ANO", _OTHER_WORK, {"type": "musical_score"}),
    WorkKind(
        f"{_MORE}.PREFACIO-POSFACIO",
        "DO-PREFACIO-POSFACIO",
        "TITULO",
        "ANO",
        (Row("@TIPO", "genre", in_words()), Row("@TITULO-DA-PUBLICACAO", "venue.name", PROSE), *_WORK),
        {"type": "chapter"},
    ),
    WorkKind(
        f"{_MORE}.TRADUCAO",
        "DA-TRADUCAO",
        "TITULO",
        "ANO",
        (
            Row("@NATUREZA", "type", types(_TRANSLATIONS)),
            Row("@NOME-DO-AUTOR-TRADUZIDO", "authors", NAMES),
            Row("@TITULO-DA-OBRA-ORIGINAL", "original_title", PLAIN),
            *_WORK,
        ),
        {"type": "document"},
        people="~translators",
    ),
    WorkKind(
        f"{_BIBLIOGRAPHY}.ARTIGOS-ACEITOS-PARA-PUBLICACAO.ARTIGO-ACEITO-PARA-PUBLICACAO",
        "DO-ARTIGO",
        "TITULO-DO-ARTIGO",
        "ANO-DO-ARTIGO",
        _ARTICLE,
        {"type": "article-journal", "status": "accepted"},
        f"TITULO-DO-PERIODICO-OU-REVISTA VOLUME FASCICULO {_PAGES}",
    ),
    WorkKind("PRODUCAO-TECNICA.SOFTWARE", "DO-SOFTWARE", "TITULO-DO-SOFTWARE", "ANO", _WORK, {"type": "software"}, "PLATAFORMA"),
    WorkKind("~EDITORACAO", "DE-EDITORACAO", "TITULO", "ANO", _WORK, {"type": "book"}, people="~editors"),
)
"""The lists of works, in the order of the schema."""

PATENT = (
    Row("~title", "title", PROSE),
    Row("AUTORES", "authors", AUTHORS),
    Row("REGISTRO-OU-PATENTE.0.@CODIGO-DO-REGISTRO-OU-PATENTE", "number", PLAIN),
    Row("REGISTRO-OU-PATENTE.0.@INSTITUICAO-DEPOSITO-REGISTRO", "authority", PROSE),
    Row("REGISTRO-OU-PATENTE.0.@DATA-PEDIDO-DE-DEPOSITO", "date", DAY),
    Row("~year", "date", YEAR),
    *_COMMON,
)
TALK_CODES = ("COMUNICACAO", "CONFERENCIA", "CONGRESSO", "SEMINARIO", "SIMPOSIO", "OUTRA")
TALK = (
    Row("@NATUREZA", "role", in_words(*TALK_CODES)),
    Row("~title", "title", PROSE),
    Row("@NOME-DO-EVENTO", "event.name", PROSE),
    Row("~institution", "organization", PROSE),
    Row("~city", "location", PROSE),
    Row("~year", "date", YEAR),
    *_COMMON,
)
ADVISING = (
    Row("~person", "name", PLAIN),
    Row("@NATUREZA", "role", in_words()),
    Row("~institution", "institution", PROSE),
    Row("~title", "topic", PROSE),
    Row("~since", "start", YEAR),
    Row("~until", "end", PLAIN),
    Row("~year", "date", YEAR),
    Row("@TIPO-DE-ORIENTACAO", "note", in_words()),
    Row("@TIPO-DE-ORIENTACAO-CONCLUIDA", "note", in_words()),
    *_COMMON,
)
EDUCATION = (
    Row("~institution", "institution", PROSE),
    Row("@NOME-CURSO", "field", PROSE),
    Row("~title", "thesis", PROSE),
    Row("@NOME-COMPLETO-DO-ORIENTADOR", "advisors", NAMES),
    Row("@NOME-DO-ORIENTADOR", "advisors", NAMES),
    Row("@NOME-DO-CO-ORIENTADOR", "advisors", NAMES),
    Row("@ANO-DE-INICIO", "start", YEAR),
    Row("@ANO-DE-CONCLUSAO", "end", YEAR),
    Row("~until", "end", PLAIN),
    Row("@ANO-DE-OBTENCAO-DO-TITULO", "end", YEAR),
    Row("@STATUS-DO-CURSO", "note", in_words()),
    Row("PALAVRAS-CHAVE", "tags", KEYWORDS),
)
POST = (Row("~post", "title", PROSE), *_PERIOD, Row("@OUTRAS-INFORMACOES", "summary", PROSE))
SERVICE_ROWS = (
    Row("~role", "role", PROSE),
    Row("~venue", "venue", PROSE),
    Row("~organization", "organization", PROSE),
    *_PERIOD,
    Row("@OUTRAS-INFORMACOES", "note", PROSE),
)
EVENT_SERVICE = (
    Row("~title", "venue", PROSE),
    Row("~institution", "organization", PROSE),
    Row("~city", "location", PROSE),
    Row("~year", "date", YEAR),
    *_COMMON,
)
TEACHING = (
    Row("~role", "role", PROSE),
    Row("~title", "title", PROSE),
    Row("DISCIPLINA", "highlights", Converter(lambda texts: [PROSE.read(text) for text in texts], texts_of)),
    Row("@NOME-CURSO", "title", PROSE),
    Row("@TIPO-ENSINO", "level", in_words("GRADUACAO", "POS-GRADUACAO", "ESPECIALIZACAO", "APERFEICOAMENTO")),
    Row("@NIVEL-DO-CURSO", "level", in_words()),
    Row("~institution", "institution", PROSE),
    Row("~city", "location", PROSE),
    Row(("@DURACAO", "@UNIDADE"), "hours", joined(" ")),
    *_PERIOD,
    Row("~year", "date", YEAR),
    *_COMMON,
)
GRANT = (
    Row("@NOME-DO-PROJETO", "title", PROSE),
    Row("FINANCIADORES-DO-PROJETO.FINANCIADOR-DO-PROJETO", "funder", FUNDER),
    Row("@IDENTIFICADOR-PROJETO", "number", PLAIN),
    Row("@SITUACAO", "status", types(_STATUS)),
    Row("~role", "role", PROSE),
    Row("~place", "place", PROSE),
    Row("EQUIPE-DO-PROJETO.INTEGRANTES-DO-PROJETO", "investigators", TEAM),
    Row("@DESCRICAO-DO-PROJETO", "objectives", PROSE),
    Row("@ANO-INICIO", "start", YEAR),
    Row("@ANO-FIM", "end", YEAR),
    Row("~until", "end", PLAIN),
)
AWARD = (
    Row("@NOME-DO-PREMIO-OU-TITULO", "title", PROSE),
    Row("@NOME-DA-ENTIDADE-PROMOTORA", "issuer", PROSE),
    Row("@ANO-DA-PREMIACAO", "date", YEAR),
)
_LEVEL = in_words("BEM", "RAZOAVELMENTE", "POUCO")
LANGUAGE = (
    Row("@DESCRICAO-DO-IDIOMA", "language", PROSE),
    Row("@PROFICIENCIA-DE-COMPREENSAO", "listening", _LEVEL),
    Row("@PROFICIENCIA-DE-LEITURA", "reading", _LEVEL),
    Row("@PROFICIENCIA-DE-FALA", "spoken_production", _LEVEL),
    Row("@PROFICIENCIA-DE-ESCRITA", "writing", _LEVEL),
)
AREA = (
    Row(
        (
            "@NOME-DA-AREA-DO-CONHECIMENTO",
            "@NOME-DA-SUB-AREA-DO-CONHECIMENTO",
            "@NOME-DA-ESPECIALIDADE",
        ),
        "text",
        joined(" / "),
    ),
    Row("@NOME-GRANDE-AREA-DO-CONHECIMENTO", "text", in_words()),
)
RESEARCH_LINE = (Row("~title", "text", PROSE), Row("@OBJETIVOS-LINHA-DE-PESQUISA", "note", PROSE))
EXHIBITION = (
    Row("~title", "title", PROSE),
    Row("@NATUREZA", "form", in_words()),
    Row("~institution", "venue", PROSE),
    Row("~city", "location", PROSE),
    Row("~year", "date", YEAR),
    *_COMMON,
)
OTHER = (
    Row("~title", "title", PROSE),
    Row("@NOME-DO-EVENTO", "organization", PROSE),
    Row("~institution", "organization", PROSE),
    Row("~city", "location", PROSE),
    Row(("@NATUREZA", "@TIPO-PARTICIPACAO", "@FORMA-PARTICIPACAO", "~person"), "summary", joined(", ", in_words())),
    Row("@FINALIDADE", "note", PROSE),
    Row("@DATA-DA-APRESENTACAO", "date", DAY),
    Row("~year", "date", YEAR),
    Row("@ANO-DE-INICIO", "start", YEAR),
    Row("@ANO-DE-CONCLUSAO", "end", YEAR),
    *_COMMON,
)
PERSON = (
    Row("@NOME-COMPLETO", "name", PLAIN),
    Row("@NOME-EM-CITACOES-BIBLIOGRAFICAS", "variants", VARIANTS),
    Row("@ORCID-ID", "orcid", Converter(lambda value: RESEARCHER_IDS["orcid"].find(str(value)))),
    Row("~number", "links", NUMBER),
    Row("@PAIS-DE-NACIONALIDADE", "nationality", PROSE),
    Row(("@CIDADE-NASCIMENTO", "@UF-NASCIMENTO", "@PAIS-DE-NASCIMENTO"), "birthplace", LINE),
    Row("@DATA-NASCIMENTO", "birthdate", DAY),
    Row("@SEXO", "gender", in_words("MASCULINO", "FEMININO")),
    Row("~bio", "/bio", Converter(lambda value: value)),
    Row("ENDERECO.ENDERECO-PROFISSIONAL.@E-MAIL", "emails", Converter(lambda value: [PLAIN.read(value)])),
    Row("ENDERECO.ENDERECO-PROFISSIONAL.@HOME-PAGE", "links", Converter(lambda value: [URL.read(value)])),
    Row(tuple(f"ENDERECO.ENDERECO-PROFISSIONAL.@{key}" for key in ("DDD", "TELEFONE", "RAMAL")), "phones", PHONE),
    Row(tuple(f"ENDERECO.ENDERECO-PROFISSIONAL.@{key}" for key in ("CIDADE", "UF", "PAIS")), "location", LINE),
)
