import asyncio
import shlex
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest
from tests.stage.tmux import BridgedServer, TmuxServer, until
from tests.stage.until import PATIENCE

from quarterdeck.ports import Drawn, Written
from quarterdeck.terminals.tmux.control.commands import request
from quarterdeck.terminals.tmux.results import TmuxError
from quarterdeck.terminals.tmux.seeing import viewer
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.seeing.server import Server
from quarterdeck.terminals.tmux.seeing.viewer import Viewer

COLOURS = "\\033[41mred \\033[1mbold\\nover two rows\\033[0m \\033[2mdim\\033[0m\\n日本語 é\\n"
SHOWS = [
    f"printf '{COLOURS}'; exec cat",
    "seq 200; exec cat",
    f"printf '\\033[?1049h\\033[3;5H{COLOURS}\\033[5;9H'; exec cat",
    "printf '\\033[5;10r\\033[7;3Hin a region\\033[?25l'; exec cat",
]


class Emulator:
    """Another pane of the same size, which shows what a viewer is given."""

    def __init__(self, tmux_server: TmuxServer) -> None:
        self.tmux_server = tmux_server
        self.pane = tmux_server.session("emulator", "stty raw -echo; exec cat", size=(60, 20))
        self.tty = tmux_server.tmux("display-message", "-p", "-t", self.pane, "#{pane_tty}")

    def give(self, text: str) -> None:
        with open(self.tty, "w", newline="") as tty:  # noqa: PTH123
            tty.write(text)


def looks(tmux_server: TmuxServer, pane: str) -> tuple[str, str]:
    where = "#{cursor_x} #{cursor_y} #{cursor_flag} #{alternate_on} #{scroll_region_upper}"
    return (
        tmux_server.tmux("capture-pane", "-p", "-e", "-t", pane),
        tmux_server.tmux("display-message", "-p", "-t", pane, where),
    )


@pytest.mark.parametrize("command", SHOWS, ids=["colours", "history", "alternate", "region"])
async def test_an_emulator_shows_the_same_at_first_and_when_mended(
    bridged: BridgedServer, command: str
) -> None:
    pane = bridged.tmux_server.session("a", f"sh -c {shlex.quote(command)}", size=(60, 20))
    emulator = Emulator(bridged.tmux_server)
    bridged.bridge.add_server(bridged.tmux_server.socket)
    await until(lambda: bridged.tmux_server.tmux("capture-pane", "-p", "-t", pane).strip())
    async with aclosing(bridged.bridge.view(pane)) as view:
        first = await anext(view)
        assert isinstance(first, Drawn)
        assert (first.width, first.height, first.whole) == (60, 20, True)
        emulator.give(first.text)
        await until(
            lambda: looks(bridged.tmux_server, emulator.pane) == looks(bridged.tmux_server, pane)
        )
        bridged.tmux_server.tmux("send-keys", "-t", pane, "-l", "more")
        shown = [await asyncio.wait_for(anext(view), PATIENCE)]
        while not isinstance(shown[-1], Drawn):
            shown.append(await asyncio.wait_for(anext(view), PATIENCE))
        assert isinstance(shown[0], Written)
        assert not shown[-1].whole
        for one in shown:
            emulator.give(one.text)
        await until(
            lambda: looks(bridged.tmux_server, emulator.pane) == looks(bridged.tmux_server, pane)
        )


async def test_a_resized_pane_is_drawn_anew_and_watching_resizes_nothing(
    bridged: BridgedServer,
) -> None:
    pane = bridged.tmux_server.session("a", "cat", size=(60, 20))
    bridged.bridge.add_server(bridged.tmux_server.socket)
    async with aclosing(bridged.bridge.view(pane)) as view:
        await anext(view)
        size = bridged.tmux_server.tmux("display-message", "-p", "-t", pane, "#{pane_width}")
        assert size == "60"
        bridged.tmux_server.tmux("resize-window", "-t", "a", "-x", "90", "-y", "30")
        bridged.tmux_server.tmux("send-keys", "-t", pane, "-l", "x")
        sizes = [(s.width, s.height) async for s in _until_whole(view) if isinstance(s, Drawn)]
        assert sizes[-1] == (90, 30)


async def _until_whole(
    view: AsyncGenerator[Drawn | Written, None],
) -> AsyncGenerator[Drawn | Written, None]:
    async for shown in view:
        yield shown
        if isinstance(shown, Drawn) and shown.whole:
            return


