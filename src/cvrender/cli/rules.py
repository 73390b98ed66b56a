"""`cvrender rules`: nothing in, the linter's rules out, as a list or as the page docs/rules.md."""

import json

import click

_PAGE = """\
# The linter's rules

`cvrender check PROFILE` validates a profile and then looks for what is no error and yet most likely not meant. With
`--strict` a warning makes it end with exit code 1. `cvrender rules` lists the rules; this page is made by
`cvrender rules --markdown`.

A comment silences a rule where the profile is right and the rule is not:

```yaml
positions:
  - organization: Analytical Engines # cvrender: ignore=DATE-GAP
  # cvrender: ignore=DATE-OVERLAP, BULLET-VERB
  - organization: Looms
```

On the line of an entry, or on a line of its own above it, the comment is about the entry and all that is in it; on the line of
a section's key, about the section; before all data, about the whole file.

| code | severity | what it means |
|---|---|---|
{rows}
"""


@click.command("rules")
@click.option("--markdown", is_flag=True, help="Print docs/rules.md.")
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON.")
def command(markdown: bool, as_json: bool) -> None:
    """List what `cvrender check` looks for beside errors, and how to silence it."""
    from cvrender.lint import RULES

    if as_json:
        data = [{"code": rule.code, "severity": rule.severity, "meaning": rule.meaning} for rule in RULES]
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    if markdown:
        rows = "\n".join(f"| `{rule.code}` | {rule.severity} | {rule.meaning} |" for rule in RULES)
        click.echo(_PAGE.format(rows=rows), nl=False)
        return
    for rule in RULES:
        click.echo(f"{rule.code:<15} {rule.severity:<8} {rule.meaning}")
    click.echo("\nA comment silences a rule: # cvrender: ignore=CODE (on the entry's line, above it, or at the top of the file)")
