"""Add to the site what is not in docs/: the README, pages generated from the code, and the gallery of all styles."""

import importlib.util
import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import click
from mkdocs.structure.files import File, Files

from cvrender.cli import main
from cvrender.load.library import BUILT_IN
from cvrender.targets.pdf.pictures import draw_page

ROOT = Path(__file__).resolve().parents[1]
GALLERY = ROOT / "out" / "gallery"
"""Where `make docs` builds docs/gallery.yaml."""

PAGES = {
    "README.md": "index.md",
    "SECURITY.md": "security.md",
    "AGENTS.md": "agents.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CHANGELOG-0.9.md": "changelog-0-9.md",
}
"""Pages outside docs/, and their names in the site."""

WIDTH = 260
"""The width of a thumbnail in pixels, twice of what is shown."""


def on_files(files: Files, config: Any) -> Files:
    """Add the generated pages and pictures."""
    for source, target in PAGES.items():
        markdown = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, target, content=with_links(markdown, PurePosixPath(source), files)))
    files.append(File.generated(config, "options.md", content="\n".join(options())))
    listed = "\n".join(llms_txt(config["site_name"], config["nav"]))
    files.append(File.generated(config, "llms.txt", content=f"{listed}\n"))
    for name, content in gallery_files().items():
        files.append(File.generated(config, name, content=content))
    return files


def llms_txt(name: str, nav: list[Any]) -> Iterator[str]:
    """Yield the list of pages for language models (https://llmstxt.org), by section, each with its first sentence."""
    yield f"# {name}\n\n> {first_sentence('README.md')}\n\nRules for programs that call it: [For programs](agents.html)."
    singles = [item for item in nav if isinstance(next(iter(item.values())), str)]
    sections = {"Pages": singles, **{title: pages for item in nav for title, pages in item.items() if isinstance(pages, list)}}
    sources = {page: source for source, page in PAGES.items()}
    for title, pages in sections.items():
        yield f"\n## {title}\n"
        for item in pages:
            for label, page in item.items():
                source = sources.get(page, f"docs/{page}")
                about = f": {first_sentence(source)}" if (ROOT / source).is_file() else ""
                yield f"- [{label}]({page.removesuffix('.md')}.html){about}"


def first_sentence(source: str) -> str:
    """Return the first sentence of a page, without its links."""
    text = re.sub(r"(?ms)^(```.*?^```|#.*?|\|.*?|!.*?|<.*?)$", "", (ROOT / source).read_text("utf-8"))
    paragraph = next((part for part in re.split(r"\n\s*\n", text) if part.strip()), "")
    plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(paragraph.split()))
    return re.split(r"(?<=[.]) ", plain.lstrip("- "))[0].rstrip(":")


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Lead links to files outside docs/ to their pages in the site; add the pictures to the gallery."""
    if page.file.src_uri in PAGES.values():
        return markdown
    if page.file.src_uri == "gallery.md":
        markdown += "\n".join(["", "## Every style, with several people", "", *gallery()])
        markdown += "\n".join(["", "", "## Styles of others", "", *shared()])
    return with_links(markdown, PurePosixPath("docs", page.file.src_uri), files)


def with_links(markdown: str, source: PurePosixPath, files: Files) -> str:
    """Rewrite relative links of a file of the repository as links of the site; what the site does not have becomes text."""

    def link(found: re.Match[str]) -> str:
        mark, text, target, anchor = found[1], found[2], found[3], found[4] or ""
        path = normal(source.parent / target)
        if path in PAGES:
            return f"{mark}[{text}]({PAGES[path]}{anchor})"
        inside = path.removeprefix("docs/")
        if path.startswith("docs/") and files.get_file_from_path(inside):
            return f"{mark}[{text}]({inside}{anchor})"
        return f"`{path}`"

    return re.sub(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)", link, markdown)


def normal(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def options() -> Iterator[str]:
    """Yield the page of all commands with their options, as `cvrender COMMAND --help` prints them."""
    yield "# All options\n\nThis page is generated from the commands; [commands.md](commands.md) explains them."
    assert isinstance(main, click.Group)
    context = click.Context(main, info_name="cvrender")
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        text = command.get_help(click.Context(command, info_name=f"cvrender {name}", terminal_width=100))
        yield f"\n## cvrender {name}\n\n```text\n{text}\n```"


def built() -> dict[tuple[str, str], str]:
    """The PDFs of the gallery by style and profile; empty if they have not been built."""
    manifest = GALLERY / "manifest.json"
    if not manifest.is_file():
        return {}
    found = {}
    for entry in json.loads(manifest.read_text("utf-8"))["works"]:
        profile, _, style = entry["name"].split()
        found[style, profile] = entry["outputs"][0]["file"]
    return found


def gallery_files() -> dict[str, bytes]:
    """The PDFs of the gallery and a picture of each first page."""
    files = {}
    for (style, profile), file in built().items():
        content = (GALLERY / file).read_bytes()
        files[f"gallery/{style}-{profile}.pdf"] = content
        files[f"gallery/{style}-{profile}.png"] = draw_page(content, 0, 2 * WIDTH)
    return files


def gallery() -> Iterator[str]:
    """Yield a section for each style, with a picture of each person's first page that opens the PDF."""
    pictures = built()
    if not pictures:
        yield "`make docs` builds this part."
    for style in (name for name in BUILT_IN.names("styles") if any(name == known for known, _ in pictures)):
        yield f"\n### {style}\n"
        for profile in sorted(profile for known, profile in pictures if known == style):
            name = f"gallery/{style}-{profile}"
            yield f'<a href="{name}.pdf" title="{profile}"><img src="{name}.png" alt="{profile} in {style}" width="{WIDTH}"></a>'


def shared() -> Iterator[str]:
    """Yield the styles that others share, as gallery/ lists them."""
    spec = importlib.util.spec_from_file_location("shared_styles", ROOT / "docs" / "shared_styles.py")
    assert spec and spec.loader
    listing = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(listing)
    yield from listing.table(listing.shared_styles())
