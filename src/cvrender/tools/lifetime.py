"""End this process when its parent has ended."""

import os
import signal
import time
from threading import Thread

_INTERVAL = 0.5  # seconds between two looks
_GRACE = 3.0  # seconds to clean up


def end_with_parent(parent: int | None = None) -> None:
    """End this process soon after its parent process has, even if the parent was killed.

    First SIGTERM asks it to clean up. `parent` is the process id of the parent if the caller knows it, since the parent may have
    ended already.
    """
    parent = parent or os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_INTERVAL)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_GRACE)
        os._exit(128 + signal.SIGTERM)

    Thread(target=watch, name="end with parent", daemon=True).start()


def exit_on(*numbers: int) -> None:
    """Exit with code 128 + N on signal N: clean up, and kill the running tools. Ignored signals stay ignored, as after nohup.

    Call it in the main thread.
    """
    for number in numbers:
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, _exit)


def _exit(number: int, frame: object) -> None:
    from cvrender.tools.process import stop_all

    stop_all()
    raise SystemExit(128 + number)
