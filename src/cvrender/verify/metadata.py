"""An artifact in, what it says about itself and the Document does not out."""

from collections.abc import Iterator

from cvrender.verify.base import Discrepancy, Evidence, brief


def check(evidence: Evidence) -> Iterator[Discrepancy]:
    """Title, author, language, subject and keywords are the Document's."""
    if not evidence.traits.metadata:
        return
    said = evidence.document.properties
    wanted = {"title": said.title, "author": said.author, "language": said.language, "subject": said.subject}
    wanted["keywords"] = ", ".join(said.keywords)
    for name, value in wanted.items():
        found = " ".join(evidence.reading.properties.get(name, "").split())
        if found != " ".join(value.split()):
            yield Discrepancy(f"its {name} is {brief(found)}, not {brief(value)}")
