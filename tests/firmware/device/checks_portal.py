"""The set-up without a cable, from the first look at the keys to the settings on flash."""

import asyncio
import json
import random
import time

import banner
import portal
import settings
from portal import BLACK, INK, Portal
from streams import Line

WITHIN = 20_000
HERE = "192.168.4.1"
_numbers = iter(range(256))
_files = iter(range(100))


class PlayedBoard:
    """A radio and four keys without hardware."""

    def __init__(self):
        self.panels = [bytearray(32768) for _ in range(4)]
        self.networks = []
        self.is_open = False
        self.down = set()
        self.take = self.reply = None

    def name(self):
        return "f412fa87a1b2"

    def random(self, count):
        return bytes(next(_numbers) for _ in range(count))

    def contacts(self):
        return [n in self.down for n in range(4)]

    def draw(self, key, row, piece):
        self.panels[key][row * 256 : row * 256 + len(piece)] = piece

    def shows(self, key, *lines):
        rows = banner.rows(list(lines), INK, BLACK)
        return bytes(self.panels[key]) == b"".join(bytes(piece) for _, piece in rows)

    async def open_network(self, name, password):
        self.networks.append((name, password))
        self.is_open = True
        return HERE

    def close_network(self):
        self.is_open = False

    async def serve(self, port, take):
        assert port == 80
        self.take = take
        await asyncio.Event().wait()

    async def answer(self, port, reply):
        assert port == 53
        self.reply = reply
        await asyncio.Event().wait()


class Desk:
    """A board whose portal is open."""

    def __init__(self, known=None, board=None):
        self.board = board or PlayedBoard()
        self.file = f"/set-up-{next(_files)}.json"
        self.known = known or {}

    async def open(self):
        running = Portal(self.board, self.known, self.file).run()
        self.work = asyncio.create_task(running)  # noqa: TID251
        await until(lambda: self.board.take and self.board.reply, "it does not open")
        return self

    async def send(self, body):
        """Status of what the form gets."""
        line = Line()
        head = f"POST / HTTP/1.1\r\nHost: {HERE}\r\nContent-Length: {len(body)}\r\n\r\n"
        line.incoming = head.encode() + body
        await asyncio.create_task(self.board.take(line))  # noqa: TID251 - see `served`
        return line.sent.decode()

    def kept(self):
        with open(self.file) as file:
            return json.load(file)


async def until(found, why):
    end = time.ticks_add(time.ticks_ms(), WITHIN)
    while not found():
        assert time.ticks_diff(end, time.ticks_ms()) > 0, why
        await asyncio.sleep_ms(1)


def check_a_password_is_new_each_time_and_can_be_read():
    found = {portal.password(any_bytes) for _ in range(50)}
    assert len(found) == 50
    for word in found:
        assert len(word) == 10 and all(sign in portal.LETTERS for sign in word)
    assert not set("0o1il") & set(portal.LETTERS)


def check_no_letter_is_likelier_than_others():
    given = [b"\xff", b"\xf8"] + [b"\0"] * 10  # the first two are beyond eight times all letters
    assert portal.password(lambda count: given.pop(0)) == "a" * 10


def any_bytes(count):
    return bytes(random.getrandbits(8) for _ in range(count))


async def check_the_keys_say_how_and_the_settings_are_kept():
    portal.LINGERS = 0
    desk = await Desk().open()
    [(name, password)] = desk.board.networks
    assert name == "T-Keyboard-a1b2" and len(name) <= 16
    shows = desk.board.shows
    await until(lambda: shows(3, "10 min"), "nothing is shown")
    assert shows(0, "join the Wi-Fi", name) and shows(1, "password", password)
    assert shows(2, "then open", HERE)
    answer = await desk.send(b"wifi=home&password=long+enough&link=10.0.0.2:9000")
    assert " 200 " in answer and "<b>home</b>" in answer
    await desk.work
    assert not desk.board.is_open
    found = settings.load(desk.file)
    assert (found["wifi"], found["password"]) == ("home", "long enough")
    assert (found["host"], found["port"]) == ("10.0.0.2", 9000)


