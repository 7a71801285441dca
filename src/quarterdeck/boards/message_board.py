"""A board on which a message runs over all keys, and choices are labels in the lowest row."""

from collections.abc import Iterator

from quarterdeck.boards.board import Board, Key, Scene, filled
from quarterdeck.boards.dpad import dpad, pad_board
from quarterdeck.boards.looks import ON_MESSAGE, Bar, Ground, Look, Tone
from quarterdeck.boards.messages import message_of, strip_of
from quarterdeck.boards.waiting import Waiting, dials_of
from quarterdeck.domain.actions import Focus
from quarterdeck.domain.ask_bodies import Form, Kind
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.choices import Choice
from quarterdeck.domain.guards import needs_hold
from quarterdeck.domain.meanings import Act, Choose, Means, Toggle, Turn
from quarterdeck.domain.objections import TEXT_NEEDED

GO = "Go CC"
# What a choice is called on a key, and in which tone, from left to right.
_BARS = {
    "cancel": ("Cancel", Tone.PLAIN),
    "decline": ("Decline", Tone.DENY),
    "deny": ("Deny", Tone.DENY),
    "always": ("Always", Tone.ALWAYS),
    "allow": ("Allow", Tone.ALLOW),
    "change": ("Change…", Tone.PLAIN),
    "accept_edits": ("+ Edits", Tone.ALWAYS),
    "approve": ("Approve", Tone.ALLOW),
    "tell": ("Tell…", Tone.PLAIN),
    "allow_next": ("Next time", Tone.ALWAYS),
    "retry": ("Retry", Tone.ALWAYS),
    "accept": ("Send", Tone.ALLOW),
    "dismiss": ("OK", Tone.PLAIN),
}
_ELSEWHERE = {"deny_stop", "focus"}  # by holding Deny, and by the key in the corner
_QUIET = (Kind.NOTIFICATION, Kind.DONE)


def fits_bars(ask: Ask) -> bool:
    """Whether every choice of an ask has its place on such a board."""
    return all(choice.id in _BARS or choice.id in _ELSEWHERE for choice in ask.choices)


def message_board(scene: Scene, ask: Ask, waiting: Waiting) -> Board:
    """What an ask looks like on keys."""
    if ask.kind is Kind.FALLBACK and scene.state.of(ask.id).page % 2:
        return pad_board(scene, ask)
    bars = list(_bars(scene, ask))[: scene.model.keys]
    places = (scene.model.bottom(place) for place in range(len(bars)))
    keys = {place: _key(scene, place, *bar) for place, bar in zip(places, bars[::-1], strict=True)}
    corner = scene.model.right_top
    if scene.can_focus(ask.session) and corner not in keys:
        keys[corner] = go_key(scene, ask, None)
    if ask.kind is Kind.FALLBACK:
        keys |= dpad(scene, ask, keys)
    if step := waiting.key(scene, keys):
        keys[step[0]] = step[1]
    if ask.kind in _QUIET:
        keys |= _black_above(scene, keys)
    always = f"always: {ask.rule}" if is_always(scene, ask) else ""
    steps = waiting.sides
    scroll = (_turn(scene, ask, -1), _turn(scene, ask, 1))
    return Board(
        str(ask.kind),
        filled(scene.model, keys, lambda place: _rest(scene, ask, place)),
        message_of(scene, ask, always),
        strip_of(scene, ask, waiting.count),
        *dials_of(scene, scroll, steps),
    )


def go_key(scene: Scene, ask: Ask, hold: Means | None) -> Key:
    """The key in the corner that brings the ask's terminal to the front."""
    look = Look(Ground.MESSAGE, Bar(GO, Tone.GO, top=True))
    return scene.key(scene.model.right_top, look, Act(ask.session, Focus()), hold)


def _key(scene: Scene, place: int, bar: Bar, press: Means | None, hold: Means | None) -> Key:
    return scene.key(place, Look(Ground.MESSAGE, bar), press, hold)


def _bars(scene: Scene, ask: Ask) -> Iterator[tuple[Bar, Means | None, Means | None]]:
    """The labels from left to right, with what pressing and holding each means."""
    if answer := scene.answering.get(ask.id):
        choice = ask.choice(answer.choice)
        yield (
            Bar(f"{choice.label if choice else answer.choice} …", Tone.PLAIN, lit=False),
            None,
            None,
        )
        return
    offered = {c.id: c for c in ask.choices if c.id != "accept" or _is_empty(ask)}
    for name, (label, tone) in _BARS.items():
        if choice := offered.get(name):
            yield from choice_bar(scene, ask, choice, label, tone)


def choice_bar(
    scene: Scene, ask: Ask, choice: Choice, label: str, tone: Tone
) -> Iterator[tuple[Bar, Means | None, Means | None]]:
    """The label of a choice, with what pressing and holding it means; nothing where it has none."""
    always = is_always(scene, ask)
    if choice.id == "always":
        yield Bar(label, tone, lit=always), Toggle(ask.id), None
    elif choice.id in TEXT_NEEDED:
        # No key can write a text: it is said at the terminal.
        if scene.can_focus(ask.session):
            yield Bar(label, tone), Act(ask.session, Focus()), None
    else:
        meant = "always" if choice.id == "allow" and always else choice.id
        means = Choose(ask.id, meant)
        said = "Always" if meant == "always" else label
        if needs_hold(ask, choice):
            yield Bar(said, tone, hold=True), None, means
        else:
            stop = Choose(ask.id, "deny_stop") if _stops(ask, choice) else None
            yield Bar(said, tone), means, stop


def _is_empty(ask: Ask) -> bool:
    """Whether a form can be sent as it is: no field must be written."""
    return isinstance(ask.body, Form) and not any(field.required for field in ask.body.fields)


def _stops(ask: Ask, choice: Choice) -> bool:
    """Whether holding this choice also ends the turn."""
    return choice.id == "deny" and ask.choice("deny_stop") is not None


def is_always(scene: Scene, ask: Ask) -> bool:
    """Whether Always is switched on for this ask here."""
    return scene.state.of(ask.id).always and ask.choice("always") is not None


def _turn(scene: Scene, ask: Ask, by: int) -> Turn:
    return Turn(ask.id, max(0, scene.state.of(ask.id).page + by))


def _rest(scene: Scene, ask: Ask, place: int) -> Key:
    """A key that only shows the message: a press shows more of it, or dismisses it."""
    if ask.kind is Kind.FALLBACK:
        return scene.key(place, ON_MESSAGE, Choose(ask.id, "dismiss"))
    return scene.key(place, ON_MESSAGE, _turn(scene, ask, 1))


def _black_above(scene: Scene, keys: dict[int, Key]) -> dict[int, Key]:
    """The keys above the lowest row, which a note leaves dark; labels on them stay."""
    above = range(scene.model.columns * (scene.model.rows - 1))
    return {place: _darkened(keys[place]) if place in keys else Key() for place in above}


def _darkened(key: Key) -> Key:
    return Key(Look(Ground.BLACK, key.look.bar), key.press, key.hold)
