"""A profile's path in, artefacts out: every stage named once, in order.

load       the YAML file, with the place of every value
merge      the files that it includes, and overlays on top
validate   its data against the model, all Problems at once
tailor     what the view shows of it
compose    what that says, once for all targets
render     the Document in each target's alphabet
build      the artefacts: TeX for PDF, pandoc for docx
verify     each artefact, read back, against the Document
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from cvrender.errors import CvrenderError, InputError, Problem
from cvrender.job import Artefact, Job, LoadedProfile
from cvrender.load import OWN, STRANGERS, Caps, load
from cvrender.merge import load_overlay, with_includes, with_overlay
from cvrender.proof import together
from cvrender.tailor import Warn
from cvrender.validate import validate

__all__ = [
    "Artefact",
    "DEFAULT_TARGETS",
    "Job",
    "LoadedProfile",
    "TARGETS",
    "artefacts",
    "load_profile",
    "render",
    "render_untrusted",
]

TARGETS = ("tex", "pdf", "md", "docx", "html", "txt")
DEFAULT_TARGETS = TARGETS[:4]


def load_profile(path: str | Path, overlays: Iterable[str | Path] = (), caps: Caps = OWN) -> LoadedProfile:
    """Load and validate one profile, with what it includes and with overlays on top. Raises InputError with every Problem."""
    source = with_includes(load(Path(path), caps), Path(path).parent, caps)
    for overlay in overlays:
        source = with_overlay(source, load_overlay(Path(overlay), caps))
    return LoadedProfile(source, validate(source))


def render(
    loaded: LoadedProfile,
    view: str = "full",
    style: str | None = None,
    targets: Iterable[str] = DEFAULT_TARGETS,
    engine: str | None = None,
    options: Mapping[str, str] | None = None,
    warn: Warn = lambda problem: None,
    thorough: bool = False,
    style_path: Iterable[str | Path] = (),
) -> list[Artefact]:
    """Make the targets of one profile in one view and style, and check each; touches no file but the cache.

    Without `style` and `engine` the profile's own count; `options` are values for the style's options; `thorough` asks for
    checks that take seconds; `style_path` are folders of styles that are not trusted. Raises InputError for what the caller
    can mend in the profile or the request, ToolError when TeX or pandoc fails, ArtefactError when an artefact fails its
    checks; each carries what passed and what failed.
    """
    job = Job(loaded, view, style, engine, options or {}, thorough, tuple(map(Path, style_path)))
    return _made(job, targets, warn)


def render_untrusted(
    profile: str | Path,
    view: str = "full",
    style: str | None = None,
    targets: Iterable[str] = DEFAULT_TARGETS,
    engine: str | None = None,
    options: Mapping[str, str] | None = None,
    warn: Warn = lambda problem: None,
    thorough: bool = False,
    style_path: Iterable[str | Path] = (),
    overlays: Iterable[str | Path] = (),
    jail: bool = True,
) -> list[Artefact]:
    """Load and `render` what a stranger wrote: files may be as large as CVs are, and TeX and pandoc work in a jail.

    Raises ToolError when this machine has no jail, unless that is accepted with `jail=False`; see SECURITY.md for what is
    promised. Give every stranger's files a folder of their own.
    """
    from cvrender.build.jail import find_jail

    walls = find_jail() if jail else None
    loaded = load_profile(profile, overlays, STRANGERS)
    job = Job(loaded, view, style, engine, options or {}, thorough, tuple(map(Path, style_path)), walls)
    return _made(job, targets, warn)


def _made(job: Job, targets: Iterable[str], warn: Warn) -> list[Artefact]:
    made = artefacts(job, targets)
    for problem in job.warnings:
        warn(problem)
    return made


def artefacts(job: Job, targets: Iterable[str], side_by_side: int = 2) -> list[Artefact]:
    """The targets of a job, two at a time, for TeX and pandoc are programs of their own. Raises what its stages raise."""
    makers = {"tex": job.tex, "pdf": job.pdf, "md": job.markdown, "docx": job.docx, "html": job.html, "txt": job.text}
    targets = list(targets)
    if unknown := [target for target in targets if target not in makers]:
        hint = f"there are: {', '.join(TARGETS)}"
        raise InputError(Problem(f'there is no target "{target}"', hint=hint) for target in unknown)
    if targets:
        job.document  # noqa: B018  (what all of them need, and wait for; where it fails, all of them would)
    if min(side_by_side, len(targets)) <= 1:
        tried = [_tried(job, target, makers[target]) for target in targets]
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(max_workers=side_by_side) as pool:
            running = [pool.submit(_tried, job, target, makers[target]) for target in targets]
            tried = [made.result() for made in running]
    good = [artefact for made in tried if not isinstance(made, CvrenderError) for artefact in made]
    if errors := [made for made in tried if isinstance(made, CvrenderError)]:
        raise together(errors, [(artefact.name, artefact.content) for artefact in good])
    return good


def _tried(job: Job, target: str, make: Callable[[], list[Artefact]]) -> list[Artefact] | CvrenderError:
    """What a target gives when it passes its checks, or why it does not; the other targets go on."""
    try:
        made = make()
        printed = job.printed if target == "pdf" else None
        job.warnings += job.prover.prove(target, made[0].name, made[0].content, printed)
    except CvrenderError as error:
        return error
    return made
