"""Sessions on four keys: what can be done about one, a list to switch to, and one that is gone."""

from collections.abc import Sequence
from dataclasses import replace

from quarterdeck.boards.board import Board, Key, Scene, filled
from quarterdeck.boards.known_icons import known_file
from quarterdeck.boards.looks import ON_MESSAGE, Bar, Ground, Look, Message, Tone
from quarterdeck.boards.messages import text_of
from quarterdeck.boards.session_board import TO_BACKGROUND, said
from quarterdeck.domain.actions import Focus, Interrupt, Send
from quarterdeck.domain.ask_bodies import Kind, Trouble
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.choices import GO_ON
from quarterdeck.domain.meanings import Act, Bind, Choose, ListSessions, Means, Turn
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.shown import Shown
from quarterdeck.domain.states import State
from quarterdeck.domain.stopping import CONTINUE, WIND_DOWN

LAST = 3  # the key that shows the session
Pressable = tuple[Look, Means | None, Means | None]  # what a press means, and what holding it
_SESSIONS = ListSessions(open=True)


def session_in_sight(scene: Scene, ask: Ask | None) -> Session | None:
    """The session that is shown: its own, that of the ask, or the only one that there is."""
    living = [s for s in scene.own if not s.ended]
    if ask and scene.bound is None:
        return next((s for s in living if s.id == ask.session), None)
    return living[0] if len(living) == 1 else None