async def test_a_viewer_who_lags_behind_gets_a_new_screen(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a", "sh", size=(60, 20))
    bridged.bridge.add_server(bridged.tmux_server.socket)
    async with aclosing(bridged.bridge.view(pane)) as view:
        await anext(view)
        bridged.tmux_server.tmux("send-keys", "-t", pane, "-l", "seq 300000; echo d''one\n")
        await until(lambda: "done" in bridged.tmux_server.shown(pane))
        sizes = []
        async for shown in view:
            sizes.append(len(shown.text))
            if isinstance(shown, Drawn) and "done" in shown.text:
                break
    assert max(sizes) < 600_000


async def test_a_pane_that_never_rests_is_not_drawn_without_end(bridged: BridgedServer) -> None:
    pane = bridged.tmux_server.session("a", "yes", size=(60, 20))
    bridged.bridge.add_server(bridged.tmux_server.socket)
    now, drawn = asyncio.get_running_loop().time, list[float]()
    async with asyncio.timeout(PATIENCE), aclosing(bridged.bridge.view(pane)) as view:
        async for shown in view:
            drawn += [now()] if isinstance(shown, Drawn) else []
            if len(drawn) == 5:
                break
    assert drawn[-1] - drawn[0] > 4 * viewer.QUIET


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "beside another"])
async def test_a_pane_that_is_moved_to_another_session_is_watched_there(
    bridged: BridgedServer, *, alone: bool
) -> None:
    pane = bridged.tmux_server.session("a")
    if not alone:
        bridged.tmux_server.tmux("split-window", "-t", "a", "cat")
    bridged.tmux_server.session("b")
    bridged.bridge.add_server(bridged.tmux_server.socket)
    async with asyncio.timeout(PATIENCE), aclosing(bridged.bridge.view(pane)) as view:
        await anext(view)
        bridged.tmux_server.tmux("join-pane", "-s", pane, "-t", "b:")
        bridged.tmux_server.tmux("send-keys", "-t", pane, "-l", "moved")
        async for shown in view:
            if isinstance(shown, Drawn) and "moved" in shown.text:
                return
    raise AssertionError("the view ended")


async def viewed(bridged: BridgedServer) -> tuple[Viewer, Server, str]:
    """A viewer of a pane in which everything that is typed shows."""
    pane = bridged.tmux_server.session("a")
    server = bridged.bridge.add_server(bridged.tmux_server.socket)
    await until(lambda: pane in server.panes)
    return Viewer(server, server.panes[pane].identity, PATIENCE), server, pane


async def test_what_is_written_while_the_screen_is_taken_is_drawn_soon(
    bridged: BridgedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher, server, pane = await viewed(bridged)
    take, late = server.capture_one, list[str]()

    async def slowly(name: str, history: int) -> Screen | None:
        screen = await take(name, history)
        if history and not late:
            late.append("late")
            bridged.tmux_server.tmux("send-keys", "-t", pane, "-l", "late")
            await until(lambda: watcher._pending)
        return screen

    monkeypatch.setattr(server, "capture_one", slowly)
    async with asyncio.timeout(PATIENCE), aclosing(watcher.watch()) as view:
        async for shown in view:
            if "late" in shown.text:
                return
    raise AssertionError("the view ended")


async def test_a_pane_that_tmux_paused_goes_on_for_whoever_watches(bridged: BridgedServer) -> None:
    watcher, _, pane = await viewed(bridged)
    async with asyncio.timeout(PATIENCE), aclosing(watcher.watch()) as view:
        await anext(view)
        assert watcher._client
        await watcher._client.ask(request("refresh-client", "-A", f"{pane}:pause"), PATIENCE)
        await anext(view)  # it may have missed something, and is drawn anew
        bridged.tmux_server.tmux("send-keys", "-t", pane, "-l", "more")
        async for shown in view:
            if isinstance(shown, Written) and "more" in shown.text:
                return
    raise AssertionError("the view ended")


async def test_a_view_ends_with_its_pane_though_its_session_stays(bridged: BridgedServer) -> None:
    bridged.tmux_server.session("a")
    pane = bridged.tmux_server.tmux("split-window", "-t", "a", "-P", "-F", "#{pane_id}", "cat")
    bridged.bridge.add_server(bridged.tmux_server.socket)
    async with asyncio.timeout(PATIENCE), aclosing(bridged.bridge.view(pane)) as view:
        await anext(view)
        bridged.tmux_server.tmux("kill-pane", "-t", pane)
        async for _ in view:
            pass


async def test_a_view_ends_with_its_pane_and_a_missing_pane_has_none(
    bridged: BridgedServer,
) -> None:
    bridged.tmux_server.session("other")
    pane = bridged.tmux_server.session("a")
    bridged.bridge.add_server(bridged.tmux_server.socket)
    async with asyncio.timeout(PATIENCE), aclosing(bridged.bridge.view(pane)) as view:
        await anext(view)
        bridged.tmux_server.tmux("kill-session", "-t", "a")
        async for _ in view:
            pass
    with pytest.raises(TmuxError):
        await anext(bridged.bridge.view(pane))
