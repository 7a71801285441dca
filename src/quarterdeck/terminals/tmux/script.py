"""Keys for a dialog, as a script: each step sent only while the screen shows what it expects."""

import asyncio
import time
from dataclasses import dataclass

from quarterdeck.domain.states import Outcome
from quarterdeck.terminals.tmux.commands import Keys
from quarterdeck.terminals.tmux.hands import Hands
from quarterdeck.terminals.tmux.keys import key
from quarterdeck.terminals.tmux.screen import Screen
from quarterdeck.terminals.tmux.text import pasted
from quarterdeck.terminals.tmux.typist import Ended

_GLANCE = 0.1


@dataclass(frozen=True, slots=True)
class Step:
    """What must stand on the screen (pieces of single lines), and what is sent while it does."""

    expect: tuple[str, ...]
    key: str  # by name; empty: the text is sent
    text: str  # pasted; only where there is no key
    within: float  # seconds for what is expected to appear
    decides: bool  # whether the dialog may act on it


@dataclass(frozen=True, slots=True)
class Script:
    """Steps, and what must have left the screen when the dialog has taken them."""

    steps: tuple[Step, ...]
    leaves: tuple[str, ...]
    within: float
    deaf: float = 0.25  # dialogs ignore keys in their first moments


async def perform(hands: Hands, script: Script) -> Ended:
    """Run a script to one outcome; a dialog that changed gets nothing."""
    decided = False
    for step in script.steps:
        screen = await _expected(hands, step, script.deaf)
        sent = key(step.key) if step.key else Keys(data=pasted(step.text))
        if screen is None or not await hands.press(sent, screen.command, step.expect):
            return _changed(decided)
        decided = decided or step.decides
    return await _taken(hands, script)


async def _expected(hands: Hands, step: Step, deaf: float) -> Screen | None:
    """Wait until what is expected stands on the screen, and is ready to listen."""
    end = time.monotonic() + step.within
    while not shows(screen := await hands.look(), step.expect):
        if time.monotonic() >= end:
            return None
        await hands.stir(_GLANCE)
    await asyncio.sleep(max(0.0, deaf - hands.unchanged()))
    return screen


def _changed(decided: bool) -> Ended:
    if decided:
        return Ended(Outcome.UNKNOWN, "the dialog changed after a key that may have decided it")
    return Ended(Outcome.NOT_DELIVERED, "the dialog is not the one that was shown")


async def _taken(hands: Hands, script: Script) -> Ended:
    end = time.monotonic() + script.within
    while shows(await hands.look(), script.leaves):
        if time.monotonic() >= end:
            return Ended(Outcome.UNKNOWN, "the dialog is still open")
        await hands.stir(_GLANCE)
    return Ended(Outcome.ACCEPTED, "the dialog took it")


def shows(screen: Screen, pieces: tuple[str, ...]) -> bool:
    """Tell whether every piece stands on a line of the screen."""
    return all(any(piece in line for line in screen.plain) for piece in pieces)
