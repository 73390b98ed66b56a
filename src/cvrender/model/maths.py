"""TeX's maths in, a tree of what it says out, or one line of plain characters: for targets that are not TeX.

It reads what profiles may hold between dollars (`compose/markup.py`): letters, numbers, signs, scripts, fractions, roots,
and the commands below. Blanks count only inside `\\text{…}`, as in TeX.
"""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["letter", "number", "name", "text", "sign", "space", "row", "fraction", "root", "scripts", "accent"]


def _table(pairs: str) -> dict[str, str]:
    words = pairs.split()
    return dict(zip(words[::2], words[1::2], strict=True))


LETTERS = _table(
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν "
    "xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π "
    "Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω infty ∞ emptyset ∅ partial ∂ nabla ∇ ell ℓ hbar ℏ"
)
RELATIONS = _table(
    "leq ≤ geq ≥ neq ≠ le ≤ ge ≥ ne ≠ ll ≪ gg ≫ approx ≈ sim ∼ simeq ≃ equiv ≡ propto ∝ in ∈ notin ∉ subset ⊂ subseteq ⊆ "
    "to → rightarrow → leftarrow ← Rightarrow ⇒"
)
BINARY = _table("times × cdot ⋅ pm ± mp ∓ div ÷ ast ∗ star ⋆ circ ∘ cup ∪ cap ∩ setminus ∖ land ∧ lor ∨")
SIGNS = _table(
    "sum ∑ prod ∏ int ∫ forall ∀ exists ∃ neg ¬ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ ldots … cdots ⋯ "
    "{ { } } | ‖ % %"
)
NAMES = frozenset("log ln exp sin cos tan max min lim inf sup det dim".split())
ALPHABETS = frozenset("mathbb mathbf mathcal mathrm mathit text".split())
ACCENTS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303", "vec": "\u20d7", "overline": "\u0305"}
SPACES = {"quad": "\u2003", ",": "\u2009", ";": "\u2005", "!": ""}
COMMANDS = frozenset({*LETTERS, *RELATIONS, *BINARY, *SIGNS, *NAMES, *ALPHABETS, *ACCENTS, *SPACES, "frac", "sqrt"})
"""Every command that is known."""

