"""A deck beside a real daemon: from a hook to the last report, from a press to the reply.

Run as `python -m bench.deck_life [--rounds N] [--boards N]`; `--boards 0` leaves memory out. A
round takes half a second, because an answer counts as accepted only after a while. The deck is the
emulated one, behind the library's own driver; a real one takes about a millisecond for each
report. What an answer costs beside the deck is in `bench.daemon`.
"""

import argparse
import asyncio
import gc
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import psutil
from bench.daemon import PlayedAgent
from bench.quarterdeck import MeasuredDaemon, payload, table
from tests.boards.scenes import NOW, permission, scene_of
from tests.surfaces.streamdeck.desk import Desk, Overheard
from tests.surfaces.streamdeck.shown import a

from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.drawing import Drawing, Encoding, KeySurface, places_of
from quarterdeck.boards.hues import SESSIONS
from quarterdeck.boards.models import MINI, XL, Model
from quarterdeck.boards.moment import Moment
from quarterdeck.daemon.picture_cache import PictureCache
from quarterdeck.surfaces.kit.link import DrawingProcess
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck

SETTINGS = "[display]\nguard_ms = 0\n"
GOALS = {MINI.name: 15, XL.name: 60}
PRESS_GOAL = 20
LOOK_EVERY = 0.01
TELL_EVERY = 50  # rounds or boards
WARM_UP = 5  # rounds in which fonts are loaded
SETTLED = 0.1  # of all boards, after which memory is measured first


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--boards", type=int, default=10_000)
    args = parser.parse_args()
    gc.freeze()  # as the process of the decks does with what it has loaded
    rows: list[tuple[str, ...]] = [("deck", "p10", "p50", "p99", "goal")]
    for model in (MINI, XL):
        shown, pressed = asyncio.run(measured(model, args.rounds))
        title = model.title.removeprefix("Stream Deck ")
        rows.append(told(f"hook in → last report on a {title}", shown, GOALS[model.name]))
        rows.append(told(f"press → reply on the hook, {title}", pressed, PRESS_GOAL))
    rows.append(("the deck process is killed → the ask is shown again", "", back(), "", "≤ 3 s"))
    if args.boards:
        before, after = asyncio.run(memory(args.boards))
        early = f"memory after {args.boards * SETTLED:.0f} boards"
        rows.append((early, "", f"{before:.1f} MB", "", ""))
        rows.append((f"… after {args.boards}", "", f"{after:.1f} MB", "", "flat"))
    table(rows)
    print(f"Load of the machine: {os.getloadavg()[0]:.0f}")


async def measured(model: Model, rounds: int) -> tuple[list[float], list[float]]:
    """How long it takes until an ask is shown, and until a press has its reply."""
    device, last = a(model), LastReport()
    shown: list[float] = []
    pressed: list[float] = []
    with MeasuredDaemon(SETTINGS) as daemon, PlayedAgent(daemon) as agent, last.of(device):
        desk = Desk(daemon.paths, device)
        async with desk.served():
            for number in range(rounds + WARM_UP):
                going_on(f"{model.title}, round", number)
                one = await one_round(desk, device, agent, last, number)
                if number >= WARM_UP:
                    shown.append(one[0])
                    pressed.append(one[1])
    return shown, pressed


async def one_round(
    desk: Desk, device: EmulatedDeck, agent: PlayedAgent, last: "LastReport", number: int
) -> tuple[float, float]:
    """An ask that comes, is shown, allowed by a press, and gone."""
    request, allow = payload(f"npm run build{number}"), device.model.bottom(0)
    agent.says("ask", request)
    await seen(desk, "permission")
    shown, began = last.at, time.perf_counter()
    device.press(allow)
    device.release(allow)
    sent, heard = await asyncio.to_thread(agent.hears)
    agent.says("tell", request.replace(b"PermissionRequest", b"PostToolUse"))
    await asyncio.to_thread(agent.hears)
    await seen(desk, "sessions")
    return (shown - sent) * 1000, (heard - began) * 1000


async def seen(desk: Desk, board: str) -> Overheard:
    """The deck's connection, once it said that it shows such a board."""
    while not desk.lines:  # noqa: ASYNC110 - nobody tells us
        await asyncio.sleep(LOOK_EVERY)
    line = desk.lines[-1]
    while not line.shows(board):
        line.spoke.clear()
        await line.spoke.wait()
    return line


class LastReport:
    """When a deck took its last report."""

    def __init__(self) -> None:
        self.at = 0.0

    @contextmanager
    def of(self, device: EmulatedDeck) -> Iterator[None]:
        take = device.take

        def noting(report: bytes) -> None:
            take(report)
            self.at = time.perf_counter()

        device.take = noting  # type: ignore[method-assign]
        yield


def back() -> str:
    """How long a deck is gone whose process was killed while something waits."""
    with (
        MeasuredDaemon('[deck]\nemulate = ["mini"]\n') as daemon,
        PlayedAgent(daemon) as agent,
    ):
        agent.says("ask", payload())
        while shown_on(daemon) != ["permission"]:
            time.sleep(LOOK_EVERY)
        [deck] = [child for child in daemon.process.children() if "deck" in child.cmdline()]
        deck.kill()
        began = time.perf_counter()
        while shown_on(daemon):
            time.sleep(LOOK_EVERY)
        while shown_on(daemon) != ["permission"]:
            time.sleep(LOOK_EVERY)
        took = time.perf_counter() - began
        [ask] = daemon.client.list("/api/asks")
        body = {"choice": "allow"}
        answer = Thread(target=daemon.client.post, args=(f"/api/asks/{ask['id']}/answer", body))
        answer.start()
        agent.hears()
        agent.says("tell", payload().replace(b"PermissionRequest", b"PostToolUse"))
        answer.join()
    return f"{took:.2f} s"


def shown_on(daemon: MeasuredDaemon) -> list[str]:
    """The boards of the decks that are there."""
    return [str(deck["board"]) for deck in daemon.client.list("/api/surfaces") if deck["board"]]


async def memory(boards: int) -> tuple[float, float]:
    """Megabytes of who asks for pictures and who draws, early and at the end."""
    drawing = DrawingProcess(SESSIONS, {})
    cache, surface = PictureCache(drawing.draw), KeySurface(MINI, Encoding(), Encoding())
    early = 0.0
    for number in range(boards):
        going_on("board", number)
        board = board_of(scene_of(permission(f"make part-{number}"), model=MINI))
        await cache.drawn(Drawing(surface, board, Moment(NOW), places_of(surface)))
        if number == int(boards * SETTLED):
            early = _megabytes()
    late = _megabytes()
    await drawing.close()
    return early, late


def going_on(what: str, number: int) -> None:
    """Say now and then how far it is."""
    if number % TELL_EVERY == 0:
        print(f"{what} {number}", file=sys.stderr, flush=True)


def _megabytes() -> float:
    here = psutil.Process()
    return sum(p.memory_info().rss for p in (here, *here.children(recursive=True))) / 1e6


def told(what: str, took: list[float], goal: int) -> tuple[str, ...]:
    ordered = sorted(took)
    shares = (ordered[int(len(ordered) * share)] for share in (0.1, 0.5, 0.99))
    return (what, *(f"{share:.1f} ms" for share in shares), f"p99 ≤ {goal} ms")


if __name__ == "__main__":
    main()
