"""Find contracts by name, and the views in them."""

from typing import NamedTuple

from cvrender.load.library.search_path import BUILT_IN, Library, read
from cvrender.load.reader import Source
from cvrender.model.contract import Contract


class NamedContract(NamedTuple):
    """A contract, its name, and its file."""

    name: str
    contract: Contract
    source: Source


def contract_names(library: Library = BUILT_IN) -> list[str]:
    """Return the names of all contracts."""
    return library.names("contracts")


def find_contract(name: str, library: Library = BUILT_IN) -> NamedContract:
    """Find a contract by name. Raises InputError if there is none or it has errors."""
    source, contract = read(library.find("contracts", name), Contract)
    return NamedContract(name, contract, source)
