"""Measure the checks of a profile's targets, in seconds, as JSON.

It is measured in a process of its own, with what the checks import, for that is paid by each `cvrender render`. The targets
are made and checked one after the other here; in a render the checks of one run while the tools of the other do.
"""

import json
import sys
import time

from cvrender.load.request import RenderRequest
from cvrender.pipeline import load_and_prepare, render_prepared
from cvrender.verify.artifacts import ArtifactChecks


def main(profile: str) -> None:
    spent: list[float] = []
    check = ArtifactChecks.check

    def timed(self: ArtifactChecks, *what: object) -> object:
        start = time.perf_counter()
        found = check(self, *what)
        spent.append(time.perf_counter() - start)
        return found

    ArtifactChecks.check = timed
    render_prepared(load_and_prepare(RenderRequest(profile=profile)), workers=1)
    print(json.dumps(sum(spent)))


if __name__ == "__main__":
    main(sys.argv[1])
