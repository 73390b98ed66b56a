"""Give the tasks of agent_tasks.yaml to a command that is an agent, and grade what it does.

    python bench/agents.py -- my-agent --quiet             the task comes on standard input
    python bench/agents.py --only tailor -- my-agent {}    the task replaces {}

The command runs in a folder with the files of the task, once for each. `--skill claude` installs the instructions of `cvrender
skill` there before. Exit code 1 if a task fails.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from agent_grader import Task, graded, tasks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=[task.name for task in tasks()], help="one task; may be repeated")
    parser.add_argument("--skill", metavar="TOOL", help="install the instructions of `cvrender skill` for a tool")
    parser.add_argument("--seconds", type=int, default=600, help="the time of each task (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results, too")
    parser.add_argument("command", nargs="+", help="the agent; after --")
    wanted = parser.parse_args()
    results = []
    for task in tasks():
        if not wanted.only or task.name in wanted.only:
            with tempfile.TemporaryDirectory() as folder:
                results.append(run(task, wanted.command, Path(folder), wanted.skill, wanted.seconds))
            print(line(results[-1]), flush=True)
    passed = sum(result["passed"] for result in results)
    print(f"{passed} of {len(results)} tasks")
    if wanted.json:
        wanted.json.write_text(json.dumps(results, indent=2, ensure_ascii=False), "utf-8")
    sys.exit(passed < len(results))


def run(task: Task, command: list[str], folder: Path, skill: str | None, seconds: int) -> dict[str, Any]:
    """Let a command do a task in a folder, and grade it."""
    task.write(folder)
    if skill:
        install = [sys.executable, "-m", "cvrender", "skill", "install", "--for", skill]
        subprocess.run(install, cwd=folder, check=True, capture_output=True)
    words = [task.ask if word == "{}" else word for word in command]
    begun = time.monotonic()
    try:
        done = subprocess.run(
            words, cwd=folder, input=task.ask, capture_output=True, text=True, errors="replace", timeout=seconds
        )
        ended, said = done.returncode, done.stderr[-500:] if done.returncode else ""
    except subprocess.TimeoutExpired:
        ended, said = -1, f"not done after {seconds} s"
    except OSError as error:
        sys.exit(f"{words[0]}: {error.strerror or error}")
    failed = {name: found for name, found in graded(task, folder).items() if found}
    if ended:
        failed["exit"] = [f"exit code {ended}: {said}"]
    return {"task": task.name, "passed": not failed, "seconds": round(time.monotonic() - begun, 1), "failed": failed}


def line(result: dict[str, Any]) -> str:
    """Return a result on one line."""
    why = "; ".join(f"{name}: {found[0]}" for name, found in result["failed"].items())
    return f"{'passed' if result['passed'] else 'failed'}  {result['task']:<18} {result['seconds']:>6} s  {why[:200]}".rstrip()


if __name__ == "__main__":
    main()
