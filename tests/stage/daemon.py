"""A daemon and played agents: everything but the agents' program is real."""

import itertools
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.stage import hook_client
from tests.stage.places import short_folder
from tests.stage.qd_process import QdProcess
from tests.stage.until import PATIENCE, until

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.paths import Paths
from quarterdeck.app.running_daemon import running

Json = dict[str, Any]


class StagedDaemon:
    """A daemon with a home of its own."""

    def __init__(self, home: Path, work: Path | None = None, settings: str = "") -> None:
        self.home = home
        self._work = work or home / "work"  # in the home, whatever changes a file is critical
        self.paths = Paths(home / "config.toml", home, home, home)
        self.client = Client(self.paths)
        self._agents: list[Agent] = []
        self._numbers = itertools.count(1)
        self._settings = settings
        self._configure(port=0)

    def up(self) -> None:
        """Start the daemon; started anew it keeps its port, so that pages find it."""
        with Path(os.devnull).open("wb") as nowhere:
            self._daemon = QdProcess(["up"], self._environment, out=nowhere)
        until(self._answers, 30, lambda: "the daemon does not start")
        self._configure(port=int(self.url.rpartition(":")[2]))

    def _answers(self) -> bool:
        try:
            return bool(self.url and self.client.get("/api/status"))
        except Trouble:
            return False

    def restart(self, settings: str) -> None:
        """Start the daemon anew with these settings."""
        self._end(signal.SIGTERM)
        self._settings = settings
        self._configure(port=0)
        self.up()

    def _configure(self, port: int) -> None:
        quiet = "" if "[alerts" in self._settings else "[alerts.desktop]\nenabled = false\n"
        (self.home / "config.toml").write_text(f"[http]\nport = {port}\n{quiet}{self._settings}")

    def clear(self) -> None:
        """Let every agent end, and the daemon be as a new one."""
        if self._daemon.poll() is not None:
            self.up()
        for over in [agent.hook("SessionEnd", "tell", reason="other") for agent in self._agents]:
            over.reply()
        self._close_agents()
        until(self._has_no_asks, 10, lambda: f"these do not end: {self.asks()}")
        if self._settings:
            self.restart("")

    def _has_no_asks(self) -> bool:
        """Whether nothing is asked, once what only a person can end is dismissed."""
        for ask in self.asks():
            if ask["kind"] == "notification":
                self.client.post(f"/api/asks/{ask['id']}/answer", {"choice": "dismiss"})
        return not self.asks()

    def down(self) -> None:
        self._close_agents()
        self._end(signal.SIGTERM)

    def _close_agents(self) -> None:
        for agent in self._agents:
            agent.close()
        self._agents.clear()

    def kill(self) -> None:
        """End the daemon as a crash would."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        self._daemon.send_signal(how)
        self._daemon.wait(PATIENCE)

    @property
    def _environment(self) -> dict[str, str]:
        return {**_environment(), "QUARTERDECK_HOME": str(self.home)}

    @property
    def url(self) -> str:
        found = running(self.paths.lock)
        return found.url if found else ""

    @property
    def link(self) -> str:
        """A link that opens the page once."""
        return f"{self.url}/#code={self.client.post('/api/codes', {})['code']}"

    def agent(self, name: str) -> "Agent":
        """A session in a directory of this name, once it is known."""
        directory = self._work / str(next(self._numbers)) / name
        (directory / ".git").mkdir(parents=True)
        (directory / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        agent = Agent(self, directory)
        self._agents.append(agent)
        agent.tell("SessionStart", source="startup")
        until(lambda: self._knows(agent), 20, lambda: "its session does not come")
        return agent

    def _knows(self, agent: "Agent") -> bool:
        return any(s["pid"] == agent.pid for s in self.client.list("/api/sessions"))

    @contextmanager
    def meanwhile(self, call: Callable[[], object]) -> Iterator[None]:
        """Something that takes its time, done while the block runs."""
        thread = threading.Thread(target=call)
        thread.start()
        yield
        thread.join(PATIENCE)
        assert not thread.is_alive(), "it takes too long"

    def asks(self) -> list[Json]:
        return self.client.list("/api/asks")

    def history(self) -> list[Json]:
        return self.client.list("/api/history")

    def wait_ask(self, kind: str) -> Json:
        """Wait until an ask of this kind is open."""
        return until(
            lambda: next((a for a in self.asks() if a["kind"] == kind), None),
            20,
            lambda: f"no {kind} among {self.asks()}",
        )


@contextmanager
def staged_daemon(work: Path | None = None, settings: str = "") -> Iterator[StagedDaemon]:
    """A running daemon with a home of its own, until the block ends."""
    with short_folder() as home:
        daemon = StagedDaemon(home, work, settings)
        daemon.up()
        try:
            yield daemon
        finally:
            daemon.down()


@dataclass
class Hook:
    """A hook on its way, and what it will print."""

    printed: "queue.Queue[str]"

    def reply(self) -> Json:
        """What the agent was told; empty when the hook said nothing."""
        text = self.printed.get(timeout=PATIENCE)
        found: Json = json.loads(text)["hookSpecificOutput"] if text else {}
        return found


class Agent:
    """A played agent: one process, whose hooks are the real ones."""

    def __init__(self, daemon: StagedDaemon, directory: Path) -> None:
        self.cwd = directory
        script = Path(__file__).with_name("played.py")
        self._process = subprocess.Popen(
            [sys.executable, str(script), *hook_client.words(daemon.paths.socket)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=_environment(),
        )
        self._numbers = itertools.count()
        self._waiting: dict[int, queue.Queue[str]] = {}
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def hook(self, event: str, kind: str, **more: object) -> Hook:
        """Start a hook."""
        number = next(self._numbers)
        self._waiting[number] = queue.Queue()
        payload = {
            "hook_event_name": event,
            "session_id": f"played-{self._process.pid}",
            "cwd": str(self.cwd),
            "permission_mode": "default",
            **more,
        }
        assert self._process.stdin
        self._process.stdin.write(json.dumps([number, kind, payload]) + "\n")
        self._process.stdin.flush()
        return Hook(self._waiting[number])

    def run(self, *words: str) -> "queue.Queue[str]":
        """What a program prints that the agent runs."""
        return self.hook("", "run", words=list(words)).printed

    def tell(self, event: str, **more: object) -> None:
        """A hook that nobody answers, run to its end."""
        self.hook(event, "tell", **more).reply()

    def permission(self, tool: str, given: Json, **more: object) -> Hook:
        """Ask whether a tool may run."""
        self.tell("PreToolUse", tool_name=tool, tool_input=given, **more)
        return self.hook("PermissionRequest", "ask", tool_name=tool, tool_input=given, **more)

    def bash(self, command: str, says: str = "", **more: object) -> Hook:
        """Ask whether a command may run."""
        given = {"command": command, **({"description": says} if says else {})}
        return self.permission("Bash", given, **more)

    def ran(self, tool: str, given: Json) -> None:
        """Tell that a tool ran."""
        self.tell("PostToolUse", tool_name=tool, tool_input=given, tool_response={})

    def questions(self, *questions: Json) -> Hook:
        """Ask questions."""
        return self.permission("AskUserQuestion", {"questions": list(questions)})

    def plan(self, text: str) -> Hook:
        """Ask for approval of a plan."""
        return self.permission("ExitPlanMode", {"plan": text}, permission_mode="plan")

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._listener.join(PATIENCE)
        self._process.stdout.close()

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            number, printed = json.loads(line)
            self._waiting[number].put(printed)


def question(text: str, *labels: str, several: bool = False, header: str = "Choice") -> Json:
    """One question, each label with a description of its own."""
    options = [{"label": label, "description": f"Take {label}"} for label in labels]
    return {"question": text, "header": header, "options": options, "multiSelect": several}


def _environment() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith("CLAUDE")}
