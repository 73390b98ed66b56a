"""Leave out the branches that TeX does not take: of `\\iffalse`, of switches, and of comparisons of what macros stand for."""

import re
from collections.abc import Mapping
from dataclasses import replace

from cvrender.old_cvs.document_language import language_of_tex
from cvrender.old_cvs.tex.definitions import Definition, argument

_CONDITION = re.compile(r"\\(if[A-Za-z@]*|else|fi)(?![A-Za-z@])")
_NEW = re.compile(r"\\newif\s*\\if([A-Za-z@]+)")
_SET = re.compile(r"\\([A-Za-z@]+?)(true|false)(?![A-Za-z@])")
_BY_LANGUAGE = re.compile(r"\\(?:IfLanguageName|iflanguage)\s*\{(\w+)\}\s*(?=\{)")
_WITH_GROUPS = frozenset(
    "iff ifthenelse ifdefempty ifblank ifstrempty iftoggle ifstrequal ifdef ifcsdef ifboolexpr iflanguage".split()
)
"""What is another command, or has groups as branches, without `\\fi`."""
_COMPARED = re.compile(
    r"\\ifthenelse\s*\{\s*\\equal\s*\{([^{}]*)\}\s*\{([^{}]*)\}\s*\}\s*(?=\{)"
    r"|\\if(?:strequal|defstring)\s*\{([^{}]*)\}\s*\{([^{}]*)\}\s*(?=\{)"
)
_OF_LANGUAGE = re.compile(
    r"\\([a-zA-Z]*?)(english|french|german|ngerman|spanish|italian|portuguese|brazilian|dutch|swedish|polish|czech|russian|chinese|"
    r"japanese|turkish)([a-zA-Z]*)\s*(?=\{)"
)
_OTHER_MACROS = frozenset({"captionsenglish", "captionsfrench", "captionsgerman", "extrasenglish", "extrasfrench"})
_TWO_TOKENS = re.compile(r"\s*(\\[A-Za-z@]+|[^\\\s])\s*(\\[A-Za-z@]+|[^\\\s])")


class Conditions:
    """Which branches a document takes. `switches` are what it declares with `\\newif`, `macros` what its macros stand for."""

    def __init__(self, preamble: str, macros: Mapping[str, Definition], language: str) -> None:
        self.switches = dict.fromkeys(_NEW.findall(preamble), False)
        self.switches |= {name: value == "true" for name, value in _SET.findall(preamble)}
        self.macros, self.language = macros, language

    def taken(self, source: str) -> str:
        """Return a text without the branches that are not taken; lines stay where they are.

        Of a condition that nothing decides, the first branch is taken.
        """
        if "\\if" in source or "\\If" in source:
            source = self._compared(self._by_language(self._between(source)))
        return self._in_one_language(source)

    def decided(self, definition: Definition) -> Definition:
        """Return a macro without the branches of switches and comparisons, where no argument decides."""
        names = {match[1] for match in _CONDITION.finditer(definition.body)} - {"else", "fi", *_WITH_GROUPS}
        if not names <= {f"if{name}" for name in self.switches} or "\\if" not in definition.body:
            return definition
        return replace(definition, body=self._compared(self._between(definition.body)))

    def _between(self, source: str) -> str:
        pieces: list[str] = []
        open_ones: list[tuple[bool, bool]] = []  # whether the branch is taken, and whether what is around it is
        place = 0
        for match in _CONDITION.finditer(source):
            if match.start() < place or match[1] in _WITH_GROUPS or match[1] in ("else", "fi") and not open_ones:
                continue
            is_shown = not open_ones or all(open_ones[-1])
            piece = source[place : match.start()]
            pieces.append(piece if is_shown else "\n" * piece.count("\n"))
            place = match.end()
            if match[1] == "fi":
                open_ones.pop()
            elif match[1] == "else":
                open_ones[-1] = (not open_ones[-1][0], open_ones[-1][1])
            else:
                is_true, place = self._is_true(match[1][2:], source, place)
                open_ones.append((is_true, is_shown))
        if open_ones:  # a condition that does not end is none
            return source
        return "".join((*pieces, source[place:]))

    def _is_true(self, name: str, source: str, place: int) -> tuple[bool, int]:
        """Return whether a condition holds, and the place after what it compares."""
        if name in ("", "num", "x") and (match := _TWO_TOKENS.match(source, place)):
            first, second = (self._text(token) for token in match.groups())
            is_known = not any(token.startswith("\\") for token in (first, second))
            return first == second or not is_known, match.end()
        return self.switches.get(name, name != "false"), place

    def _text(self, token: str) -> str:
        known = self.macros.get(token[1:]) if token.startswith("\\") else None
        return known.body if known and not known.arguments else token

    def _compared(self, source: str) -> str:
        """Return a text with the branches of comparisons in groups: `\\ifthenelse{\\equal{\\lang}{en}}{…}{…}`."""
        place = 0
        while match := _COMPARED.search(source, place):
            first, second = (self._text(text.strip()) for text in match.groups() if text is not None)
            then, end = argument(source, match.end(), "{}")
            other, end = argument(source, end, "{}")
            place = match.start()
            if "\\" in first + second or "#" in first + second:
                place = match.end()
                continue
            source = f"{source[: match.start()]}{(then if first == second else other) or ''}{source[end:]}"
        return source

    def _in_one_language(self, source: str) -> str:
        """Leave out the arguments of macros whose names are of other languages: `\\textfrench{…}` next to `\\textenglish{…}`."""
        used: dict[tuple[str, str], list[str]] = {}
        for match in _OF_LANGUAGE.finditer(source):
            if match[1] + match[2] + match[3] not in _OTHER_MACROS:
                used.setdefault((match[1], match[3]), []).append(match[2])
        for (before, after), names in used.items():
            codes = {name: language_of_tex(name) for name in names}
            if len(set(codes.values())) < 2 or not before + after and len(names) < 6:  # how well the person knows a language
                continue
            shown = self.language if self.language in codes.values() else codes[names[0]]
            for name in {name for name, code in codes.items() if code != shown}:
                pattern = re.compile(rf"\\{before}{name}{after}\s*(?=\{{)")
                while call := pattern.search(source):
                    text, end = argument(source, call.end(), "{}")
                    source = source[: call.start()] + "\n" * (text or "").count("\n") + source[end:]
        return source

    def _by_language(self, source: str) -> str:
        while match := _BY_LANGUAGE.search(source):
            first, end = argument(source, match.end(), "{}")
            second, end = argument(source, end, "{}")
            taken = first if language_of_tex(match[1]) == self.language else second
            source = f"{source[: match.start()]}{taken or ''}{source[end:]}"
        return source
