"""Brings a pane to the front, in the client the person uses."""

from dataclasses import dataclass

from quarterdeck.domain.states import Outcome
from quarterdeck.terminals.tmux.control.commands import Request, request
from quarterdeck.terminals.tmux.control.panes import Pane
from quarterdeck.terminals.tmux.results import complaint
from quarterdeck.terminals.tmux.seeing.server import Server
from quarterdeck.terminals.tmux.typing.typist import Ended

CLIENTS = request(
    "list-clients",
    "-F",
    "#{client_control_mode} #{client_activity} #{session_id} #{client_name}",
)


@dataclass(frozen=True, slots=True)
class Window:
    """A terminal in which a person looks at tmux."""

    used: int
    session: str
    name: str


async def focus(server: Server, pane: Pane) -> Ended:
    """Select a pane in the client the person uses; switch that client where needed."""
    listed = await server.ask(CLIENTS)
    window = chosen(windows(listed.lines), pane.session)
    if window is None:
        return Ended(Outcome.NOT_DELIVERED, "no terminal is attached to this tmux server")
    answer = await server.ask(_steps(pane, window))
    if answer.error:
        raise complaint(answer.error)
    return Ended(Outcome.ACCEPTED, f"shown in {window.name}")


def windows(lines: tuple[str, ...]) -> list[Window]:
    """Read the clients of a server, without those that nobody sees."""
    rows = [line.split(" ", 3) for line in lines]
    return [
        Window(int(used), session, name) for control, used, session, name in rows if control != "1"
    ]


def chosen(attached: list[Window], session: str) -> Window | None:
    """Choose the client used last, one that already shows the tmux session before others."""
    return max(attached, key=lambda w: (w.session == session, w.used), default=None)


def _steps(pane: Pane, window: Window) -> Request:
    place = f"{pane.session}:{pane.window}"
    select = (
        ("select-window", "-t", place),
        ("select-pane", "-Z", "-t", pane.identity.pane),
    )
    switch = ("switch-client", "-c", window.name, "-t", pane.session)
    steps = select if window.session == pane.session else (*select, switch)
    return Request(steps, replies=len(steps))
