"""A profile in, what the checks of its targets cost out: seconds, as JSON.

It is measured in a process of its own, with what the checks import, for that is paid by each `cvrender render`. The targets
are made and checked one after the other here; in a render the checks of one run beside the tools of the other.
"""

import json
import sys
import time

from cvrender.pipeline import DEFAULT_TARGETS, Job, artefacts, load_profile
from cvrender.proof import Prover


def main(profile: str) -> None:
    spent: list[float] = []
    prove = Prover.prove

    def timed(self: Prover, *what: object) -> object:
        start = time.perf_counter()
        found = prove(self, *what)
        spent.append(time.perf_counter() - start)
        return found

    Prover.prove = timed
    artefacts(Job(load_profile(profile)), DEFAULT_TARGETS, side_by_side=1)
    print(json.dumps(sum(spent)))


if __name__ == "__main__":
    main(sys.argv[1])
