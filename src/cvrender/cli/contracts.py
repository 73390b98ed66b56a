"""Run `cvrender contracts`."""

from datetime import date
from typing import TYPE_CHECKING

import click

from cvrender.cli.arguments import library_of
from cvrender.cli.common import json_option, print_json
from cvrender.cli.formats import Command

if TYPE_CHECKING:
    from cvrender.load.library import NamedContract
    from cvrender.model.contract import ContractRule


@click.command("contracts", cls=Command)
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """List the contracts of funders and universities with their age; with NAME, the rules of one."""
    from cvrender.load.library import contract_names, find_contract

    library = library_of(())
    contracts = [find_contract(name, library)] if name else [find_contract(one, library) for one in contract_names(library)]
    if as_json:
        data = [_as_data(one) for one in contracts]
        print_json(data[0] if name else data)
    elif name:
        click.echo(_details(contracts[0]))
    else:
        for one in contracts:
            click.echo(f"{one.name:<18} {one.contract.kind:<9} verified {_age(one):<13} {one.contract.title}")


def _age(named: "NamedContract") -> str:
    """Return how long ago the rules were compared with their source."""
    days = (date.today() - date(*named.contract.verified.first_day())).days
    return "today" if days <= 0 else f"{days} day{'s' * (days > 1)} ago" if days < 60 else f"{days // 30} months ago"


def _as_data(named: "NamedContract") -> dict[str, object]:
    contract = named.contract
    return {
        "name": named.name,
        "title": contract.title,
        "kind": contract.kind,
        "version": contract.version,
        "effective": str(contract.effective),
        "verified": str(contract.verified),
        "source": contract.source,
        "note": contract.note or "",
        "rules": [{"rule": rule.rule, "level": rule.level, "says": say(rule)} for rule in contract.rules],
    }


def _details(named: "NamedContract") -> str:
    contract = named.contract
    lines = [f"{named.name}: {contract.title}", ""]
    lines += [f"  version    {contract.version}, in force since {contract.effective}"]
    lines += [f"  verified   {contract.verified} ({_age(named)})", f"  source     {contract.source}"]
    lines += [f"  note       {contract.note}"] if contract.note else []
    lines += ["", *(f"  {rule.level:<8} {say(rule)}" for rule in contract.rules)]
    return "\n".join(lines)


def say(rule: "ContractRule") -> str:
    """Return a rule in words: its name, the sections, and its parameters."""
    from cvrender.model.base import defaults_of

    hidden = {"rule", "level", "sections", "because"}
    parameters = {key: getattr(rule, key) for key, default in defaults_of(type(rule)).items() if key not in hidden}
    parts = [f"{key} {_value(value)}" for key, value in parameters.items() if value not in (None, (), {})]
    where = f" of {', '.join(rule.sections)}" if rule.sections else ""
    return f"{rule.rule}{where}{': ' if parts else ''}{', '.join(parts)}"


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,g}"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return ", ".join(f"{key}: {item}" for key, item in value.items()) if isinstance(value, dict) else str(value)
