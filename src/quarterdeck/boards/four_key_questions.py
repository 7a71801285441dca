"""Questions, forms and dialogs on four keys: three options at a time, and a key that leads on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.boards.board import Board, Key, Scene, filled
from quarterdeck.boards.four_key_asks import LAST, ways
from quarterdeck.boards.looks import ON_MESSAGE, Bar, Ground, Look, Message, Tone
from quarterdeck.boards.pages import Item, Page, Pages, pages_of
from quarterdeck.boards.waiting import Waiting
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.meanings import Choose, ListSessions, Means, Pick, Turn
from quarterdeck.domain.shown import Shown

_AWAY = ("cancel", "dismiss", "decline")  # the first of these that there is leads out of it


@dataclass(frozen=True, slots=True)
class Part:
    """What is shown at once: up to three options of a page, or one of the two last pages."""

    page: Page | None = None  # None shows what was picked, or the other ways
    question: int = 0
    items: tuple[Item, ...] = ()
    number: int = 0
    count: int = 1

    @property
    def is_last(self) -> bool:
        """Whether the question has no further options."""
        return self.number == self.count - 1


_CHECK, _WAYS = Part(number=1), Part(number=2)


def question_board(scene: Scene, ask: Ask, waiting: Waiting) -> Board:
    """The options of a question, three at a time; the last key shows what is asked."""
    pages = pages_of(ask, scene.state.of(ask.id))
    parts = _parts(pages)
    place = scene.state.of(ask.id).page % len(parts)
    part = parts[place]
    message = None
    if scene.answering.get(ask.id):
        keys = {LAST: Key(_look(scene, ask, Bar("…", Tone.PLAIN, lit=False), "Sent"))}
    elif part == _WAYS:
        keys = _away(scene, ask, waiting)
    elif part == _CHECK:
        keys, message = _checked(scene, ask, pages, place), _summary(scene, ask, pages)
    else:
        keys = _options(scene, ask, part)
        keys[LAST] = _onward(scene, ask, parts, place, pages)
    ground = Key(ON_MESSAGE if message else Look(Ground.SESSION, colour=scene.colour_of(ask)))
    return Board(str(ask.kind), filled(scene.model, keys, lambda _: ground), message)


def _parts(pages: Pages) -> list[Part]:
    found: list[Part] = []
    for number, page in enumerate(pages.pages):
        cut = [page.items[n : n + LAST] for n in range(0, len(page.items), LAST)] or [()]
        found += [Part(page, number, items, n, len(cut)) for n, items in enumerate(cut)]
    if len(pages.pages) > 1:
        found.append(_CHECK)
    return [*found, _WAYS]


def _options(scene: Scene, ask: Ask, part: Part) -> dict[int, Key]:
    colour = scene.colour_of(ask)
    return {
        place: scene.key(place, replace(item.look, colour=colour), item.press, item.hold)
        for place, item in enumerate(part.items)
    }


def _onward(scene: Scene, ask: Ask, parts: Sequence[Part], place: int, pages: Pages) -> Key:
    """Submit, or the next question once this one is answered; else more of it."""
    part = parts[place]
    assert part.page
    several = any(isinstance(i.press, Pick) and i.press.several for i in part.page.items)
    settled = bool(part.page.picked) and (part.is_last or not several)
    press: Means
    if settled and len(pages.pages) == 1 and pages.send:
        bar, press = Bar("Submit", Tone.ALLOW), pages.send
    elif settled and len(pages.pages) > 1:
        following = next(n for n, p in enumerate(parts) if p.question > part.question or not p.page)
        bar, press = Bar("Next", Tone.PLAIN), Turn(ask.id, following)
    else:
        count = f" {part.number + 1}/{part.count}" if part.count > 1 else ""
        bar, press = Bar(f"More{count}", Tone.PLAIN), Turn(ask.id, place + 1)
    look = _look(scene, ask, bar, part.page.text)
    return scene.key(LAST, look, press, ListSessions(open=True))


def _checked(scene: Scene, ask: Ask, pages: Pages, place: int) -> dict[int, Key]:
    """What was picked, to be sent or changed."""
    back = Look(Ground.MESSAGE, Bar("Back", Tone.PLAIN))
    keys = {0: scene.key(0, back, Turn(ask.id, 0))}
    if pages.send:
        look = Look(Ground.MESSAGE, Bar("Submit", Tone.ALLOW))
        keys[LAST] = scene.key(LAST, look, pages.send, ListSessions(open=True))
    else:
        look = Look(Ground.MESSAGE, Bar("More", Tone.PLAIN))
        keys[LAST] = scene.key(LAST, look, Turn(ask.id, place + 1), ListSessions(open=True))
    return keys


def _summary(scene: Scene, ask: Ask, pages: Pages) -> Message:
    session = scene.session_of(ask)
    lines = (f"{page.head}: {page.picked or '–'}" for page in pages.pages)
    return Message(
        header=("Check", session.name if session else ""),
        level=None,
        colour=scene.colour_of(ask),
        text=Shown("\n".join(lines), (), (), 0),
        deadline=ask.deadline,
    )


def _away(scene: Scene, ask: Ask, waiting: Waiting) -> dict[int, Key]:
    """To the terminal, out of it, or to the next ask; and back."""
    keys = ways(scene, ask, waiting)
    if name := next((name for name in _AWAY if ask.choice(name)), None):
        label = "OK" if name == "dismiss" else "Cancel"
        look = Look(Ground.MESSAGE, Bar(label, Tone.PLAIN))
        keys[1] = scene.key(1, look, Choose(ask.id, name))
    back = Look(Ground.MESSAGE, Bar("Back", Tone.PLAIN))
    keys[LAST] = scene.key(LAST, back, Turn(ask.id, 0), ListSessions(open=True))
    colour = scene.colour_of(ask)
    return {
        n: replace(k, look=replace(k.look, ground=Ground.SESSION, colour=colour))
        for n, k in keys.items()
    }


def _look(scene: Scene, ask: Ask, bar: Bar, text: str) -> Look:
    return Look(Ground.SESSION, bar, title=text, colour=scene.colour_of(ask))
