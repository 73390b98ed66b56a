"""Say which collection a section of a CV is by its title, in the languages in which CVs are mostly written."""

import re

_WORDS = {
    "bio": "summary|about( me)?|profile|objective|bio(graphy)?|welcome|introduction|resumen"
    "|perfil|sobre m[ií]|profil|[àa] propos|zusammenfassung|[üu]ber mich|resumo|sobre mim"
    "|riepilogo|profilo|samenvatting|о себе|个人简介|自我评价|简介|自己紹介|about us",
    "education": "education|studies|academic background|educaci[óo]n|formaci[óo]n|estudios|formation"
    "|[ée]tudes|ausbildung|bildung|studium|educa[çc][ãa]o|forma[çc][ãa]o|istruzione"
    "|formazione|opleiding(en)?|utbildning|uddannelse|образование|教育(背景|经历)?|学歴",
    "volunteering": "volunteer|voluntari|b[ée]n[ée]vol|ehrenamt|freiwillig|volontariat|vrijwillig|волонт|志愿",
    "projects": "projects?|proyectos?|projets?|projekte?|projetos?|progetti|projecten|проект|项目|プロジェクト",
    "certifications": "certificat|licen[sc]e|certificacion|certifica[çc]|zertifi|certificaten|сертификат|证书|資格|bootcamp",
    "awards": "award|honou?r|prize|fellowship|scholarship|achievement|premio|reconocimiento|logros"
    "|beca|distincion|prix|distinction|bourse|auszeichnung|preis|stipendi|pr[êe]mio|bolsa"
    "|riconosciment|prijzen|наград|достижени|获奖|奖项|荣誉|受賞",
    "languages": "(spoken |human |natural )?languages?|idiomas?|lenguas|langues|sprachen"
    "|sprachkenntnisse|l[íi]nguas|lingue|talen|spr[åa]k|sprog|языки|语言(能力)?|言語|語学",
    "references": "references?|referees?|referencias?|r[ée]f[ée]rences|referenzen|refer[êe]ncias"
    "|referenze|referenties|рекомендаци.*|推荐人",
    "service": "service|review|committee|organi[sz]ation of|professional activit|servicio|arbitraje|gremien|comit[ée]|serviço",
    "interests": "interests?|intereses|int[ée]r[êe]ts|interessen|interesses|interessi|интересы|兴趣"
    "|hobb(y|ies)|aficiones|loisirs",
    "skills": "skill|technolog|tools|expertise|competenc|habilidades|aptitudes|conocimientos"
    "|tecnolog|comp[ée]tences|f[äa]higkeiten|kenntnisse|habilidades|compet[êe]ncias"
    "|competenze|vaardigheden|f[äa]rdigheter|навыки|技能|スキル|stack",
    "positions": "experience|employment|work|position|career|appointment|industry|job|internship"
    "|experiencia|trabajo|empleo|exp[ée]rience|emploi|erfahrung|berufs|beruflich"
    "|experi[êe]ncia|esperienza|ervaring|werk|erfarenhet|опыт|работа|工作|职业|经历|実習|職歴|実務",
    "patents": "patents?|patentes?|brevets?|patente|专利",
    "publications": "publications?|publicacion|papers|ver[öo]ffentlichung|publika|publica[çc]|论文",
}
_WHOLE = frozenset({"bio", "education", "languages", "references"})
"""Collections whose sections have just this title, since the words are also parts of others."""
_COMPILED = {
    name: re.compile(rf"\W*(?:my |mes |meine? |mis? )?(?:{words})\W*" if name in _WHOLE else words, re.IGNORECASE)
    for name, words in _WORDS.items()
}


def is_about(name: str, title: str) -> bool:
    """Return whether a title is one of the sections of that name."""
    match = _COMPILED[name].fullmatch(title) if name in _WHOLE else _COMPILED[name].search(title)
    return bool(match)


def collection_of(title: str, *names: str) -> str:
    """Return the first of the names that the title is about, or "" if it is about none."""
    return next((name for name in names or _WORDS if is_about(name, title)), "")
