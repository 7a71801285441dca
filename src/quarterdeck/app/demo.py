"""A scripted agent to try Quarterdeck with: it asks through the real hook client, in a loop.

It runs nothing of what it asks about. Run as `python -m quarterdeck.app.demo`; `qd down` ends
it, and it ends by itself when Quarterdeck has been gone for a while.
"""

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import quarterdeck.hook
from quarterdeck import __version__
from quarterdeck.agents.claude import registry
from quarterdeck.app.paths import Paths, paths
from quarterdeck.app.running_daemon import Lock, Running, running
from quarterdeck.processes import look

PACE = 1.5  # seconds between two things, so that a person can follow
PATIENCE = 5.0  # without a daemon

Payload = dict[str, object]


@dataclass(frozen=True, slots=True)
class Scene:
    """One tool call the agent wants to make, and what it says afterwards."""

    prompt: str
    tool: str
    input: Mapping[str, object]
    suggestions: tuple[Mapping[str, object], ...]
    allowed: str
    refused: str


_BUILD_RULE = {
    "type": "addRules",
    "rules": [{"toolName": "Bash", "ruleContent": "npm run *"}],
    "behavior": "allow",
    "destination": "localSettings",
}

SCENES = (
    Scene(
        "Build the shop",
        "Bash",
        {"command": "npm run build", "description": "Build the shop's pages"},
        (_BUILD_RULE,),
        "The shop is built; 14 pages, no warnings.",
        "I did not build it. Tell me when you want it built.",
    ),
    Scene(
        "The disk is nearly full, make some room",
        "Bash",
        {
            "command": "cd build && rm -rf ../data && make",
            "description": "Clean the build directory",
        },
        (),
        "I removed the old data and rebuilt everything.",
        "I left everything where it is.",
    ),
    Scene(
        "Add a place for customers' orders",
        "AskUserQuestion",
        {
            "questions": [
                {
                    "question": "Where should orders be stored?",
                    "header": "Storage",
                    "multiSelect": False,
                    "options": [
                        {"label": "SQLite", "description": "One file, nothing to run"},
                        {"label": "PostgreSQL", "description": "A server, for several shops"},
                        {"label": "Plain files", "description": "One file for each order"},
                    ],
                },
                {
                    "question": "What should customers get?",
                    "header": "Messages",
                    "multiSelect": True,
                    "options": [
                        {"label": "A mail", "description": "When the order is taken"},
                        {"label": "A receipt", "description": "As a PDF"},
                        {"label": "A call", "description": "From a friendly person"},
                    ],
                },
            ]
        },
        (),
        "Good, I will do it that way.",
        "Then I will leave it open for now.",
    ),
    Scene(
        "Plan the move to the new server",
        "ExitPlanMode",
        {
            "plan": "# Move the shop to the new server\n\n"
            "1. Copy the database while the shop is read-only\n"
            "2. Point the name to the new address\n"
            "3. Keep the old server for a week\n\n"
            "The shop is closed for about five minutes."
        },
        (),
        "I will start with the copy.",
        "I will change the plan.",
    ),
)


