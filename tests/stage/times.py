"""What the tests of each folder cost: time on a clock, and time of a processor.

`--times FILE` adds what a run cost to the file, and prints the table of all that stands there and
the files of this run that cost the most. The processes that a test started count too; those that
left its tree, as tmux does, are counted by the stage that ends them.
"""

import json
import resource
import time
from collections import defaultdict
from collections.abc import Generator, Iterable
from pathlib import Path

import psutil
import pytest

COSTLIEST = 30  # files that are named

_left = 0.0  # seconds of processor time of processes that were never our children


def add(seconds: float) -> None:
    """Count what a process spent that was never our child, and has ended."""
    global _left  # noqa: PLW0603 - one sum for one process
    _left += seconds


def count(processes: Iterable[psutil.Process]) -> None:
    """Count processes that nobody here waits for, just before they are ended."""
    for process in processes:
        try:
            spent = process.cpu_times()
        except psutil.Error:
            continue
        add(spent.user + spent.system + spent.children_user + spent.children_system)


def count_tree(pid: int) -> None:
    """Count a process and all below it."""
    try:
        process = psutil.Process(pid)
        count([process, *process.children(recursive=True)])
    except psutil.Error:
        return


def spent() -> float:
    """The processor time of this process and of all whose end it saw, in seconds."""
    ours = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in ours) + _left


class Meter:
    """Writes onto each report what its part of the test cost; works in every worker."""

    def __init__(self) -> None:
        self._last = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self._last = spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = spent()
        report.cpu, self._last = now - self._last, now  # type: ignore[attr-defined]
        return report


class Table:
    """Adds up what the reports say, folder by folder."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._began = time.monotonic()
        before = json.loads(file.read_text()) if file.exists() else {}
        self._elapsed: float = before.get("elapsed", 0.0)
        self._tests = defaultdict[str, float](float, before.get("tests", {}))
        self._wall = defaultdict[str, float](float, before.get("wall", {}))
        self._cpu = defaultdict[str, float](float, before.get("cpu", {}))
        self._files = defaultdict[str, float](float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        folder = folder_of(report.nodeid)
        self._tests[folder] += report.when == "call"
        self._wall[folder] += report.duration
        self._cpu[folder] += getattr(report, "cpu", 0.0)
        self._files[report.nodeid.partition("::")[0]] += getattr(report, "cpu", 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        elapsed = self._elapsed + time.monotonic() - self._began
        sums = {"tests": self._tests, "wall": self._wall, "cpu": self._cpu}
        self._file.write_text(json.dumps({"elapsed": elapsed, **sums}))
        terminalreporter.section("what the tests cost")
        terminalreporter.write_line(f"{'folder':<22} {'tests':>6} {'wall s':>8} {'CPU s':>8}")
        for folder, cpu in sorted(self._cpu.items(), key=lambda one: -one[1]):
            tests, wall = self._tests[folder], self._wall[folder]
            terminalreporter.write_line(f"{folder:<22} {tests:>6.0f} {wall:>8.1f} {cpu:>8.1f}")
        tests, wall, cpu = (sum(some.values()) for some in sums.values())
        terminalreporter.write_line(f"{'together':<22} {tests:>6.0f} {wall:>8.1f} {cpu:>8.1f}")
        minutes, seconds = divmod(round(elapsed), 60)
        terminalreporter.write_line(f"It took {minutes}:{seconds:02} on the clock.")
        terminalreporter.section("the costliest files, CPU s")
        for name, cpu in sorted(self._files.items(), key=lambda one: -one[1])[:COSTLIEST]:
            terminalreporter.write_line(f"{cpu:>8.1f}  {name}")


def folder_of(test: str) -> str:
    """The folder below tests/ in which a test lies."""
    parts = test.partition("::")[0].split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", type=Path, help="add what the tests cost to this file, and show it")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Meter())
    file: Path | None = config.getoption("--times")
    if file and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Table(file))
