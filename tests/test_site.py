"""The list of the site's pages for language models: each page of the navigation once, with what it says first."""

import importlib.util
import re
from types import ModuleType

import yaml

from tests.conftest import ROOT


def site() -> ModuleType:
    """docs/site.py, which is not in a package."""
    spec = importlib.util.spec_from_file_location("site_hooks", ROOT / "docs" / "site.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_llms_txt_lists_every_page_with_what_it_says_first() -> None:
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    hooks = site()
    text = "\n".join(hooks.llms_txt("cvrender", yaml.safe_load(config)["nav"]))
    pages = re.findall(r"^ +- [^:\n]+: ([\w-]+)\.md$", config, re.MULTILINE)
    assert len(pages) > 25
    assert re.findall(r"^- \[[^\]]+\]\(([\w-]+)\.html\)", text, re.MULTILINE).count("sources") == 1
    assert sorted(re.findall(r"^- \[[^\]]+\]\(([\w-]+)\.html\)", text, re.MULTILINE)) == sorted(pages)
    described = re.findall(r"^- \[[^\]]+\]\([\w-]+\.html\): .{10,}$", text, re.MULTILINE)
    assert len(described) >= len(pages) - 1, "all but the page of options, which is generated"
    assert text.startswith("# cvrender\n\n> ")
