"""Run `cvrender rules`."""

import click

from cvrender.cli.common import print_json

_PAGE = """\
# Lint rules

`cvrender check PROFILE` validates a profile and then warns about what is valid but probably a mistake. With `--strict`, warnings
count as errors (exit code 1). `cvrender rules` lists the rules, `cvrender rules --all` the other codes too; this page is the
output of `cvrender rules --markdown`.

If a warning is wrong, suppress it by its code in a comment:

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

## Codes of other problems

Each problem has a code, which stays the same when its message is reworded: in `--json`, SARIF and annotations, and in the line
of a warning. Errors cannot be suppressed. Warnings that no rule above finds, such as `no-entries` and `untranslated`, are
suppressed in the same way, in the profile or in the view that they are about; those about an artifact, such as `short-page`, at
the top of the profile.

| code | meaning |
|---|---|
{codes}
"""


@click.command("rules")
@click.option("--all", "everything", is_flag=True, help="List the codes of all other problems, too.")
@click.option("--markdown", is_flag=True, help="Print docs/rules.md.")
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON.")
def command(everything: bool, markdown: bool, as_json: bool) -> None:
    """List lint rules, and the codes of other problems."""
    from cvrender.errors.codes import CODES
    from cvrender.rules.lint import RULES

    others = CODES if everything else {}

    if as_json:
        rules = [{"code": rule.code, "severity": rule.severity, "meaning": rule.meaning} for rule in RULES]
        print_json([*rules, *({"code": code, "severity": "", "meaning": meaning} for code, meaning in others.items())])
    elif markdown:
        rows = "\n".join(f"| `{rule.code}` | {rule.severity} | {rule.meaning} |" for rule in RULES)
        codes = "\n".join(f"| `{code}` | {meaning} |" for code, meaning in CODES.items())
        click.echo(_PAGE.format(rows=rows, codes=codes), nl=False)
    else:
        for rule in RULES:
            click.echo(f"{rule.code:<15} {rule.severity:<8} {rule.meaning}")
        for code, meaning in others.items():
            click.echo(f"{code:<24} {meaning}")
        click.echo("\nTo suppress a warning: # cvrender: ignore=CODE (on the entry's line, above it, or at the top of the file)")