class Agent:
    """Plays scenes: reports through hooks what it does, and waits for answers."""

    def __init__(self, where: Paths) -> None:
        self._where = where
        self._session = str(uuid.uuid4())
        self._cwd = where.demo / "boat-shop"
        self._record = where.demo / f"{self._session}.jsonl"
        self._calls = itertools.count(1)

    def play(self) -> None:
        """Go through the scenes until Quarterdeck ends."""
        self._cwd.mkdir(parents=True, exist_ok=True)
        for old in self._record.parent.glob("*.jsonl"):
            old.unlink()
        self._register()
        self._tell("SessionStart", source="startup", model="demo")
        for scene in itertools.cycle(SCENES):
            time.sleep(PACE)
            if not self._is_on():
                return
            self._play(scene)

    def _register(self) -> None:
        """Say that we are an agent, where agents say so: our program's name does not."""
        me = look(os.getpid())
        file = registry.file_of(self._where.demo, me.pid)
        shutil.rmtree(file.parent, ignore_errors=True)
        file.parent.mkdir()
        file.write_text(json.dumps({"pid": me.pid, "procStart": str(me.start)}))

    def _play(self, scene: Scene) -> None:
        prompt, call = str(uuid.uuid4()), f"demo{next(self._calls)}"
        about: Payload = {"tool_name": scene.tool, "tool_input": dict(scene.input)}
        self._tell("UserPromptSubmit", prompt_id=prompt, prompt=scene.prompt)
        time.sleep(PACE)
        self._write(_use(call, scene))
        self._tell("PreToolUse", prompt_id=prompt, tool_use_id=call, **about)
        decision = self._ask(prompt_id=prompt, **about, **_suggested(scene))
        if decision is None:
            return
        allowed = decision.get("behavior") == "allow"
        said = scene.allowed if allowed else str(decision.get("message") or scene.refused)
        self._write(_note(call, allowed=allowed))
        self._write(_result(call, said, allowed=allowed))
        if allowed:
            self._tell("PostToolUse", prompt_id=prompt, tool_use_id=call, **about)
        time.sleep(PACE)
        last = scene.allowed if allowed else scene.refused
        self._tell("Stop", prompt_id=prompt, last_assistant_message=last, background_tasks=[])
        time.sleep(2 * PACE)

    def _is_on(self) -> bool:
        """Whether Quarterdeck runs; it may be just starting again."""
        until = time.monotonic() + PATIENCE
        while running(self._where.lock) is None:
            if self._where.down.exists() or time.monotonic() > until:
                return False
            time.sleep(0.2)
        return True

    def _tell(self, event: str, **more: object) -> None:
        with self._hook("tell") as hook:
            hook.communicate(self._payload(event, more))

    def _ask(self, **more: object) -> Payload | None:
        """What the person decided; None when Quarterdeck is gone."""
        home = str(self._where.home) if self._where.home else "-"
        given: bytes | None = self._payload("PermissionRequest", more)
        with self._hook("ask", str(self._where.down), home) as hook:
            while True:
                try:
                    told, _ = hook.communicate(given, timeout=1.0)
                except subprocess.TimeoutExpired:
                    given = None
                    if not self._is_on():
                        return None
                    continue
                if not told:
                    return None
                found = json.loads(told)["hookSpecificOutput"]["decision"]
                return found if isinstance(found, dict) else None

    @contextmanager
    def _hook(self, *words: str) -> Iterator[subprocess.Popen[bytes]]:
        """A hook that does not outlive the block."""
        script = str(Path(quarterdeck.hook.__file__ or "").resolve())
        with subprocess.Popen(
            [sys.executable, "-IS", script, str(self._where.socket), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as hook:
            try:
                yield hook
            finally:
                hook.terminate()

    def _payload(self, event: str, more: Mapping[str, object]) -> bytes:
        return json.dumps(
            {
                "hook_event_name": event,
                "session_id": self._session,
                "transcript_path": str(self._record),
                "cwd": str(self._cwd),
                "permission_mode": "default",
                **more,
            }
        ).encode()

    def _write(self, record: Payload) -> None:
        with self._record.open("a") as file:
            file.write(json.dumps(record) + "\n")


def _suggested(scene: Scene) -> Payload:
    return {"permission_suggestions": list(scene.suggestions)} if scene.suggestions else {}


def _use(call: str, scene: Scene) -> Payload:
    use = {"type": "tool_use", "id": call, "name": scene.tool, "input": dict(scene.input)}
    return {"type": "assistant", "message": {"role": "assistant", "content": [use]}}


def _note(call: str, *, allowed: bool) -> Payload:
    decision = "allow" if allowed else "deny"
    note = {"type": "hook_permission_decision", "decision": decision, "toolUseID": call}
    return {"type": "attachment", "attachment": note}


def _result(call: str, said: str, *, allowed: bool) -> Payload:
    result = {"type": "tool_result", "tool_use_id": call, "content": said, "is_error": not allowed}
    outcome = {} if allowed else {"toolUseResult": f"Error: {said}"}
    return {"type": "user", "message": {"role": "user", "content": [result]}, **outcome}


def main() -> None:
    """Play, unless another one plays already."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    where = paths()
    where.demo.mkdir(parents=True, exist_ok=True)
    lock = Lock(where.demo_lock)  # until our last moment: who waits for that waits for our end
    until = time.monotonic() + PATIENCE + 1  # by then the other has ended, or goes on
    while not (alone := lock.take()) and time.monotonic() < until:
        if where.down.exists():
            return
        time.sleep(0.2)
    if alone:
        lock.tell(Running(os.getpid(), "", __version__))
        Agent(where).play()


if __name__ == "__main__":
    main()
