"""Print the packages of an environment of Python as an SBOM in SPDX 2.3: .ci/spdx.py SITE-PACKAGES NAME."""

import json
import re
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any


def sbom(folder: Path, name: str) -> dict[str, Any]:
    """Return the SBOM of a folder of packages; `name` is the package that needs the others."""
    found = {normal(each.metadata["Name"]): each for each in distributions(path=[str(folder)])}
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", reference(name))]
    for package, each in sorted(found.items()):
        needed = {normal(re.split(r"[^\w.-]", line)[0]) for line in each.requires or () if "extra ==" not in line}
        relations += [(reference(package), "DEPENDS_ON", reference(other)) for other in sorted(needed & found.keys())]
    version = found[name].version
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{name}-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{version}",
        "creationInfo": {"created": f"{day(version)}T00:00:00Z", "creators": [f"Tool: {name}-{version}"]},
        "packages": [described(package, each) for package, each in sorted(found.items())],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations
        ],
    }


def normal(name: str) -> str:
    """Return the name of a package as PyPI compares names."""
    return re.sub(r"[-_.]+", "-", name).casefold()


def reference(package: str) -> str:
    """Return the identifier of a package within the document."""
    return f"SPDXRef-{package}"


def day(version: str) -> str:
    """Return the day of a version, as CHANGELOG.md says, so that the same release gives the same bytes."""
    changes = (Path(__file__).parents[1] / "CHANGELOG.md").read_text("utf-8")
    match = re.search(rf"^## {re.escape(version)} \((.+)\)$", changes, re.M)
    return match[1] if match else "1970-01-01"


def described(package: str, each: Distribution) -> dict[str, Any]:
    """Return what the document says of a package."""
    licence = each.metadata.get("License-Expression", "")
    return {
        "SPDXID": reference(package),
        "name": package,
        "versionInfo": each.version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence or "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "externalRefs": [
            {
                "referenceCategory": "PACKAGE-MANAGER",
                "referenceType": "purl",
                "referenceLocator": f"pkg:pypi/{package}@{each.version}",
            }
        ],
    }


if __name__ == "__main__":
    print(json.dumps(sbom(Path(sys.argv[1]), sys.argv[2]), indent=1))
