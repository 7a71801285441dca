"""Boards of sessions: a tile for each when nothing waits, and a page for one."""

from collections.abc import Iterable, Iterator

from quarterdeck.boards.board import Board, Key, Scene, filled
from quarterdeck.boards.known_icons import icon_for, known_file
from quarterdeck.boards.looks import BLACK, NOTHING, ON_MESSAGE, Bar, Ground, Look, Message, Tone
from quarterdeck.boards.waiting import Waiting, dials_of
from quarterdeck.domain.actions import Focus, Interrupt, Keys
from quarterdeck.domain.buttons import Button, Origin
from quarterdeck.domain.meanings import Act, Means, OpenSession, StopAll, Turn, Wake
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.shown import Shown
from quarterdeck.domain.states import State

TO_BACKGROUND = Keys(("C-b",))  # moves what an agent runs out of its way
_STOP_ALL_FROM = 12  # keys from which one is spared for it


def tile_board(scene: Scene) -> Board:
    """A tile for each session: press it to go there, hold it to open its page."""
    living = [s for s in scene.own if not s.ended]
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
    for place, key in enumerate(reversed(_bottom_row(scene, session))):
        at = model.bottom(place)
        keys[at] = scene.key(at, *key)
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


def asleep_board(scene: Scene) -> Board:
    """Nothing in sight, and every key wakes it: what one cannot see one does not press."""
    keys = tuple(scene.key(place, BLACK, Wake()) for place in range(scene.model.keys))
    wakes = (Wake(), Wake())
    return Board("asleep", keys, None, None, *dials_of(scene, wakes, wakes))


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
    focus = Act(session.id, Focus()) if scene.can_focus(session.id) else OpenSession(session.id)
    return scene.key(place, look, focus, OpenSession(session.id))


Pressable = tuple[Look, Means | None, Means | None]  # what a press means, and what holding it


def _bottom_row(scene: Scene, session: Session) -> list[Pressable]:
    """What can be said to an idle agent, or done about one that works."""
    columns = scene.model.columns
    focus = _bar("Go CC", Tone.GO, Act(session.id, Focus()))
    go = [focus] if scene.can_focus(session.id) else []
    if shown := session.buttons_shown:
        row = [said(session, shown.by, button) for button in shown.row][:columns]
        return [*go, *row][-columns:]
    background = _bar("BACKGR.", Tone.PLAIN, Act(session.id, TO_BACKGROUND))
    stop = _bar("STOP", Tone.STOP, Act(session.id, Interrupt()))
    return [*go, background, stop][:columns]


def _bar(text: str, tone: Tone, means: Means) -> Pressable:
    return Look(Ground.MESSAGE, Bar(text, tone)), means, None


def said(session: Session, by: Origin, button: Button) -> Pressable:
    """A button as it is set, with what it will type; what is critical must be held."""
    typed = button.types if button.types != button.text else ""
    detail = f"Agent: {button.types}" if by is Origin.AGENT and button.text else typed
    critical = button.risk is Level.CRITICAL
    bar = Bar("Hold", Tone.DENY, hold=True) if critical else None
    look = Look(
        Ground.OPTION,
        bar,
        title=button.text,
        detail=detail,
        colour=session.colour,
        emoji=_emoji(button),
        tint=button.colour,
    )
    means = Act(session.id, button.do) if button.do else None
    return (look, None, means) if critical else (look, means, None)


def _emoji(button: Button) -> str:
    """Its own, or that of its picture, or the one that goes with its words."""
    named = known_file(button.image) if button.image else None
    if button.emoji or not button.text:
        return button.emoji
    return (named or icon_for(button.text)).emoji


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
