"""Call functions in a child process: results and errors come back, and limits hold."""

import operator
import os
import pickle
import tempfile
import time
from pathlib import Path
from string import Template

import pytest

from cvrender.errors import InputError, Problem, TexError
from cvrender.load.reader import load
from cvrender.system.limited import LimitExceeded, call, read_within
from cvrender.system.process import Limits


def test_a_result_comes_back_from_another_process() -> None:
    assert call(Limits(), os.getppid) == os.getpid()
    assert call(Limits(), os.getcwd) == str(Path.cwd())
    assert call(Limits(), os.getenv, "PATH") == os.environ["PATH"]


def test_errors_come_back_with_all_that_they_carry(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text("person: {name: [}", "utf-8")
    with pytest.raises(InputError) as here:
        load(tmp_path / "ada.yaml")
    with pytest.raises(InputError) as there:
        call(Limits(), load, tmp_path / "ada.yaml")
    assert there.value.problems == here.value.problems
    with pytest.raises(RuntimeError, match="ValueError"):
        call(Limits(), int, "x")


def test_errors_are_pickled_whole() -> None:
    problem = Problem("wrong", "ada.yaml", 3, 4, code="bad-value")
    plain, tex = InputError([problem], [("a", b"1")], [("b", b"2")]), TexError([problem], 7, "log")
    tex.failed = (("c", b"3"),)
    for error in (plain, tex):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), vars(again), str(again)) == (type(error), vars(error), str(error))


@pytest.mark.parametrize(
    ("function", "arguments", "said"),
    [
        (operator.getitem, ({}, "page"), "cannot be read, since cvrender's reader of it has a fault: KeyError: 'page'"),
        (len, (1,), "has a fault: TypeError: object of type 'int' has no len()"),
        (int, ("x",), "error: cannot be read: invalid literal for int"),
        (Template("$x").substitute, ({},), "error: cannot be read: 'x'"),
    ],
    ids=["of ours", "type", "value", "of a library"],
)
def test_a_fault_of_ours_is_not_called_one_of_the_file(function: object, arguments: tuple[object, ...], said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_within("a.pdf", function, *arguments)  # type: ignore[arg-type]
    (problem,) = caught.value.problems
    assert problem.file == "a.pdf" and said in str(problem) and "Traceback" not in str(problem)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limits", "function", "arguments", "message"),
    [
        (Limits(20, 0.1), pow, (7, 10**8), "takes more than 0.1 seconds of processor time"),
        (Limits(0.3), time.sleep, (60,), "takes more than 0.3 seconds"),
        (Limits(memory=100), bytearray, (200_000_000,), "needs more than 100 MB of memory"),
    ],
)
def test_limits_hold(
    limits: Limits, function: object, arguments: tuple[object], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(LimitExceeded, match=f"^{message}$"):
        call(limits, function, *arguments)  # type: ignore[arg-type]
    assert not any(tmp_path.iterdir())
