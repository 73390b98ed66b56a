r"""Parse TeX maths into a tree, and write it as one line of plain text, for targets other than TeX.

It supports what profiles may write between dollar signs (`compose/markup.py`): letters, numbers, operators, sub- and
superscripts, fractions, roots, and the commands below. As in TeX, spaces count only in `\text{…}`.
"""

from typing import Literal

from cvrender.model.expressions import expression
from cvrender.model.text import Text
from cvrender.model.value import Value

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
"""Every supported command. Others are not maths, so that TeX never gets them (`compose/markup.py`)."""

_SPACED = frozenset({*RELATIONS.values(), *BINARY.values(), *"=<>+−"})
_BIG = frozenset("∑∏∫")
_OPERANDS = frozenset({"letter", "number", "name", "text", "fraction", "root", "scripts", "accent"})
_CLOSING = frozenset(")]}⟩⌋⌉")
_LONGEST = 200  # tokens
_TOKEN = expression(r"\\text\s*\{[^{}\\]*\}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[^\s]")
_LETTER = expression(r"[\w∂∇∞][\u0302-\u0305\u20d7]*")  # a letter, or what is like one, with its accents
_TYPED = {"-": "−", "*": "∗", "'": "′"}
_DOUBLE_STRUCK = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}
_RAISED = str.maketrans("0123456789+−=()ni′kmptdxyT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ′ᵏᵐᵖᵗᵈˣʸᵀ")
_LOWERED = str.maketrans("0123456789+−=()aeioxhklmnpstj", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢₒₓₕₖₗₘₙₚₛₜⱼ")


class Maths(Value, frozen=True):
    """A node of a formula; an empty row is empty.

    The parts of a `fraction` are numerator and denominator, of a `root` radicand and degree, of an `accent` its base, and of
    `scripts` the base, the subscript and the superscript.
    """

    kind: Kind
    text: str = ""
    parts: "tuple[Maths, ...]" = ()

    def __bool__(self) -> bool:
        return bool(self.text or self.parts)

    @property
    def core(self) -> "Maths":
        """The node without its scripts."""
        return self.parts[0] if self.kind == "scripts" else self


def parse(tex: str) -> Maths:
    """Parse a formula as a row of nodes. Raises ValueError for what TeX would not accept either."""
    reader = _Reader(tex)
    row = reader.row("")
    if reader.tokens:
        raise ValueError(f"the formula {tex!r} has an unmatched brace")
    return row


class _Reader:
    def __init__(self, tex: str) -> None:
        self.tokens: list[str] = _TOKEN.findall(tex)[::-1]
        if len(self.tokens) > _LONGEST or not tex.isprintable():
            raise ValueError("a formula is too long or contains invisible characters")

    def row(self, end: str) -> Maths:
        """Parse everything up to the token that ends the row, and consume that."""
        parts: list[Maths] = []
        while self.tokens and self.tokens[-1] not in (end, "}"):
            parts.append(self.scripted())
        if end and (not self.tokens or self.tokens.pop() != end):
            raise ValueError(f"a formula lacks {end!r}")
        return parts[0] if len(parts) == 1 else Maths("row", parts=tuple(parts))

    def scripted(self) -> Maths:
        """Parse an atom with its scripts. Primes may precede a superscript."""
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
                raise ValueError("a formula has two subscripts or superscripts in one place")
            scripts[sign] = script
        return Maths("scripts", parts=(base, scripts["_"], scripts["^"])) if any(scripts.values()) else base

    def argument(self) -> Maths:
        """Parse a group, or a single character or command."""
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


def readable(text: Text) -> str:
    """Return the characters of a text, with its formulas as one line, for metadata: `Compilers for λ-machines`."""
    return "".join(in_characters(span.text) if span.math else span.text for span in text.spans)


def in_characters(tex: str) -> str:
    """Return a formula as one line of characters; what is not supported stays TeX."""
    try:
        return plain(parse(tex))
    except ValueError:
        return tex


def plain(maths: Maths) -> str:
    """Return the formula as one line of text: `O(n log n)`, `∑ᵢ₌₁ⁿ wᵢ ≤ 2ᵏ`, `(a + b)/2`."""
    if maths.kind == "row":
        return _row(maths.parts)
    if maths.kind == "fraction":
        return "/".join(_parenthesized(part) for part in maths.parts)
    if maths.kind == "root":
        radicand, degree = maths.parts
        return plain(degree).translate(_RAISED) + "√" + _parenthesized(radicand)
    if maths.kind == "accent":
        return _LETTER.sub(lambda match: match[0] + maths.text, plain(maths.parts[0]))
    if maths.kind == "scripts":
        base, below, above = maths.parts
        return plain(base) + _script(below, "_", _LOWERED) + _script(above, "^", _RAISED)
    return maths.text


def _row(parts: tuple[Maths, ...]) -> str:
    row, before = "", Maths("row")
    for part in parts:
        line = plain(part)
        if part.core.text in _SPACED and (before.kind in _OPERANDS or before.core.text in _CLOSING):
            row = f"{row.rstrip(' ')} {line} "
        elif row.endswith(" ") or not _needs_space(before, part):
            row += line
        else:
            row += f" {line}"
        before = part
    return row.strip(" ")


def _needs_space(before: Maths, part: Maths) -> bool:
    """Return whether a space is needed: around names, and after a comma or a large operator."""
    if part.kind not in _OPERANDS:
        return False
    if part.core.kind == "name" and (before.kind in _OPERANDS or before.core.text in _CLOSING):
        return True
    return before.core.kind == "name" or before.core.text in _BIG or before.text == ","


def _parenthesized(part: Maths) -> str:
    return f"({plain(part)})" if part.kind == "row" and len(part.parts) > 1 else plain(part)


def _script(part: Maths, sign: str, forms: dict[int, int]) -> str:
    """Return the script in Unicode sub- or superscript characters if all of them exist, else after its sign."""
    line = plain(part).replace(" ", "")
    if all(ord(char) in forms for char in line):
        return line.translate(forms)
    return f"{sign}{line}" if len(line) == 1 else f"{sign}({line})"
