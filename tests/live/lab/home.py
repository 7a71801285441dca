"""A person's home directory, as Claude Code leaves it after its first start."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.stage.until import until

KEY = "sk-ant-api03-laboratory-laboratory-laboratory"


@dataclass(frozen=True, slots=True)
class Home:
    """One home under a directory of the laboratory; several agents may share it."""

    root: Path
    model_url: str

    @property
    def path(self) -> Path:
        return self.root / "home"

    @property
    def config_dir(self) -> Path:
        return self.path / ".claude"

    @property
    def settings_path(self) -> Path:
        return self.config_dir / "settings.json"

    @property
    def work(self) -> Path:
        """Where the projects are."""
        return self.root / "work"

    @property
    def quarterdeck(self) -> Path:
        return self.root / "qd"

    @property
    def environment(self) -> dict[str, str]:
        """All that programs of this home get to see; nothing comes from outside but the path."""
        return {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "SHELL": "/bin/bash",
            "HOME": str(self.path),
            "TMPDIR": str(self.root / "tmp"),
            "XDG_RUNTIME_DIR": str(self.root / "run"),
            "QUARTERDECK_HOME": str(self.quarterdeck),
            "CLAUDE_CONFIG_DIR": str(self.config_dir),
            "CLAUDE_CODE_TMPDIR": str(self.root / "tmp"),
            "ANTHROPIC_BASE_URL": self.model_url,
            "ANTHROPIC_API_KEY": KEY,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL": "1",
            "DISABLE_AUTOUPDATER": "1",
            "BUN_JSC_useDFGJIT": "0",  # no session here is long enough to earn optimized code
            # What still wants to leave the machine finds a closed door.
            "HTTPS_PROXY": "http://127.0.0.1:9",
            "NO_PROXY": "127.0.0.1,localhost",
        }

    def furnish(self) -> None:
        """Create the directories and everything that prevents a first-start dialog."""
        for directory in (self.config_dir, self.work, self.root / "tmp", self.quarterdeck):
            directory.mkdir(parents=True)
        (self.root / "run").mkdir(mode=0o700)
        seed = {
            "hasCompletedOnboarding": True,
            "hasSeenAutoDefaultNudge": True,
            "hasSeenAutoDefaultNotice": True,
            "hasSeenAutoModeEntryWarning": True,
            "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
        }
        self._state_path.write_text(json.dumps(seed))

    def trust(self, project: Path) -> None:
        """Answer the question whether the agent may work in this directory."""
        with _locked(self._state_path):
            state = json.loads(self._state_path.read_text())
            projects = state.setdefault("projects", {})
            projects.setdefault(str(project), {})["hasTrustDialogAccepted"] = True
            _replace(self._state_path, state)

    def settings(self) -> dict[str, Any]:
        """What is in the settings file now."""
        if not self.settings_path.exists():
            return {}
        settings: dict[str, Any] = json.loads(self.settings_path.read_text())
        return settings

    def add_settings(self, more: Mapping[str, Any]) -> None:
        """Put these keys into the settings file, beside the others."""
        _replace(self.settings_path, {**self.settings(), **more})

    @property
    def _state_path(self) -> Path:
        return self.config_dir / ".claude.json"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep running agents from writing the file, by the lock that they use themselves."""
    lock = path.with_name(f"{path.name}.lock")
    until(lambda: _made(lock), 10, lambda: f"{lock} is not given back")
    try:
        yield
    finally:
        lock.rmdir()


def _made(directory: Path) -> bool:
    try:
        directory.mkdir()
    except FileExistsError:
        return False
    return True


def _replace(path: Path, content: Mapping[str, Any]) -> None:
    """Write at once, since running agents read and write these files too."""
    fresh = path.with_suffix(".fresh")
    fresh.write_text(json.dumps(content, indent=2))
    fresh.replace(path)
