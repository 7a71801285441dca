"""However many look at a pane, tmux has one client for it."""

import asyncio
from contextlib import AsyncExitStack, aclosing

from tests.stage.tmux import BridgedServer, until
from tests.stage.until import PATIENCE

from quarterdeck.ports import Written
from quarterdeck.terminals.tmux.control.link import Client
from quarterdeck.terminals.tmux.control.notifications import Notification, SessionsChanged
from quarterdeck.terminals.tmux.seeing.pane_streams import Attach, Hear, PaneStreams


def clients(bridged: BridgedServer) -> int:
    return len(bridged.tmux_server.tmux("list-clients", "-t", "a").splitlines())


async def test_all_viewers_of_a_pane_share_one_client_until_the_last_has_left(
    bridged: BridgedServer,
) -> None:
    pane = bridged.tmux_server.session("a")
    bridged.tmux_server.session("z")
    server = bridged.bridge.add_server(bridged.tmux_server.socket)
    await until(lambda: pane in server.panes and server.control_pids)
    before = clients(bridged)
    async with asyncio.timeout(2 * PATIENCE), AsyncExitStack() as stack:
        views = [await stack.enter_async_context(aclosing(bridged.bridge.view(pane)))]
        first = await anext(views[0])
        for _ in range(2):
            view = await stack.enter_async_context(aclosing(bridged.bridge.view(pane)))
            assert await anext(view) == first
            views.append(view)
        assert clients(bridged) == before + 1
        await views[0].aclose()
        bridged.tmux_server.tmux("send-keys", "-t", pane, "-l", "news")
        for view in views[1:]:
            async for shown in view:
                if isinstance(shown, Written) and "news" in shown.text:
                    break
        assert clients(bridged) == before + 1
    await until(lambda: clients(bridged) == before)


async def test_a_viewer_who_leaves_before_it_is_attached_takes_it_from_nobody() -> None:
    streams, begun, heard = PaneStreams(), asyncio.Event(), list[Notification]()

    async def stuck(hear: Hear) -> Client:
        begun.set()
        await asyncio.Event().wait()
        return Client(hear)

    async def attached(hear: Hear) -> Client:
        hear(SessionsChanged())
        return Client(hear)

    async def look(attach: Attach, hear: Hear) -> None:
        async with streams.listening("%1", "$1", hear, attach):
            pass

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        hasty = group.create_task(look(stuck, lambda _: None))
        await begun.wait()
        patient = group.create_task(look(attached, heard.append))
        await asyncio.sleep(0)  # it waits for the same client now
        hasty.cancel()
        await patient
    assert heard == [SessionsChanged()]
