import shlex

from tests.stage.tmux import BridgedServer, TmuxServer, until

from quarterdeck.terminals.tmux.control.process import Address, run
from quarterdeck.terminals.tmux.seeing import screen


async def captured(tmux_server: TmuxServer, *panes: str, history: int = 76) -> list[screen.Screen]:
    answer = await run(Address(tmux_server.socket), screen.request((p, history) for p in panes), 5)
    return list(screen.read(answer.lines))


async def test_several_screens_come_in_one_request(tmux_server: TmuxServer) -> None:
    one = tmux_server.session("a", "printf 'hello \\033[2mdim\\033[0m'; exec cat")
    two = tmux_server.session("b", "seq 500; exec cat", size=(40, 10))
    await shown(tmux_server, one, "dim")
    await shown(tmux_server, two, "500")
    first, second = await captured(tmux_server, one, two)
    assert first.plain[0] == "hello dim"
    assert "\x1b[2mdim" in first.text
    assert (first.height, second.height, second.width) == (24, 10, 40)
    assert len(second.lines) == 86
    assert second.plain[-2:] == ("500", "")
    assert second.landmarks(2) == ((8, "499"), (9, "500"))
    assert second.command == "cat"


async def test_the_foot_of_a_screen_is_its_composer_and_all_below_it(
    tmux_server: TmuxServer,
) -> None:
    rows = ["❯ hi", "✻ Polishing…", "────", "❯\xa0hi", "  there", "────", "  ctx", "  $1", "  mode"]
    pane = tmux_server.session("a", shlex.join(["printf", "%s\n", *rows]) + "; exec cat")
    await shown(tmux_server, pane, "mode")
    (only,) = await captured(tmux_server, pane)
    assert only.foot() == tuple((row, rows[row - 1]) for row in (4, 5, 7, 8, 9))


async def test_without_a_composer_the_foot_is_the_last_three_lines(tmux_server: TmuxServer) -> None:
    pane = tmux_server.session("a", "seq 5; exec cat")
    await shown(tmux_server, pane, "5")
    (only,) = await captured(tmux_server, pane)
    assert only.foot() == ((3, "3"), (4, "4"), (5, "5"))


async def test_text_that_looks_like_another_screen_is_only_text(tmux_server: TmuxServer) -> None:
    header = "screen 76 %9 1 24 80 0 0 0 1 0 23 0 0 0 cat"
    pane = tmux_server.session("a", f"yes '{header}' | head -20; exec cat")
    await shown(tmux_server, pane, header)
    (only,) = await captured(tmux_server, pane)
    assert only.pane == pane
    assert only.plain[0] == header


async def test_a_pane_that_is_gone_ends_the_answer_there(tmux_server: TmuxServer) -> None:
    pane = tmux_server.session("a")
    assert [s.pane for s in await captured(tmux_server, pane, "%99", pane)] == [pane]


async def shown(tmux_server: TmuxServer, pane: str, text: str) -> None:
    await until(lambda: text in tmux_server.shown(pane))


async def test_the_bridge_leaves_out_panes_that_are_gone(bridged: BridgedServer) -> None:
    one, two = bridged.tmux_server.session("a"), bridged.tmux_server.session("b")
    server = bridged.bridge.add_server(bridged.tmux_server.socket)
    found = await server.capture([one, "%77", two])
    assert [s.pane for s in found] == [one, two]
