"""Key surfaces on a real daemon: what they are given, and what a press on a key does."""

import itertools
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from subprocess import PIPE

import pytest
from PIL import Image
from tests.stage.calls import call, token
from tests.stage.daemon import Agent, Hook, StagedDaemon
from tests.stage.keys import GUARD, KEYBOARD, MINI, Json, KeyClient
from tests.stage.until import until

NUMBERS = itertools.count(1)
EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "key_surface.py"
CRITICAL = "cd build && rm -rf ../data && make"
ALWAYS, ALLOW = 4, 5  # of a Mini
YES, NO = 0, 2  # of a keyboard


@pytest.fixture
def agent(daemon: StagedDaemon) -> Iterator[Agent]:
    agent = daemon.agent(f"keys {next(NUMBERS)}")
    yield agent
    agent.close()


def asks_with_always(agent: Agent) -> Hook:
    """It may also be allowed for good."""
    rule = {"toolName": "Bash", "ruleContent": "npm run build"}
    suggested = {
        "type": "addRules",
        "rules": [rule],
        "behavior": "allow",
        "destination": "localSettings",
    }
    return agent.bash("npm run build", permission_suggestions=[suggested])


def a_deck(daemon: StagedDaemon, **profile: object) -> KeyClient:
    return KeyClient(daemon.paths.api, profile={**MINI, **profile}, token=token(daemon))


@pytest.fixture
def deck(daemon: StagedDaemon) -> Iterator[KeyClient]:
    with a_deck(daemon) as client:
        yield client


def test_a_permission_is_shown_on_every_key_and_allowed_by_a_press(
    deck: KeyClient, agent: Agent
) -> None:
    hook = agent.bash("npm run build")
    board = deck.wait_board("permission")
    pictures = [Image.open(BytesIO(deck.pictures[key["picture"]])) for key in board["keys"]]
    assert [(p.format, p.size) for p in pictures] == [("BMP", (80, 80))] * 6
    assert board["brightness"] == 80
    deck.arm()
    deck.tap(ALLOW)
    assert hook.reply()["decision"]["behavior"] == "allow"


def test_a_pressed_key_is_shown_as_pressed_and_then_as_before(
    deck: KeyClient, agent: Agent
) -> None:
    asks_with_always(agent)
    before = deck.wait_board("permission")["keys"][ALWAYS]["picture"]
    deck.down(ALWAYS)
    assert deck.heard("frame")["key"] == ALWAYS
    assert deck.keys[ALWAYS] in deck.pictures
    assert deck.keys[ALWAYS] != before
    assert deck.tap(ALWAYS)
    deck.heard("board")
    assert deck.keys[ALWAYS] != before, "the toggle is on now"


def test_always_is_switched_on_then_allowed(deck: KeyClient, agent: Agent) -> None:
    hook = asks_with_always(agent)
    first = deck.wait_board("permission")["n"]
    deck.arm()
    assert deck.press(ALWAYS)["status"] == "ok"
    deck.wait_after(first)
    deck.arm()
    deck.tap(ALLOW)
    assert "updatedPermissions" in hook.reply()["decision"]


def test_what_is_critical_is_held(deck: KeyClient, agent: Agent) -> None:
    hook = agent.bash(CRITICAL)
    board = deck.wait_board("permission")
    assert (board["keys"][ALLOW]["press"], bool(board["keys"][ALLOW]["hold"])) == (None, True)
    deck.arm()
    deck.hold(ALLOW)
    assert hook.reply()["decision"]["behavior"] == "allow"


def test_an_old_key_press_counts_for_what_its_key_shows_and_nothing_else(
    deck: KeyClient, agent: Agent
) -> None:
    hook = agent.bash("npm run build")
    deck.wait_board("permission")
    deck.arm()
    for key, text in ((ALLOW + 1, "Deny"), (ALLOW, "Allow"), (99, "Allow"), (0, "Allow")):
        deck.say(type="key_press", key=key, text=text)
        assert deck.heard("refused")["message"]
    deck.say(type="key_press", key=ALLOW + 1, text="Allow")
    assert hook.reply()["decision"]["behavior"] == "allow"


