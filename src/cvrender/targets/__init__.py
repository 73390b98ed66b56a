"""List the targets. A target is a row here and a folder of the same name with these modules:

- `make.make(inputs)` makes its artifacts, the target's own file first;
- `read.read(content)` extracts what a reader sees of the file;
- `check.CHECKS` are the checks of this target only, by name.

What several targets are made from, one of them makes with `prepare.prepare(inputs)`; `prepare.faults` tells what would stop it.
A target with pages has `typesetter.typesetter(settings, style)`, which measures them. One with drafts has
`make.draft(document, style)`.
"""

from cvrender.model.reading import Traits
from cvrender.targets.base import Target

_PDF = Traits(paged=True, capitals=frozenset({"section", "group", "name"}), metadata=True, carries=True)
_TXT = Traits(capitals=frozenset({"section", "name"}), shows_addresses=True, characters_only=True)
_TEX = "embedded TeX, or another engine with --engine"

TARGETS = {
    target.name: target
    for target in (
        Target("tex", "LaTeX source that compiles by itself", Traits(source=True), default=True, prepared_by="tex", drafts=True),
        Target("pdf", "PDF, typeset by TeX", _PDF, default=True, prepared_by="tex", requires=_TEX),
        Target("md", "GitHub Markdown", Traits(links_once=True, returns=True), default=True, drafts=True),
        Target("docx", "Word document", Traits(metadata=True, carries=True, returns=True), default=True, requires="pandoc"),
        Target("html", "one HTML file", Traits(metadata=True, carries=True, bibtex=True)),
        Target("txt", "plain text, for web forms and e-mail", _TXT),
    )
}
"""Every target by name, which is also the file suffix, in the order in which they are made."""

PAGED = next(target for target in TARGETS.values() if target.traits.paged)
"""The target by whose pages a document is fitted and balanced."""

DEFAULT_TARGETS = tuple(target.name for target in TARGETS.values() if target.default)
