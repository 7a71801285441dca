"""How the keyboard gets its token, and that it tells nothing to another daemon than its own."""

import hashlib
import json

import pairing
from checks_keyboard import Desk, until
from websocket import Closed

PIN, NONCE = "ab" * 32, bytes(range(16))
LINK = "quarterdeck://10.0.0.2:8080/pair?code=a-code_1&pin=" + PIN


class Talk:
    """A daemon that answers with these messages."""

    def __init__(self, *answers):
        self.said = []
        self._answers = list(answers)

    async def send(self, text):
        self.said.append(json.loads(text))

    async def receive(self, sink):
        answer = self._answers.pop(0)
        return answer if isinstance(answer, str) else json.dumps(answer)


async def refused(how):
    try:
        await how
    except Closed:
        return
    raise AssertionError("it is taken")


def check_a_link_has_all_that_is_needed():
    found = {"host": "10.0.0.2", "port": 8080, "code": "a-code_1", "pin": PIN}
    assert pairing.link(" " + LINK + "\n") == found
    assert pairing.link(LINK.replace("10.0.0.2", "[fe80::1]"))["host"] == "fe80::1"


def check_an_address_may_have_a_port():
    for text, host, port in (
        ("10.0.0.2", "10.0.0.2", 8080),
        (" Desk.local:9000 ", "Desk.local", 9000),
        ("[fe80::1]", "fe80::1", 8080),
        ("[fe80::1]:9000", "fe80::1", 9000),
    ):
        assert pairing.address(text) == {"host": host, "port": port}, text
    for text in (
        "", ":", ":80", "a:b", "a:0", "a:65536", "a:123456", "a b", "a/b", "<a>", "x" * 101,
        "[::1", "[]", "[a]b", "[desk.local]", "fe80::1",
    ):  # fmt: skip
        try:
            pairing.address(text)
        except pairing.NoLink:
            continue
        raise AssertionError(text)


def check_anything_else_is_no_link():
    wrong = ["", "x", LINK[1:], LINK[:-1], LINK.replace("8080", "x"), LINK.replace("code", "c")]
    wrong += [LINK.replace("10.0.0.2", ""), LINK.replace("ab", "AB")]
    for text in wrong:
        try:
            pairing.link(text)
        except pairing.NoLink:
            continue
        raise AssertionError(text)


def check_the_digits_are_those_of_the_daemon():
    assert pairing.digits(PIN, NONCE, bytes(16)) == "117660"
    assert pairing.digits(PIN, NONCE, bytes(15) + bytes([167])) == "008963"


async def check_a_code_gives_a_token():
    talk = Talk({"type": "paired", "device": "d", "token": "t"})
    assert await pairing.by_code(talk, None, "desk", "c") == "t"
    assert talk.said == [{"type": "pair", "v": 1, "name": "desk", "code": "c"}]


async def check_digits_are_shown_only_after_both_settled():
    shown = []

    async def show(digits):
        assert len(talk.said) == 2
        shown.append(digits)

    wait, paired = {"type": "wait"}, {"type": "paired", "token": "t"}
    talk = Talk({"type": "nonce", "nonce": "00" * 16}, wait, paired)
    token = await pairing.by_digits(talk, None, "desk", PIN, lambda count: NONCE[:count], show)
    assert (token, shown) == ("t", [pairing.digits(PIN, NONCE, bytes(16))])
    first, second = talk.said
    assert bytes.fromhex(first["commitment"]) == hashlib.sha256(NONCE).digest()
    assert second == {"type": "reveal", "nonce": NONCE.hex()}


async def check_nonsense_pairs_nothing():
    async def show(digits):
        pass

    for answer in ("x", "[]", {"type": "wait"}, {"type": "paired"}, {"type": "paired", "token": 3}):
        await refused(pairing.by_code(Talk(answer), None, "desk", "c"))
    for nonce in (None, 3, "", "00", "zz" * 16):
        talk = Talk({"type": "nonce", "nonce": nonce})
        await refused(pairing.by_digits(talk, None, "desk", PIN, lambda n: NONCE[:n], show))
        assert len(talk.said) == 1


def with_pin(desk, pin):
    """A keyboard that knows one daemon, and what it sees instead."""
    desk.keyboard._settings.update({"tls": True, "pin": PIN, "file": desk.folder + "/k.json"})
    desk.board.pin = lambda stream: pin
    desk.calls = []

    async def overhear(port, within):
        desk.calls.append(port)

    desk.board.overhear = overhear
    return desk


def kept(desk):
    with open(desk.folder + "/k.json") as file:
        return json.load(file)


async def check_another_certificate_gets_no_token():
    desk = with_pin(Desk(), "cd" * 32)
    await desk.start(connected=False)
    await until(lambda: len(desk.board.lines) > 1, "it does not try again")
    assert desk.board.lines[0].closed
    assert desk.board.lines[0].said() == []
    assert desk.calls, "it looks for its own"
    await desk.stop()


async def check_its_own_certificate_gets_it():
    desk = await with_pin(Desk(), PIN).start()
    assert desk.line.said()[0]["token"] == "secret"
    await desk.stop()


async def check_key_2_held_while_it_starts_forgets_the_daemon():
    desk = with_pin(Desk(), PIN)
    desk.board.down.add(1)
    await desk.start(connected=False)
    await until(lambda: desk.board.lines, "it does not connect")
    assert b"GET /pair " in desk.board.lines[0].sent
    assert "token" not in kept(desk)
    await desk.stop()
