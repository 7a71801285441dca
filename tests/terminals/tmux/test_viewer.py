import asyncio
import shlex
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest
from tests.terminals.tmux.crew import Crew, Ship, until

from quarterdeck.ports import Drawn, Written
from quarterdeck.terminals.tmux import viewer
from quarterdeck.terminals.tmux.results import TmuxError

COLOURS = "\\033[41mred \\033[1mbold\\nover two rows\\033[0m \\033[2mdim\\033[0m\\n日本語 é\\n"
SHOWS = [
    f"printf '{COLOURS}'; exec cat",
    "seq 200; exec cat",
    f"printf '\\033[?1049h\\033[3;5H{COLOURS}\\033[5;9H'; exec cat",
    "printf '\\033[5;10r\\033[7;3Hin a region\\033[?25l'; exec cat",
]


class Emulator:
    """Another pane of the same size, which shows what a viewer is given."""

    def __init__(self, ship: Ship) -> None:
        self.ship = ship
        self.pane = ship.session("emulator", "stty raw -echo; exec cat", size=(60, 20))
        self.tty = ship.tmux("display-message", "-p", "-t", self.pane, "#{pane_tty}")

    def give(self, text: str) -> None:
        with open(self.tty, "w", newline="") as tty:  # noqa: PTH123
            tty.write(text)


def looks(ship: Ship, pane: str) -> tuple[str, str]:
    where = "#{cursor_x} #{cursor_y} #{cursor_flag} #{alternate_on} #{scroll_region_upper}"
    return (
        ship.tmux("capture-pane", "-p", "-e", "-t", pane),
        ship.tmux("display-message", "-p", "-t", pane, where),
    )


@pytest.mark.parametrize("command", SHOWS, ids=["colours", "history", "alternate", "region"])
async def test_an_emulator_shows_the_same_at_first_and_when_mended(
    crew: Crew, command: str
) -> None:
    pane = crew.ship.session("a", f"sh -c {shlex.quote(command)}", size=(60, 20))
    emulator = Emulator(crew.ship)
    crew.bridge.add_server(crew.ship.socket)
    await until(lambda: crew.ship.tmux("capture-pane", "-p", "-t", pane).strip())
    async with aclosing(crew.bridge.view(pane)) as view:
        first = await anext(view)
        assert isinstance(first, Drawn)
        assert (first.width, first.height, first.whole) == (60, 20, True)
        emulator.give(first.text)
        await until(lambda: looks(crew.ship, emulator.pane) == looks(crew.ship, pane))
        crew.ship.tmux("send-keys", "-t", pane, "-l", "more")
        shown = [await asyncio.wait_for(anext(view), 3)]
        while not isinstance(shown[-1], Drawn):
            shown.append(await asyncio.wait_for(anext(view), 3))
        assert isinstance(shown[0], Written)
        assert not shown[-1].whole
        for one in shown:
            emulator.give(one.text)
        await until(lambda: looks(crew.ship, emulator.pane) == looks(crew.ship, pane))


async def test_a_resized_pane_is_drawn_anew_and_watching_resizes_nothing(crew: Crew) -> None:
    pane = crew.ship.session("a", "cat", size=(60, 20))
    crew.bridge.add_server(crew.ship.socket)
    async with aclosing(crew.bridge.view(pane)) as view:
        await anext(view)
        size = crew.ship.tmux("display-message", "-p", "-t", pane, "#{pane_width}")
        assert size == "60"
        crew.ship.tmux("resize-window", "-t", "a", "-x", "90", "-y", "30")
        crew.ship.tmux("send-keys", "-t", pane, "-l", "x")
        sizes = [(s.width, s.height) async for s in _until_whole(view) if isinstance(s, Drawn)]
        assert sizes[-1] == (90, 30)


async def _until_whole(
    view: AsyncGenerator[Drawn | Written, None],
) -> AsyncGenerator[Drawn | Written, None]:
    async for shown in view:
        yield shown
        if isinstance(shown, Drawn) and shown.whole:
            return


async def test_a_viewer_who_lags_behind_gets_a_new_screen(crew: Crew) -> None:
    pane = crew.ship.session("a", "sh", size=(60, 20))
    crew.bridge.add_server(crew.ship.socket)
    async with aclosing(crew.bridge.view(pane)) as view:
        await anext(view)
        crew.ship.tmux("send-keys", "-t", pane, "-l", "seq 300000; echo d''one\n")
        await until(lambda: "done" in crew.ship.shown(pane), 20)
        sizes = []
        async for shown in view:
            sizes.append(len(shown.text))
            if isinstance(shown, Drawn) and "done" in shown.text:
                break
    assert max(sizes) < 600_000


async def test_a_pane_that_never_rests_is_not_drawn_without_end(crew: Crew) -> None:
    pane = crew.ship.session("a", "yes", size=(60, 20))
    crew.bridge.add_server(crew.ship.socket)
    now, drawn = asyncio.get_running_loop().time, list[float]()
    async with asyncio.timeout(20), aclosing(crew.bridge.view(pane)) as view:
        async for shown in view:
            drawn += [now()] if isinstance(shown, Drawn) else []
            if len(drawn) == 5:
                break
    assert drawn[-1] - drawn[0] > 4 * viewer.QUIET


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "beside another"])
async def test_a_pane_that_is_moved_to_another_session_is_watched_there(
    crew: Crew, *, alone: bool
) -> None:
    pane = crew.ship.session("a")
    if not alone:
        crew.ship.tmux("split-window", "-t", "a", "cat")
    crew.ship.session("b")
    crew.bridge.add_server(crew.ship.socket)
    async with asyncio.timeout(20), aclosing(crew.bridge.view(pane)) as view:
        await anext(view)
        crew.ship.tmux("join-pane", "-s", pane, "-t", "b:")
        crew.ship.tmux("send-keys", "-t", pane, "-l", "moved")
        async for shown in view:
            if isinstance(shown, Drawn) and "moved" in shown.text:
                return
    raise AssertionError("the view ended")


async def test_a_view_ends_with_its_pane_though_its_session_stays(crew: Crew) -> None:
    crew.ship.session("a")
    pane = crew.ship.tmux("split-window", "-t", "a", "-P", "-F", "#{pane_id}", "cat")
    crew.bridge.add_server(crew.ship.socket)
    async with asyncio.timeout(5), aclosing(crew.bridge.view(pane)) as view:
        await anext(view)
        crew.ship.tmux("kill-pane", "-t", pane)
        async for _ in view:
            pass


async def test_a_view_ends_with_its_pane_and_a_missing_pane_has_none(crew: Crew) -> None:
    crew.ship.session("other")
    pane = crew.ship.session("a")
    crew.bridge.add_server(crew.ship.socket)
    async with asyncio.timeout(5), aclosing(crew.bridge.view(pane)) as view:
        await anext(view)
        crew.ship.tmux("kill-session", "-t", "a")
        async for _ in view:
            pass
    with pytest.raises(TmuxError):
        await anext(crew.bridge.view(pane))
