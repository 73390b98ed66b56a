"""Write formulas as MathML, annotated with their TeX source, for display, screen readers and copying.

Elements and attributes are those of MathML Core (https://www.w3.org/TR/mathml-core/), which browsers support.
"""

from html import escape

from cvrender.text.formulas import Maths, parse, plain

_FENCES = frozenset("()[]{}|‖⟨⟩⌊⌋⌈⌉")
_LONGEST = 30  # characters that fit on one line of a phone
_TIGHT = frozenset("/:")
_SPACE = '<mspace width="0.17em"></mspace>'
_NO_SPACE = ' lspace="0em" rspace="0em"'  # as in TeX's scripts
_STROKES = {"\u0302": "^", "\u0304": "¯", "\u0303": "~", "\u20d7": "→", "\u0305": "¯"}
_ELEMENTS = {"letter": "mi", "name": "mi", "number": "mn", "text": "mtext", "space": "mtext"}


def mathml(tex: str) -> str:
    """Return a `<math>` element, or plain text for a long formula, since browsers do not break MathML. Raises ValueError."""
    parsed = parse(tex)
    if len(plain(parsed)) > _LONGEST:
        return f'<span class="math">{escape(plain(parsed))}</span>'
    formula = _row(parsed)
    annotation = f'<annotation encoding="application/x-tex">{escape(tex)}</annotation>'
    return f"<math><semantics>{formula}{annotation}</semantics></math>"


def _row(maths: Maths) -> str:
    """Write parts side by side, with a space before and after a name where its neighbour is an operand."""
    parts = maths.parts if maths.kind == "row" else (maths,)
    kinds = ["", *(part.core.kind for part in parts), ""]
    result = ""
    for before, part, after in zip(kinds, parts, kinds[2:], strict=False):
        is_name = part.core.kind == "name"
        result += _SPACE if is_name and before in ("letter", "number", "text") else ""
        result += _one(part)
        result += _SPACE if is_name and after in ("letter", "number", "text", "name") else ""
    return f"<mrow>{result}</mrow>"


def _one(maths: Maths) -> str:
    if maths.kind in _ELEMENTS:
        element = _ELEMENTS[maths.kind]
        return f"<{element}>{escape(maths.text)}</{element}>"
    if maths.kind == "sign":
        tight = ' stretchy="false"' if maths.text in _FENCES else _NO_SPACE if maths.text in _TIGHT else ""
        return f"<mo{tight}>{escape(maths.text)}</mo>"
    if maths.kind == "row":
        return _row(maths)
    return _compound(maths)


def _compound(maths: Maths) -> str:
    """Write fractions, roots, accents and scripts."""
    if maths.kind == "accent":
        return f'<mover accent="true">{_one(maths.parts[0])}<mo stretchy="false">{_STROKES[maths.text]}</mo></mover>'
    if maths.kind == "fraction":
        return f"<mfrac>{''.join(map(_one, maths.parts))}</mfrac>"
    if maths.kind == "root":
        radicand, degree = maths.parts
        return f"<mroot>{_one(radicand)}{_one(degree)}</mroot>" if degree else f"<msqrt>{_one(radicand)}</msqrt>"
    base, below, above = maths.parts
    element = "msubsup" if below and above else "msub" if below else "msup"
    scripts = "".join(_one(script) for script in (below, above) if script)
    return f"<{element}>{_one(base)}{scripts.replace('<mo>', f'<mo{_NO_SPACE}>')}</{element}>"