async def check_names_are_answered_with_our_address():
    desk = await Desk().open()
    asked = b"\0\x01\x01\0\0\x01\0\0\0\0\0\0\x01a\0\0\x01\0\x01"
    assert desk.board.reply(asked).endswith(bytes((192, 168, 4, 1)))
    assert desk.board.reply(b"nonsense") is None
    desk.work.cancel()


async def check_what_is_wrong_is_said_and_the_door_stays_open():
    desk = await Desk().open()
    for body, said in (
        (b"wifi=&password=long+enough", "name of the Wi-Fi is missing"),
        (b"wifi=" + b"x" * 33, "at most 32"),
        (b"wifi=" + b"%C3%A9" * 17, "at most 32"),
        (b"wifi=home&password=short", "8 to 63"),
        (b"wifi=home&password=" + b"x" * 65, "8 to 63"),
        (b"wifi=home%00&password=", "nobody can type"),
        (b"wifi=home&link=http://example.com", "no link"),
        (b"wifi=home&link=" + b"x" * 101, "no address"),
        (b"wifi=home&link=10.0.0.2:70000", "no address"),
        (b"wifi=home&link=<script>", "no address"),
    ):
        answer = await desk.send(body)
        assert " 400 " in answer and said in answer, (body, answer)
    assert desk.board.is_open
    desk.work.cancel()


async def check_another_wifi_leaves_the_pairing_and_a_link_replaces_it():
    portal.LINGERS = 0
    pin = "ab" * 32
    known = {"wifi": "old", "password": "", "host": "h", "port": 1, "token": "t", "pin": pin}
    desk = await Desk(known).open()
    await desk.send(b"wifi=new&password=")
    await desk.work
    assert (desk.kept()["wifi"], desk.kept()["token"], desk.kept()["host"]) == ("new", "t", "h")
    desk = await Desk(known).open()
    link = f"quarterdeck://10.0.0.2:8081/pair?code=c&pin={'cd' * 32}"
    for sign in ":/?&=":
        link = link.replace(sign, "%%%02x" % ord(sign))
    await desk.send(b"wifi=new&link=" + link.encode())
    await desk.work
    kept = desk.kept()
    assert (kept["host"], kept["port"], kept["code"]) == ("10.0.0.2", 8081, "c")
    assert kept["pin"] == "cd" * 32 and "token" not in kept


async def check_after_ten_minutes_it_is_closed_until_a_key_is_pressed():
    portal.OPEN_FOR, real = 50, portal.OPEN_FOR
    desk = await Desk().open()
    try:
        await until(lambda: not desk.board.is_open, "it stays open")
    finally:
        portal.OPEN_FOR = real
    await until(lambda: desk.board.shows(1, "press a key", "to try again"), "nothing is said")
    assert len(desk.board.networks) == 1
    desk.board.down.add(2)
    await until(lambda: len(desk.board.networks) == 2, "it does not open again")
    assert desk.board.networks[0][1] != desk.board.networks[1][1], "another password"
    desk.work.cancel()


async def check_a_full_flash_is_cleared_of_pictures_or_said():
    portal.LINGERS = 0
    full = [True]

    class Room:
        def clear(self):
            full[0] = False

    def keep(found, path, real=settings.keep):
        if full[0]:
            raise OSError(28)
        real(found, path)

    settings.keep, real = keep, settings.keep
    try:
        desk = Desk()
        work = Portal(desk.board, {}, desk.file)
        answer = work._take({"wifi": "home", "password": "", "link": ""})
        assert "cannot be written" in answer, "there are no pictures that could go"
        work._pictures = Room()
        assert work._take({"wifi": "home", "password": "", "link": ""}) == ""
    finally:
        settings.keep = real
    assert desk.kept()["wifi"] == "home"
