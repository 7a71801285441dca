"""A board with one option on a key, from top left, and a column of controls at the right."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.boards.board import Board, Key, Scene, filled
from quarterdeck.boards.looks import ON_MESSAGE, Bar, Ground, Look, Message, Tone
from quarterdeck.boards.messages import strip_of
from quarterdeck.boards.pages import Item, Page, Pages, pages_of
from quarterdeck.boards.waiting import Waiting, dials_of
from quarterdeck.domain.actions import Focus
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.meanings import Act, Choose, Means, Turn
from quarterdeck.domain.shown import Shown


@dataclass(frozen=True, slots=True)
class Spread:
    """What is shown of a page at once: as many of its items as there are keys."""

    page: Page | None  # None is the check page
    number: int  # of the page
    items: tuple[Item, ...]
    part: int
    parts: int


def option_board(scene: Scene, ask: Ask, waiting: Waiting) -> Board:
    """What questions, forms and dialogs with options of their own look like on keys."""
    pages = pages_of(ask, scene.state.of(ask.id))
    spreads = _spreads(scene, pages, waiting)
    place = min(scene.state.of(ask.id).page, len(spreads) - 1)
    shown = spreads[place]
    keys = _items(scene, ask, shown, spreads, place, waiting)
    message, area = _message(scene, ask, shown, pages, keys)
    keys |= {key: scene.key(key, ON_MESSAGE, None) for key in area}
    keys[scene.model.right_top] = _corner(scene, ask, shown, spreads)
    last = scene.model.bottom(0)
    keys[last] = _action(scene, ask, shown, spreads, pages, waiting, said=bool(area))
    ground = Key(Look(Ground.SESSION, colour=scene.colour_of(ask)))
    turn = (Turn(ask.id, max(0, place - 1)), Turn(ask.id, min(place + 1, len(spreads) - 1)))
    return Board(
        str(ask.kind),
        filled(scene.model, keys, lambda _: ground),
        message,
        _strip(scene, ask, shown, pages, waiting),
        *dials_of(scene, turn, waiting.sides),
    )


# Pages and their parts


def _slots(scene: Scene) -> tuple[int, ...]:
    """The keys for options: all but the two controls."""
    controls = (scene.model.right_top, scene.model.bottom(0))
    return tuple(place for place in range(scene.model.keys) if place not in controls)


def _steps_apart(scene: Scene, waiting: Waiting) -> bool:
    """Whether stepping to other asks has a key of its own here."""
    return waiting.sides is not None and len(_slots(scene)) > 2


def _spreads(scene: Scene, pages: Pages, waiting: Waiting) -> list[Spread]:
    room = len(_slots(scene)) - _steps_apart(scene, waiting)
    found: list[Spread] = []
    for number, page in enumerate(pages.pages):
        each = room if len(page.items) <= room else max(1, room - 1)
        parts = [page.items[n : n + each] for n in range(0, len(page.items), each)] or [()]
        found += [Spread(page, number, p, n, len(parts)) for n, p in enumerate(parts)]
    if len(pages.pages) != 1:
        found.append(Spread(None, len(pages.pages), (), 0, 1))
    return found


def _items(
    scene: Scene,
    ask: Ask,
    shown: Spread,
    spreads: Sequence[Spread],
    place: int,
    waiting: Waiting,
) -> dict[int, Key]:
    slots = _slots(scene)
    colour = scene.colour_of(ask)
    keys = {
        slot: scene.key(slot, replace(item.look, colour=colour), item.press, item.hold)
        for slot, item in zip(slots, shown.items, strict=False)
    }
    if answering := scene.answering.get(ask.id):
        title = f"{answering.choice} …"
        return {slots[0]: Key(Look(Ground.OPTION, title=title, quiet=True, colour=colour))}
    free = [slot for slot in slots if slot not in keys]
    if shown.parts > 1 and free:
        following = place + 1 if shown.part + 1 < shown.parts else place - shown.part
        look = Look(
            Ground.SESSION, title="More", detail=f"{shown.part + 1}/{shown.parts}", colour=colour
        )
        slot = free.pop()
        keys[slot] = scene.key(slot, look, Turn(ask.id, following))
    sides = waiting.sides
    if sides and _steps_apart(scene, waiting) and free:
        look = Look(Ground.SESSION, Bar(f"▸ {waiting.count}", Tone.PLAIN), colour=colour)
        keys[free[-1]] = scene.key(free[-1], look, sides[1], sides[0])
    return keys


# The question's text, where rows are free


def _message(
    scene: Scene, ask: Ask, shown: Spread, pages: Pages, keys: dict[int, Key]
) -> tuple[Message | None, frozenset[int]]:
    """The text across whole rows that no option needs, and the keys it runs over."""
    columns = scene.model.columns
    options = [place for place in keys if place in _slots(scene)[: len(shown.items)]]
    first_free = max(options, default=-1) // columns + 1 if options else 0
    area = frozenset(
        place
        for place in range(first_free * columns, scene.model.keys)
        if place % columns < columns - 1 and place not in keys
    )
    if first_free >= scene.model.rows or not area:
        return None, frozenset()
    session = scene.session_of(ask)
    name = session.name if session else ""
    head, text = (shown.page.head, shown.page.text) if shown.page else ("Check", _check(pages))
    message = Message(
        header=tuple(part for part in (head, name) if part),
        level=ask.risk.level if ask.risk else None,
        colour=scene.colour_of(ask),
        text=Shown(text, (), (), 0),
        deadline=ask.deadline,
    )
    return message, area


def _check(pages: Pages) -> str:
    return "\n".join(f"{page.head}: {page.picked or '–'}" for page in pages.pages)


def _strip(scene: Scene, ask: Ask, shown: Spread, pages: Pages, waiting: Waiting) -> Message | None:
    strip = strip_of(scene, ask, waiting.count)
    text = shown.page.text if shown.page else _check(pages)
    return replace(strip, text=Shown(text, (), (), 0)) if strip else None


# Controls


def _corner(scene: Scene, ask: Ask, shown: Spread, spreads: Sequence[Spread]) -> Key:
    """Back, or away: to the terminal, or by cancelling."""
    colour = scene.colour_of(ask)
    cancel = Choose(ask.id, "cancel") if ask.choice("cancel") else None
    press: Means | None
    if shown.number > 0:
        before = next(n for n, s in enumerate(spreads) if s.number == shown.number - 1)
        bar, press, hold = Bar("Back", Tone.PLAIN, top=True), Turn(ask.id, before), cancel
    elif scene.can_focus(ask.session):
        bar, press, hold = Bar("Go CC", Tone.GO, top=True), Act(ask.session, Focus()), cancel
    else:
        bar, press, hold = Bar("Cancel", Tone.PLAIN, top=True), cancel, None
    many = max(s.number for s in spreads) > 0
    info = f"{shown.number + 1}/{max(s.number for s in spreads)}" if many and shown.page else ""
    head = shown.page.head if shown.page else "Check"
    look = Look(Ground.SESSION, bar, title=head, detail=info, quiet=True, colour=colour)
    return scene.key(scene.model.right_top, look, press, hold)


def _action(
    scene: Scene,
    ask: Ask,
    shown: Spread,
    spreads: Sequence[Spread],
    pages: Pages,
    waiting: Waiting,
    *,
    said: bool,
) -> Key:
    """Submit, or on to the next question; for a dialog whose options answer, OK."""
    last = scene.model.bottom(0)
    colour = scene.colour_of(ask)
    following = next((n for n, s in enumerate(spreads) if s.number == shown.number + 1), None)
    press: Means | None
    if scene.answering.get(ask.id):
        bar, press = Bar("…", Tone.PLAIN, lit=False), None
    elif following is not None:
        bar, press = Bar("Next", Tone.PLAIN), Turn(ask.id, following)
    elif ask.choice("submit") or ask.choice("accept"):
        bar, press = Bar("Submit", Tone.ALLOW, lit=pages.send is not None), pages.send
    elif ask.choice("dismiss"):
        bar, press = Bar("OK", Tone.PLAIN), Choose(ask.id, "dismiss")
    else:
        bar, press = None, None
    words = "" if said or shown.page is None else shown.page.text
    look = Look(Ground.SESSION, bar, detail=words, colour=colour)
    hold = None if _steps_apart(scene, waiting) else waiting.step(1)
    return scene.key(last, look, press, hold)
