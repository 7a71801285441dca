"""Boards of sessions: a tile for each when nothing waits, and a page for one."""

from collections.abc import Iterable, Iterator

from quarterdeck.boards.board import Board, Key, Scene, filled
from quarterdeck.boards.looks import NOTHING, ON_MESSAGE, Bar, Ground, Look, Message, Tone
from quarterdeck.boards.waiting import Waiting, dials_of
from quarterdeck.domain.actions import Focus, Interrupt, Keys
from quarterdeck.domain.meanings import Act, Means, OpenSession, StopAll, Turn
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.shown import Shown
from quarterdeck.domain.states import State

TO_BACKGROUND = Keys(("C-b",))  # moves what an agent runs out of its way
_STOP_ALL_FROM = 12  # keys from which one is spared for it


def tile_board(scene: Scene) -> Board:
    """A tile for each session: press it to go there, hold it to open its page."""
    living = [s for s in scene.sessions if not s.ended]
    keys: dict[int, Key] = {}
    last = scene.model.bottom(0)
    room = scene.model.keys
    if scene.model.keys >= _STOP_ALL_FROM and any(_works(s) for s in living):
        look = Look(Ground.BLACK, Bar("STOP ALL", Tone.STOP, hold=True))
        keys[last] = scene.key(last, look, None, StopAll())
        room -= 1
    page, pages = 0, 1
    if len(living) > room:
        room -= 1
        pages = -(-len(living) // room)
        page = scene.state.tiles % pages
        look = Look(Ground.BLACK, title="More", detail=f"{page + 1}/{pages}")
        keys[room] = scene.key(room, look, Turn(None, (page + 1) % pages))
    for place, session in enumerate(living[page * room : (page + 1) * room]):
        keys[place] = _tile(scene, place, session)
    sides = (Turn(None, (page - 1) % pages), Turn(None, (page + 1) % pages)) if pages > 1 else None
    return Board(
        "sessions",
        filled(scene.model, keys, lambda _: Key()),
        None,
        _summary(scene, living),
        *dials_of(scene, sides, sides),
    )


def session_board(scene: Scene, session: Session, waiting: Waiting | None) -> Board:
    """One session: what it does, and what can be done about it."""
    model = scene.model
    keys: dict[int, Key] = {}
    bars = list(_bars(scene, session))[: model.columns]
    for place, (bar, press, hold) in enumerate(reversed(bars)):
        key = model.bottom(place)
        keys[key] = scene.key(key, Look(Ground.MESSAGE, bar), press, hold)
    back = Look(Ground.MESSAGE, Bar("Back", Tone.PLAIN, top=True))
    keys[model.right_top] = scene.key(model.right_top, back, OpenSession(None))
    if waiting and 0 not in keys:
        look = Look(Ground.MESSAGE, Bar(f"{len(waiting.asks)} waiting", Tone.PLAIN))
        keys[0] = scene.key(0, look, OpenSession(None))
    message = Message(
        header=(session.name, session.state.capitalize()),
        level=None,
        colour=session.colour,
        text=Shown("\n".join(_facts(session)), (), (), 0),
    )
    rest = Key(ON_MESSAGE)
    keys_shown = filled(model, keys, lambda _: rest)
    return Board("session", keys_shown, message, _summary(scene, [session]), *dials_of(scene))


def black_board(scene: Scene) -> Board:
    """Nothing at all."""
    return Board("black", (Key(),) * scene.model.keys, None, None, *dials_of(scene))


def _works(session: Session) -> bool:
    return session.state in (State.WORKING, State.WAITING)


def _tile(scene: Scene, place: int, session: Session) -> Key:
    look = Look(
        Ground.SESSION,
        title=session.name,
        colour=session.colour,
        state=session.state,
        since=session.since,
    )
    focus = Act(session.id, Focus()) if scene.focus else OpenSession(session.id)
    return scene.key(place, look, focus, OpenSession(session.id))


def _bars(scene: Scene, session: Session) -> Iterator[tuple[Bar, Means, Means | None]]:
    if scene.focus:
        yield Bar("Go CC", Tone.GO), Act(session.id, Focus()), None
    yield Bar("BACKGR.", Tone.PLAIN), Act(session.id, TO_BACKGROUND), None
    yield Bar("STOP", Tone.STOP), Act(session.id, Interrupt()), None


def _facts(session: Session) -> Iterator[str]:
    facts = session.facts
    place = " · ".join(part for part in (facts.cwd, facts.branch) if part)
    for line in (facts.activity, facts.last_message, place, facts.model):
        if line:
            yield line


def _summary(scene: Scene, sessions: Iterable[Session]) -> Message | None:
    """How many do what, on the screen below the keys."""
    if scene.model.strip is None:
        return None
    states = [session.state for session in sessions]
    counts = [f"{states.count(state)} {state}" for state in State if state in states]
    text = Shown(" · ".join(counts) or "No agents", (), (), 0)
    return Message(header=(), level=None, colour=0, text=text if states else NOTHING, quiet=True)