def own_board(scene: Scene, session: Session, note: Ask | None) -> Board:
    """What can be done about a session now, with a note on the third key where there is one."""
    row, message = _row(scene, session)
    page = 0
    if note:
        row = [*row[:2], *(_NOTHING,) * (2 - len(row[:2])), _noted(scene, note), *row[2:]]
    if len(row) > LAST:
        page = scene.state.tiles % -(-len(row) // LAST)
    keys = {
        place: scene.key(place, *key)
        for place, key in enumerate(row[page * LAST : (page + 1) * LAST])
        if key != _NOTHING
    }
    turn = Turn(None, page + 1) if len(row) > LAST else None
    keys[LAST] = session_key(scene, session, turn)
    rest = ON_MESSAGE if message else Look(Ground.SESSION, colour=session.colour)
    shown = filled(scene.model, keys, lambda _: Key(rest))
    return Board(str(session.state), shown, message)


def session_key(scene: Scene, session: Session, press: Means | None = None) -> Key:
    """The last key: which session it is and what it does; held, it lists the others."""
    look = Look(
        Ground.SESSION,
        title=session.name,
        detail=str(session.state),
        colour=session.colour,
        state=session.state,
        since=session.since,
    )
    focus = Act(session.id, Focus()) if scene.focus else None
    return scene.key(LAST, look, press or focus, _SESSIONS)


def list_board(scene: Scene) -> Board:
    """The sessions that the keyboard can be bound to, three at a time."""
    entries = [_entry(session) for session in _switchable(scene)]
    if scene.bound:
        entries.append((Look(Ground.OPTION, title="All", detail="every session"), Bind(None), None))
    pages = max(1, -(-len(entries) // LAST))
    page = scene.state.tiles % pages
    keys = {
        place: scene.key(place, *entry)
        for place, entry in enumerate(entries[page * LAST : (page + 1) * LAST])
    }
    title = "Which session?"
    back = ListSessions(open=False) if scene.state.listing else None
    if pages > 1:
        look = Look(Ground.BLACK, Bar(f"More {page + 1}/{pages}", Tone.PLAIN), title=title)
        keys[LAST] = scene.key(LAST, look, Turn(None, page + 1), back)
    elif back:
        look = Look(Ground.BLACK, Bar("Back", Tone.PLAIN), title=title)
        keys[LAST] = scene.key(LAST, look, back)
    else:
        keys[LAST] = Key(Look(Ground.BLACK, title=title))
    return Board("sessions", filled(scene.model, keys, lambda _: Key()))


def lost_board(scene: Scene, bound: Binding) -> Board:
    """The session that the keyboard belongs to is over: nothing is pressed for another one."""
    gone = next((s for s in scene.sessions if s.id == bound.session), None)
    reason = gone.reason if gone else "it is not there any more"
    text = f"{bound.name} · {bound.keyboard_id}\n{reason}"
    look = Look(Ground.MESSAGE, Bar("Sessions", Tone.GO))
    keys = {LAST: scene.key(LAST, look, _SESSIONS, _SESSIONS)}
    message = _message(("Session lost",), text, gone.colour if gone else 0)
    return Board("lost", filled(scene.model, keys, lambda _: Key(ON_MESSAGE)), message)


def empty_board(scene: Scene) -> Board:
    """Nobody is there."""
    message = replace(_message((), "No agents", 0), quiet=True)
    return Board("sessions", filled(scene.model, {}, lambda _: Key(ON_MESSAGE)), message)


_NOTHING: Pressable = (Look(), None, None)


def _row(scene: Scene, session: Session) -> tuple[list[Pressable], Message | None]:
    """The keys for what a session does, and what is said across the rest of them."""
    match session.state:
        case State.WORKING | State.WAITING:
            return _at_work(session), None
        case State.IDLE:
            return _idle(session), None
        case State.LIMITED | State.FAILED:
            word = "Limited" if session.state is State.LIMITED else "Failed"
            retry = _sign(Bar("Retry", Tone.ALWAYS), Act(session.id, Send(GO_ON)))
            message = _message((word, session.name), session.reason, session.colour)
            until = session.facts.limited_until or 0.0  # as a program stated it
            if session.state is State.LIMITED and until > scene.now:
                return [], replace(message, deadline=until)
            return [retry], message
        case _:
            text = session.reason or str(session.state)
            go = [_sign(Bar("Go CC", Tone.GO), Act(session.id, Focus()))] if scene.focus else []
            return go, _message((session.name,), text, session.colour)


def _at_work(session: Session) -> list[Pressable]:
    """STOP, and while a tool runs also BACKGROUND; what it does moves on the third key."""
    detail = "wrapping up …" if session.stopped else "hold: wrap up first"
    wind_down = None if session.stopped else Act(session.id, WIND_DOWN)
    stop = _picture("STOP", "stop", session, detail)
    row: list[Pressable] = [(stop, Act(session.id, Interrupt()), wind_down)]
    activity = session.facts.activity or ""
    if activity:
        background = _picture("BACKGROUND", "background", session, "")
        row.append((background, Act(session.id, TO_BACKGROUND), None))
    else:
        row.append(_NOTHING)
    doing = Look(
        Ground.SESSION,
        title=activity or "Thinking",
        colour=session.colour,
        moves=True,
    )
    return [*row, (doing, None, None)]


def _idle(session: Session) -> list[Pressable]:
    """The buttons for an idle agent; one that was stopped can go on."""
    row: list[Pressable] = []
    if session.stopped:
        look = _picture("Continue", "continue", session, CONTINUE.text)
        row.append((look, Act(session.id, CONTINUE), None))
    if shown := session.buttons_shown:
        row += [
            said(session, shown.by, button) if button.text else _NOTHING for button in shown.row
        ]
    return row


def _noted(scene: Scene, ask: Ask) -> Pressable:
    """What was finished or is to be known: dismissed by a press, read in full by holding."""
    title, detail, tone = ask.title, ask.text, Tone.PLAIN
    if ask.kind is Kind.DONE:
        title, tone = _FINISHED[ask.trouble]
        detail = text_of(ask).text
    bar = Bar("OK", tone)
    look = Look(Ground.SESSION, bar, title=title, detail=detail, colour=scene.colour_of(ask))
    return look, Choose(ask.id, "dismiss"), Turn(ask.id, 1)


_FINISHED = {
    None: ("Task complete", Tone.ALLOW),
    Trouble.TESTS: ("Tests fail", Tone.DENY),
    Trouble.ERROR: ("Task failed", Tone.DENY),
}


def _picture(title: str, icon: str, session: Session, detail: str) -> Look:
    known = known_file(icon)
    emoji = known.emoji if known else ""
    return Look(Ground.OPTION, title=title, detail=detail, colour=session.colour, emoji=emoji)


def _sign(bar: Bar, means: Means) -> Pressable:
    return Look(Ground.MESSAGE, bar), means, None


def _entry(session: Session) -> Pressable:
    look = Look(
        Ground.SESSION,
        title=session.name,
        detail=f"#{session.process.pid}",
        colour=session.colour,
        state=session.state,
        since=session.since,
    )
    return look, Bind(session.id), None


def _switchable(scene: Scene) -> Sequence[Session]:
    """The living sessions; where one was lost, those in its directory come first."""
    living = [s for s in scene.sessions if not s.ended]
    bound = scene.bound
    own = next((s for s in scene.sessions if bound and s.id == bound.session), None)
    cwd = own.facts.cwd if own and own.ended else None
    return sorted(living, key=lambda s: cwd is None or s.facts.cwd != cwd)


def _message(header: tuple[str, ...], text: str, colour: int) -> Message:
    return Message(header=header, level=None, colour=colour, text=Shown(text, (), (), 0))
