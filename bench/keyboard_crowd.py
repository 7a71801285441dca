"""Many keyboards on one daemon: how long a press takes, the memory, and that none is crossed.

Run as `python -m bench.keyboard_crowd [--count N] [--keyboards N]` from the project.
"""

import argparse
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.keyboard import idle_composer, ms, on_a_key, p50, p95
from bench.quarterdeck import table
from tests.stage.daemon import Agent, Hook, StagedDaemon, staged_daemon
from tests.stage.keys import KEYBOARD, KeyClient
from tests.stage.tmux import tmux_server_in
from tests.stage.tmux_daemon import TmuxDaemon

from quarterdeck.app.running_daemon import running

SETTINGS = "[display]\nguard_ms = 0\n"
YES, NO = 0, 2  # keys of a permission
ROUNDS = 100  # presses on each of two keyboards
BEHAVIOUR = {YES: "allow", NO: "deny"}


class Desk:
    """An agent, and the keyboard of its session."""

    def __init__(self, daemon: StagedDaemon, name: str, token: str) -> None:
        self.agent: Agent = daemon.agent(name)
        sessions = daemon.client.list("/api/sessions")
        self.session = next(str(s["id"]) for s in sessions if s["pid"] == self.agent.pid)
        self.keys = KeyClient(daemon.paths.api, profile=KEYBOARD, token=token, session=self.session)

    def ask(self, number: int) -> Hook:
        """Ask for something, until the keyboard shows that."""
        hook = self.agent.bash(f"npm run part-{self.agent.pid}-{number}")
        while f"part-{self.agent.pid}-{number}" not in self.keys.board.get("says", ""):
            self.keys.heard("board")
            assert self.keys.board["session"] == self.session, "it is shown another session"
        self.keys.pressed_face("made up")  # what comes after it is known to have been shown
        return hook

    def answer(self, hook: Hook, key: int) -> tuple[float, bool]:
        """Press a key: how long until the hook is answered, and whether it is what was pressed."""
        began = time.perf_counter()
        self.keys.tap(key)
        told = hook.reply()["decision"]["behavior"]
        return time.perf_counter() - began, told == BEHAVIOUR[key]

    def go_on(self, number: int) -> None:
        """The call ran."""
        self.agent.ran("Bash", {"command": f"npm run part-{self.agent.pid}-{number}"})

    def follow(self) -> None:
        """Acknowledge what it is given, until it is closed."""
        while True:
            try:
                assert self.keys.heard("board")["session"] == self.session
            except TimeoutError:
                continue
            except ConnectionClosed:
                return


@contextmanager
def desks(daemon: StagedDaemon, token: str, many: int) -> Iterator[list[Desk]]:
    """So many agents, each with a keyboard."""
    with ExitStack() as connected:
        found = [Desk(daemon, f"desk {number}", token) for number in range(many)]
        for desk in found:
            connected.enter_context(desk.keys)
        yield found
    for desk in found:
        desk.agent.close()


@contextmanager
def following(crowd: list[Desk]) -> Iterator[None]:
    """Meanwhile each keyboard shows what it is given."""
    threads = [threading.Thread(target=desk.follow, daemon=True) for desk in crowd]
    for thread in threads:
        thread.start()
    yield


def memory(daemon: StagedDaemon) -> float:
    """Of the daemon and the processes that draw for it, in MB."""
    found = running(daemon.paths.lock)
    assert found
    here = psutil.Process(found.pid)
    return sum(p.memory_info().rss for p in (here, *here.children(recursive=True))) / 1e6


def pressed_at_once(crowd: list[Desk], number: int) -> list[float]:
    """How long each of them waits for its answer, when all are pressed in the same moment."""
    hooks = [desk.ask(number) for desk in crowd]
    keys = [YES if place % 2 else NO for place in range(len(crowd))]
    with ThreadPoolExecutor(len(crowd)) as fingers:
        found = list(fingers.map(Desk.answer, crowd, hooks, keys))
    for desk in crowd:
        desk.go_on(number)
    assert all(right for _, right in found), "a press reached another session"
    return [seconds for seconds, _ in found]


def crossed(crowd: list[Desk]) -> int:
    """How many presses reached another session than their keyboard's."""
    wrong = 0
    for number in range(ROUNDS):
        hooks = [desk.ask(number) for desk in crowd]
        for place, (desk, hook) in enumerate(zip(crowd, hooks, strict=True)):
            _, right = desk.answer(hook, YES if (number + place) % 2 else NO)
            wrong += not right
            desk.go_on(number)
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--keyboards", type=int, default=20)
    args = parser.parse_args()
    many = args.keyboards
    with staged_daemon(settings=SETTINGS) as plain, tmux_server_in(plain.home) as tmux_server:
        daemon = TmuxDaemon(plain, tmux_server)
        composer, session = idle_composer(daemon)
        alone, _ = on_a_key(daemon, composer, session, args.count)
        small = memory(plain)
        with desks(plain, daemon.token, many - 1) as crowd, following(crowd):
            among, _ = on_a_key(daemon, composer, session, args.count)
            large = memory(plain)
        with desks(plain, daemon.token, many) as crowd:
            at_once = [s for number in range(5) for s in pressed_at_once(crowd, number)]
        with desks(plain, daemon.token, 2) as pair:
            wrong = crossed(pair)
    table(
        [
            ("keyboards", "1", str(many)),
            ("press → first byte in the pane, p50", ms(p50(alone)), ms(p50(among))),
            ("… p95", ms(p95(alone)), ms(p95(among))),
            ("all pressed at once → hook answered, p50", "", ms(p50(at_once))),
            ("… the slowest", "", ms(max(at_once))),
            ("memory of the daemon and who draws for it", f"{small:.0f} MB", f"{large:.0f} MB"),
        ]
    )
    print(f"two keyboards, {ROUNDS} presses each: {wrong} crossed")


if __name__ == "__main__":
    main()
