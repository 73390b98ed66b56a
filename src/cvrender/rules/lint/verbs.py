"""Find bullets without a verb in lists where most bullets have one.

Only English is supported. A bullet's verb comes first, possibly after an adverb or a subject: `Designed …`, `Successfully built
…`, `We show …`. Verbs are recognized by their endings and by a list of verbs that are common in CVs.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from cvrender.errors import shorten
from cvrender.model.convert import DataPath
from cvrender.rules.lint.base import BulletField, LintContext, LintFinding

_VERBS = frozenset(
    """accelerate achieve act adapt add address administer advance advise aid aim analyze analyse apply architect arrange
    assess assist attain audit author automate award balance be become begin bring broaden build calculate chair champion
    change check close co-author co-design co-develop co-found co-lead co-organize coach collaborate collect combine come
    compare compile complete compose compress compute conceive conduct configure connect consolidate construct consult
    contribute control convert coordinate create cut debug define deliver demonstrate deploy derive describe design detect
    determine develop devise direct discover document double draft draw drive earn edit educate enable enhance ensure
    establish evaluate examine execute expand explain explore extend facilitate find fix formulate foster found gain gather
    generate get give go grow guide handle have head help host identify implement improve increase influence initiate
    innovate install integrate introduce invent investigate keep launch lead learn let leverage lift lower maintain make
    manage measure meet mentor migrate model modernize modify monitor move negotiate obtain operate optimize optimise
    orchestrate organize organise oversee own parallelize participate partner perform pilot pioneer plan port prepare
    present prevent produce profile program propose prototype prove provide publish pursue put raise reach read rebuild
    receive recruit redesign reduce refactor refine release remove replace report represent research resolve restructure
    review revise run save scale secure see select send serve set shape share ship show simplify simulate solve spearhead
    speed start steer streamline strengthen study submit suggest supervise supply support survey tackle take target teach
    test think track train transform translate tune turn understand unify update upgrade use utilize validate verify win
    work write""".split()
)
_IRREGULAR = frozenset(
    """am are is was were been began brought built came chose cut did done drew drove earned found gave gained got grew had has
    held kept knew laid led left let made met oversaw put ran read rebuilt rewrote said saw sent set shown showed sold spent
    spoke stood taken taught thought told took understood undertook went won wrote written""".split()
)
_SUBJECTS = frozenset({"i", "we", "he", "she", "they", "which", "who", "that", "and", "also", "then"})
_FIRST_WORDS = 3


def without_verb(context: LintContext) -> Iterator[LintFinding]:
    """A bullet without a verb among bullets with verbs (English only)."""
    if not context.profile.language.startswith("en"):
        return
    lists: dict[DataPath, list[BulletField]] = defaultdict(list)
    for bullet in context.bullets:
        if not bullet.has_more and bullet.section in ("positions", "systems"):
            lists[bullet.path[:2]].append(bullet)
    for bullets in lists.values():
        without = [bullet for bullet in bullets if not has_verb(bullet.text)]
        if len(bullets) >= 3 and len(without) * 3 <= len(bullets):
            for bullet in without:
                message = f"bullet {shorten(bullet.text)} has no verb"
                yield LintFinding(bullet.path, message, "say what was done: Built, Led, Proved …")


def has_verb(text: str) -> bool:
    """Return whether one of the first words looks like a verb."""
    words = re.findall(r"[A-Za-z][A-Za-z-]*", re.sub(r"[*_`\[\]]", "", text))
    for word in words[:_FIRST_WORDS]:
        lower = word.lower()
        if _is_verb(lower):
            return True
        if not (lower in _SUBJECTS or lower.endswith("ly") or lower.startswith("co-")):
            return False
    return False


def _is_verb(word: str) -> bool:
    if word in _VERBS or word in _IRREGULAR:
        return True
    if word.endswith("ed") and len(word) > 4:
        return True
    if word.endswith("ing"):
        return len(word) > 5
    stems = {word.removesuffix("s"), word.removesuffix("es"), word[:-3] + "y" if word.endswith("ies") else word}
    return bool(stems & _VERBS)