def test_an_old_key_press_allows_nothing_critical(
    daemon: StagedDaemon, deck: KeyClient, agent: Agent
) -> None:
    agent.bash(CRITICAL)
    deck.wait_board("permission")
    deck.arm()
    text = call(daemon, "GET", f"/api/surfaces/{deck.name}")[1]["keys"][ALLOW]["label"]
    deck.say(type="key_press", key=ALLOW + 1, text=text)
    assert deck.heard("refused")["message"] == f"Key {ALLOW + 1} must be held."


def test_an_old_key_press_on_what_is_not_shown_yet_answers_nothing(
    deck: KeyClient, agent: Agent
) -> None:
    agent.bash("npm run build")
    deck.acknowledges = False
    while deck.heard("board")["name"] != "permission":
        deck.acknowledge()
    deck.say(type="key_press", key=ALLOW + 1, text="Allow")
    assert deck.heard("outcome")["error_type"] == "not_shown"


def test_a_thousand_presses_at_once_are_borne(deck: KeyClient, agent: Agent) -> None:
    for number in range(1000):
        deck.say(type="press", id=f"flood {number}", face="none")
    hook = agent.bash("npm run build")
    deck.wait_board("permission")
    deck.arm()
    deck.tap(ALLOW)
    assert hook.reply()["decision"]["behavior"] == "allow"


def test_a_board_that_is_not_acknowledged_is_followed_by_none(
    daemon: StagedDaemon, agent: Agent
) -> None:
    with a_deck(daemon) as deck:
        deck.acknowledges = False
        first = deck.heard("board")["n"]
        agent.bash("npm run build")
        agent.bash("npm test")
        deck.pressed_face("made up")
        assert deck.board["n"] == first
        deck.acknowledge()
        assert deck.heard("board")["n"] == first + 1


def test_the_same_picture_is_pushed_once(deck: KeyClient, agent: Agent) -> None:
    asks_with_always(agent)
    deck.wait_board("permission")
    for _ in range(4):
        before = deck.board["n"]
        told = deck.press(ALWAYS)
        assert told["status"] == "ok", told
        deck.wait_after(before)
    assert deck.pushed == len(deck.pictures)


def test_a_deck_that_comes_back_is_given_its_board_again(
    daemon: StagedDaemon, agent: Agent
) -> None:
    agent.bash("npm run build")
    for _ in range(2):
        with a_deck(daemon, id="AL42") as deck:
            deck.wait_board("permission")


def test_the_first_press_counts_again_when_a_deck_comes_back(
    daemon: StagedDaemon, agent: Agent
) -> None:
    for command in ("npm run build", "npm run check"):
        with a_deck(daemon, id="AB12") as deck:
            hook = agent.bash(command)
            deck.wait_board("permission")
            deck.arm()
            deck.tap(ALLOW)  # by the same name as on the connection before
            assert hook.reply()["decision"]["behavior"] == "allow"
        agent.ran("Bash", {"command": command})
        until(
            lambda: not any(ask["kind"] == "permission" for ask in daemon.asks()),
            10,
            lambda: str(daemon.asks()),
        )


def test_a_surface_that_says_who_it_is_keeps_its_name_and_no_other_gets_it(
    daemon: StagedDaemon,
) -> None:
    with a_deck(daemon, id="AL7") as one, a_deck(daemon, id="AL7") as other:
        assert one.name == "deck-AL7"
        assert other.name.startswith("deck-")
        assert other.name != one.name


@pytest.mark.parametrize(
    ("profile", "keys", "size"),
    [
        ({"model": "pedal"}, 3, None),
        ({"model": "neo"}, 8, (96, 96)),
        ({"columns": 4, "rows": 1, "key": [128, 128], "picture": {"format": "png"}}, 4, (128, 128)),
    ],
)
def test_every_kind_of_grid_is_served(
    daemon: StagedDaemon,
    agent: Agent,
    profile: Json,
    keys: int,
    size: tuple[int, int] | None,
) -> None:
    agent.bash("npm run build")
    base = {"kind": "deck", "hold": True}
    with KeyClient(daemon.paths.api, profile={**base, **profile}, token=token(daemon)) as deck:
        board = deck.heard("board")
        assert len(board["keys"]) == keys
        named = [key["picture"] for key in board["keys"]]
        if size is None:
            assert named == [None] * keys
        else:
            assert {Image.open(BytesIO(deck.pictures[name])).size for name in named} == {size}


