"""Test what all templates have in common: they arrange what is given to them, and can do nothing else."""

from typing import Any

import pytest
from jinja2 import TemplateNotFound
from jinja2.exceptions import SecurityError

from cvrender.targets.md.write import write
from cvrender.targets.templates import template_environment


@pytest.mark.parametrize(
    ("template", "error"),
    [
        ("{{ title }}", TypeError),
        ("{{ ''.__class__.__mro__ }}", SecurityError),
        ("{{ given.append(1) }}", SecurityError),
        ("{% for a in range(10 ** 9) %}{% endfor %}", OverflowError),
        ("{{ 'a'.__init__.__globals__ }}", SecurityError),
        ("{{ given | attr('__class__') }}", TypeError),
        ("{% include '../secret.txt' %}", TemplateNotFound),
        ("{% include '/etc/passwd' %}", TemplateNotFound),
        ("{{ given }}", TypeError),
    ],
)
def test_a_template_is_in_a_sandbox(template: str, error: type[Exception], tmp_path: Any) -> None:
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    (tmp_path / "style").mkdir()
    with pytest.raises(error):
        template_environment((tmp_path / "style",), write).from_string(template).render(given=[1])