_SPACED = frozenset({*RELATIONS.values(), *BINARY.values(), *"=<>+−"})
_BIG = frozenset("∑∏∫")
_OPERANDS = frozenset({"letter", "number", "name", "text", "fraction", "root", "scripts", "accent"})
_CLOSING = frozenset(")]}⟩⌋⌉")
_LONGEST = 200  # tokens; a formula of more is none
_TOKEN = re.compile(r"\\text\s*\{[^{}\\]*\}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[^\s]")
_LETTER = re.compile(r"\w[\u0302-\u0305\u20d7]*")  # with the accents that it has
_TYPED = {"-": "−", "*": "∗", "'": "′"}
_DOUBLE_STRUCK = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}
_RAISED = str.maketrans("0123456789+−=()ni′kmptdxyT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ′ᵏᵐᵖᵗᵈˣʸᵀ")
_LOWERED = str.maketrans("0123456789+−=()aeioxhklmnpstj", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢₒₓₕₖₗₘₙₚₛₜⱼ")


@dataclass(frozen=True, slots=True)
class Maths:
    """A part of a formula; an empty row is nothing.

    `fraction` has two parts, `root` its radicand and degree, `accent` what it stands on, `scripts` a base, what stands
    below it, and what stands above.
    """

    kind: Kind
    text: str = ""
    parts: "tuple[Maths, ...]" = ()

    def __bool__(self) -> bool:
        return bool(self.text or self.parts)

    @property
    def core(self) -> "Maths":
        """The part without its scripts."""
        return self.parts[0] if self.kind == "scripts" else self


def parse(tex: str) -> Maths:
    """The formula as a row of its parts. Raises ValueError for what TeX would not take either."""
    reader = _Reader(tex)
    row = reader.row("")
    if reader.tokens:
        raise ValueError(f"the formula {tex!r} has a brace too many")
    return row


class _Reader:
    def __init__(self, tex: str) -> None:
        self.tokens: list[str] = _TOKEN.findall(tex)[::-1]
        if len(self.tokens) > _LONGEST or not tex.isprintable():
            raise ValueError("a formula is too long, or holds what cannot be seen")

    def row(self, end: str) -> Maths:
        """Everything up to the sign that ends the row, which is taken too."""
        parts: list[Maths] = []
        while self.tokens and self.tokens[-1] not in (end, "}"):
            parts.append(self.scripted())
        if end and (not self.tokens or self.tokens.pop() != end):
            raise ValueError(f"a formula lacks {end!r}")
        return parts[0] if len(parts) == 1 else Maths("row", parts=tuple(parts))

    def scripted(self) -> Maths:
        """An atom with its scripts, of which each place has one; primes may stand before what else is above."""
        base = Maths("row") if self.tokens[-1] in "^_'" else self.atom()
        scripts = {"_": Maths("row"), "^": Maths("row")}
        while self.tokens and self.tokens[-1] in "^_'":
            sign = self.tokens.pop()
            primes = scripts["^"].text.startswith("′")
            if sign == "'":
                sign, script = "^", Maths("sign", scripts["^"].text + "′" if primes else "′")
            else:
                script = self.argument()
                if sign == "^" and primes:
                    script = Maths("row", parts=(scripts["^"], script))
            if scripts[sign] and not (sign == "^" and primes):
                raise ValueError("a formula has two scripts in one place")
            scripts[sign] = script
        return Maths("scripts", parts=(base, scripts["_"], scripts["^"])) if any(scripts.values()) else base

    def argument(self) -> Maths:
        """A group, or a single character or command."""
        if not self.tokens or self.tokens[-1] in "^_'}":
            raise ValueError("a formula lacks an argument")
        if self.tokens[-1][0].isdigit():
            number = self.tokens.pop()
            self.tokens += [number[1:]] if number[1:] else []
            return Maths("number", number[0])
        return self.atom()

    def atom(self) -> Maths:
        token = self.tokens.pop()
        if token == "{":
            return self.row("}")
        if token.startswith("\\"):
            name, brace, text = token[1:].partition("{")
            return Maths("text", text[:-1]) if name and brace else self.command(token[1:])
        if token[0].isdigit():
            return Maths("number", token)
        return Maths("letter" if token.isalpha() else "sign", _TYPED.get(token, token))

    def command(self, name: str) -> Maths:
        for table, kind in ((LETTERS, "letter"), (RELATIONS, "sign"), (BINARY, "sign"), (SIGNS, "sign"), (SPACES, "space")):
            if name in table:
                return Maths(kind, table[name])  # type: ignore[arg-type]
        if name in NAMES:
            return Maths("name", name)
        if name == "frac":
            return Maths("fraction", parts=(self.argument(), self.argument()))
        if name == "sqrt":
            degree = self.row("]") if self.tokens[-1:] == ["["] and self.tokens.pop() else Maths("row")
            return Maths("root", parts=(self.argument(), degree))
        if name in ACCENTS:
            return Maths("accent", ACCENTS[name], (self.argument(),))
        if name in ALPHABETS:
            letters = plain(self.argument())
            return Maths("text", "".join(_DOUBLE_STRUCK.get(char, char) for char in letters) if name == "mathbb" else letters)
        raise ValueError(f"a formula has the unknown command {name!r}")


def plain(maths: Maths) -> str:
    """The formula in one line of characters: `O(n log n)`, `∑ᵢ₌₁ⁿ wᵢ ≤ 2ᵏ`, `(a + b)/2`."""
    if maths.kind == "row":
        return _row(maths.parts)
    if maths.kind == "fraction":
        return "/".join(_grouped(part) for part in maths.parts)
    if maths.kind == "root":
        radicand, degree = maths.parts
        return plain(degree).translate(_RAISED) + "√" + _grouped(radicand)
    if maths.kind == "accent":
        return _LETTER.sub(lambda match: match[0] + maths.text, plain(maths.parts[0]))
    if maths.kind == "scripts":
        base, below, above = maths.parts
        return plain(base) + _script(below, "_", _LOWERED) + _script(above, "^", _RAISED)
    return maths.text


def _row(parts: tuple[Maths, ...]) -> str:
    made, before = "", Maths("row")
    for part in parts:
        line = plain(part)
        if part.core.text in _SPACED and (before.kind in _OPERANDS or before.core.text in _CLOSING):
            made = f"{made.rstrip(' ')} {line} "
        elif made.endswith(" ") or not _apart(before, part):
            made += line
        else:
            made += f" {line}"
        before = part
    return made.strip(" ")


def _apart(before: Maths, part: Maths) -> bool:
    """True where a blank has to stand: around names, behind a comma and the big operators."""
    if part.kind not in _OPERANDS:
        return False
    if part.core.kind == "name" and (before.kind in _OPERANDS or before.core.text in _CLOSING):
        return True
    return before.core.kind == "name" or before.core.text in _BIG or before.text == ","


def _grouped(part: Maths) -> str:
    return f"({plain(part)})" if part.kind == "row" and len(part.parts) > 1 else plain(part)


def _script(part: Maths, sign: str, forms: dict[int, int]) -> str:
    """The script in characters of its own where all of it has these, else behind its sign."""
    line = plain(part).replace(" ", "")
    if all(ord(char) in forms for char in line):
        return line.translate(forms)
    return f"{sign}{line}" if len(line) == 1 else f"{sign}({line})"