def test_a_hundred_presses_on_what_is_not_there_answer_nothing_and_stop_nobody(
    daemon: StagedDaemon, deck: KeyClient, agent: Agent
) -> None:
    hook = agent.bash("npm run build")
    board = deck.wait_board("permission")
    for burst in range(4):
        gone = [f"{burst}-{n:030x}" for n in range(15)]  # each pressed and held: 30 at once
        for face in gone:
            for kind in ("down", "press", "up"):
                deck.say(type=kind, id=f"{kind}-{face}", face=face, held=5000)
        outcomes = [deck.heard("outcome") for _ in range(2 * len(gone))]
        assert {told["error_type"] for told in outcomes} == {"not_shown"}
    deck.say(type="shown", n=-1)
    deck.say(type="shown", n=10**9)
    assert hook.printed.empty()

    time.sleep(GUARD)
    deck.say(type="press", id="meant", face=board["keys"][ALLOW]["press"])
    assert hook.reply()["decision"]["behavior"] == "allow"
    assert daemon.client.get("/healthz")


@pytest.mark.parametrize("number", [-1, 0, 99])
def test_a_board_that_was_never_given_cannot_be_shown(
    deck: KeyClient, agent: Agent, number: int
) -> None:
    agent.bash("npm run build")
    board = deck.wait_board("permission")
    deck.say(type="shown", n=number)
    deck.arm()
    assert deck.pressed_face(board["keys"][ALLOW]["press"] + "0")["error_type"] == "not_shown"


def test_the_example_of_the_documentation_answers_a_permission(
    daemon: StagedDaemon, agent: Agent, tmp_path: Path
) -> None:
    hook = agent.bash("npm run build")
    until(daemon.asks, 5, lambda: "it does not ask")
    given = [daemon.url, str(daemon.paths.token), str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, str(EXAMPLE), *given], stdin=PIPE, stdout=PIPE, text=True
    ) as example:
        assert example.stdin
        assert example.stdout
        name = json.loads(example.stdout.readline())["surface"]
        assert json.loads(example.stdout.readline())["name"] == "permission"
        picture = (tmp_path / f"{ALLOW}.png").read_bytes()
        assert Image.open(BytesIO(picture)).size == (80, 80)

        def present() -> bool:
            return bool(call(daemon, "GET", f"/api/surfaces/{name}")[1]["present"])

        until(present, 5, lambda: "it does not say what it shows")
        time.sleep(GUARD)
        example.stdin.write(f"{ALLOW}\n")
        example.stdin.flush()
        assert hook.reply()["decision"]["behavior"] == "allow"
        example.kill()


def test_twenty_keyboards_at_once_each_show_and_press_their_own(daemon: StagedDaemon) -> None:
    agents = [daemon.agent(f"crowd {number}") for number in range(20)]
    sessions = {s["pid"]: s["id"] for s in call(daemon, "GET", "/api/sessions")[1]}
    hooks = [agent.bash(f"npm run part-{agent.pid}") for agent in agents]
    with ExitStack() as connected:
        crowd = [
            connected.enter_context(
                KeyClient(
                    daemon.paths.api,
                    profile=KEYBOARD,
                    token=token(daemon),
                    session=sessions[agent.pid],
                )
            )
            for agent in agents
        ]
        faces = list[str]()
        for agent, keys in zip(agents, crowd, strict=True):
            board = keys.wait_board("permission")
            assert board["session"] == sessions[agent.pid]
            assert f"part-{agent.pid}" in board["says"]
            faces += [board["keys"][key]["press"] for key in (YES, NO)]
            # What comes after it is known to have been shown.
            assert keys.pressed_face("made up")["error_type"] == "not_shown"
        assert len(set(faces)) == 40, "what answers is on one keyboard alone"
        time.sleep(GUARD)
        for number, keys in enumerate(crowd):
            keys.tap(YES if number % 2 else NO)
        told = [hook.reply()["decision"]["behavior"] for hook in hooks]
        assert told == ["deny", "allow"] * 10
    for agent in agents:
        agent.close()
