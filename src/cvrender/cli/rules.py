"""Run `cvrender rules`."""

import click

from cvrender.cli.common import print_json

_PAGE = """\
# Lint rules

`cvrender check PROFILE` validates a profile and then warns about what is valid but probably a mistake. With `--strict`, warnings
count as errors (exit code 1). `cvrender rules` lists the rules; this page is the output of `cvrender rules --markdown`.

If a warning is wrong, suppress the rule with a comment:

```yaml
positions:
  - organization: Analytical Engines # cvrender: ignore=DATE-GAP
  # cvrender: ignore=DATE-OVERLAP, BULLET-VERB
  - organization: Looms
```

On the line of an entry, or on its own line above it, a comment applies to the entry and everything in it; on the line of a
section's key, to the section; at the top of the file, to the whole file.

| code | severity | what it finds |
|---|---|---|
{rows}
"""


@click.command("rules")
@click.option("--markdown", is_flag=True, help="Print docs/rules.md.")
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON.")
def command(markdown: bool, as_json: bool) -> None:
    """List lint rules."""
    from cvrender.lint import RULES

    if as_json:
        print_json([{"code": rule.code, "severity": rule.severity, "meaning": rule.meaning} for rule in RULES])
    elif markdown:
        rows = "\n".join(f"| `{rule.code}` | {rule.severity} | {rule.meaning} |" for rule in RULES)
        click.echo(_PAGE.format(rows=rows), nl=False)
    else:
        for rule in RULES:
            click.echo(f"{rule.code:<15} {rule.severity:<8} {rule.meaning}")
        click.echo("\nTo suppress a rule: # cvrender: ignore=CODE (on the entry's line, above it, or at the top of the file)")
