"""Scenes of a keyboard with four keys that is bound to one session."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tests.boards.scenes import (
    API,
    CRITICAL,
    DONE,
    EXTRAS,
    FAILURE,
    FALLBACK,
    LIMIT,
    NOW,
    ONE,
    PLAN,
    SESSIONS,
    STORES,
    TWO,
    a_session,
    permission,
    turned,
)

from quarterdeck.boards.board import Scene
from quarterdeck.boards.models import TKEYBOARD
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.board_state import AskState, BoardState
from quarterdeck.domain.buttons import Button, Buttons, Context, Origin
from quarterdeck.domain.ids import SurfaceId
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import State

BOUND = Binding(SurfaceId("keyboard-1"), API, "tk-1760835985-24429", "api-server", NOW)
OTHERS = tuple(session for session in SESSIONS if session.id != API)
WAITS = SESSIONS[0]
THINKS = a_session(API, "api-server", 0, State.WORKING)
RUNS = replace(THINKS, facts=replace(THINKS.facts, activity="npm run build"))
OVER = a_session(API, "api-server", 0, State.ENDED)


def a_button(text: str, action: str = "", risk: Level = Level.LOW) -> Button:
    return Button(text, "", action, "", risk)


ROW = (
    a_button("Run tests", "Run all the tests and fix what fails"),
    a_button("Commit", "Commit this with a good message"),
    a_button("Retry", "Retry the failed operation"),
    a_button("Help", "Explain what went wrong"),
)


def idle(*row: Button, stopped: bool = False) -> Session:
    buttons = Buttons(Origin.RULES, Context.DONE, "", row, asked=False, at=NOW) if row else None
    session = a_session(API, "api-server", 0, State.IDLE)
    return replace(session, buttons=buttons, stopped=stopped)


def on_keys(session: Session, *asks: Ask, state: BoardState | None = None) -> Scene:
    return Scene(
        run="this run",
        model=TKEYBOARD,
        state=state or BoardState(),
        asks=asks,
        sessions=(session, *OTHERS),
        bound=BOUND,
        now=NOW,
    )


_PICKED = {STORES.text: ("SQLite",), EXTRAS.text: ("CI",)}

# Every board of such a keyboard, by its name.
KEYBOARDS: Mapping[str, Callable[[], Scene]] = {
    "permission": lambda: on_keys(WAITS, permission()),
    "always": lambda: on_keys(
        WAITS, permission(), state=turned(permission(), AskState(always=True))
    ),
    "critical": lambda: on_keys(WAITS, CRITICAL),
    "more": lambda: on_keys(WAITS, permission(), state=turned(permission(), AskState(page=1))),
    "question": lambda: on_keys(WAITS, ONE),
    "picked": lambda: on_keys(
        WAITS, ONE, state=turned(ONE, AskState(picks={STORES.text: ("SQLite",)}))
    ),
    "check": lambda: on_keys(WAITS, TWO, state=turned(TWO, AskState(page=2, picks=_PICKED))),
    "plan": lambda: on_keys(WAITS, PLAN),
    "thinking": lambda: on_keys(THINKS),
    "working": lambda: on_keys(RUNS),
    "wrapping up": lambda: on_keys(replace(RUNS, stopped=True)),
    "stopped": lambda: on_keys(idle(*ROW, stopped=True)),
    "idle": lambda: on_keys(idle(*ROW)),
    "done": lambda: on_keys(idle(*ROW), DONE),
    "limited": lambda: on_keys(WAITS, LIMIT),
    "failed": lambda: on_keys(WAITS, FAILURE),
    "fallback": lambda: on_keys(WAITS, FALLBACK),
    "sessions": lambda: on_keys(idle(), state=BoardState(listing=True)),
    "lost": lambda: on_keys(OVER),
}
