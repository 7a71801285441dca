"""Asks on four keys: the message across all of them, and Yes, Always, No, More below it."""

from quarterdeck.boards.board import Board, Key, Scene, filled
from quarterdeck.boards.four_key_sessions import session_key
from quarterdeck.boards.looks import ON_MESSAGE, Bar, Ground, Look, Tone
from quarterdeck.boards.message_board import choice_bar, is_always
from quarterdeck.boards.messages import message_of
from quarterdeck.boards.waiting import Waiting
from quarterdeck.domain.actions import Focus, Keys
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.meanings import Act, ListSessions, Means, Turn
from quarterdeck.domain.sessions import Session

LAST = 3  # the key that leads on
# Which key a choice is on, and what it is called there: yes is always the first, no the third.
_PLACES = {
    "allow": (0, "Yes", Tone.ALLOW),
    "always": (1, "Always", Tone.ALWAYS),
    "deny": (2, "No", Tone.DENY),
    "approve": (0, "Yes", Tone.ALLOW),
    "accept_edits": (1, "+ Edits", Tone.ALWAYS),
    "change": (2, "Change…", Tone.PLAIN),
    "allow_next": (0, "Next time", Tone.ALWAYS),
    "tell": (1, "Tell…", Tone.PLAIN),
    "accept": (0, "Send", Tone.ALLOW),
    "cancel": (1, "Cancel", Tone.PLAIN),
    "decline": (2, "No", Tone.DENY),
    "retry": (0, "Retry", Tone.ALWAYS),
    "dismiss": (2, "OK", Tone.PLAIN),
}
_ARROWS = (("Up", "Down", "Enter"), ("Escape", "Left", "Right"))  # two rows of keys
_SIGNS = {
    "Up": "▲",
    "Down": "▼",
    "Enter": "⏎",
    "Escape": "Esc",
    "Left": "◀",
    "Right": "▶",
}


def ask_board(scene: Scene, ask: Ask, waiting: Waiting) -> Board:
    """An ask, page by page: every second one has the ways that are needed less often."""
    page = scene.state.of(ask.id).page
    if ask.kind is Kind.FALLBACK and page % 3:
        keys = _arrows(scene, ask, page % 3 - 1)
    elif ask.kind is not Kind.FALLBACK and page % 2:
        keys = ways(scene, ask, waiting)
    else:
        keys = _choices(scene, ask)
    keys[LAST] = more_key(scene, ask, page + 1)
    always = f"always: {ask.rule}" if is_always(scene, ask) else ""
    rest = filled(scene.model, keys, lambda _: Key(ON_MESSAGE))
    return Board(str(ask.kind), rest, message_of(scene, ask, always))


def limit_board(scene: Scene, ask: Ask, session: Session | None) -> Board:
    """A limit: nothing can be pressed before its time has passed, but for the session's key."""
    passed = ask.deadline is not None and ask.deadline <= scene.now
    keys = _choices(scene, ask) if passed else {}
    if session:
        keys[LAST] = session_key(scene, session)
    rest = filled(scene.model, keys, lambda _: Key(ON_MESSAGE))
    return Board(str(ask.kind), rest, message_of(scene, ask, ""))


def more_key(scene: Scene, ask: Ask, page: int) -> Key:
    """The last key: more of the ask when it is pressed, the sessions when it is held."""
    look = Look(Ground.MESSAGE, Bar("More", Tone.PLAIN))
    return scene.key(LAST, look, Turn(ask.id, page), ListSessions(open=True))


def ways(scene: Scene, ask: Ask, waiting: Waiting) -> dict[int, Key]:
    """The ways that are needed less often: to the terminal, and to the next ask."""
    keys: dict[int, Key] = {}
    if scene.focus:
        keys[0] = _key(scene, 0, Bar("Go CC", Tone.GO), Act(ask.session, Focus()), None)
    if following := waiting.step(1):
        bar = Bar(f"▸ {waiting.count}", Tone.PLAIN)
        keys[2] = _key(scene, 2, bar, following, waiting.step(-1))
    return keys


def _choices(scene: Scene, ask: Ask) -> dict[int, Key]:
    """The choices that an ask has, each on its own key."""
    answer = scene.answering.get(ask.id)
    keys: dict[int, Key] = {}
    for name, (place, label, tone) in _PLACES.items():
        choice = ask.choice(name)
        if choice is None or (answer and answer.choice != name):
            continue
        if answer:
            keys[place] = _key(scene, place, Bar(f"{label} …", tone, lit=False), None, None)
            continue
        for bar, press, hold in choice_bar(scene, ask, choice, label, tone):
            keys[place] = _key(scene, place, bar, press, hold)
    return keys


def _arrows(scene: Scene, ask: Ask, row: int) -> dict[int, Key]:
    """Arrow keys for a dialog that nobody can read."""
    keys: dict[int, Key] = {}
    for place, name in enumerate(_ARROWS[row]):
        bar = Bar(_SIGNS[name], Tone.PLAIN)
        keys[place] = _key(scene, place, bar, Act(ask.session, Keys((name,))), None)
    return keys


def _key(scene: Scene, place: int, bar: Bar, press: Means | None, hold: Means | None) -> Key:
    return scene.key(place, Look(Ground.MESSAGE, bar), press, hold)
