"""The whole keyboard, with a daemon that is played."""

import asyncio
import json
import struct
import time

import banner
import keyboard
import last_board
import own_session
from keyboard import BLACK, QUIET, STATUS, Keyboard
from reconnect import Pauses
from settings import NoWifi
from streams import Line, frame

NONCE = b"the sample nonce"
ANSWER = b"HTTP/1.1 101 Fine\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
WITHIN = 20_000  # milliseconds in which what must come comes; the machine may be busy
_folders = iter(range(100))


class OpenLine(Line):
    """A line that stays open while nothing comes."""

    def __init__(self):
        super().__init__()
        self.incoming = ANSWER
        self._heard = None

    async def readinto(self, view):
        while not self.incoming:
            if self.closed:
                return 0
            await asyncio.sleep_ms(1)
        return await super().readinto(view)

    def said(self):
        """Every message that the keyboard sent."""
        return [json.loads(data) for opcode, data in self.frames_sent() if opcode == 1]

    def frames_sent(self):
        """Every frame that the keyboard sent, after the handshake."""
        begins = self.sent.find(b"\r\n\r\n") + 4
        self.sent, kept = self.sent[begins:], self.sent
        found = self.frames()
        self.sent = kept
        return found

    def tell(self, **message):
        self.incoming += frame(1, json.dumps(message).encode())

    def send_picture(self, number):
        self.incoming += frame(2, bytes.fromhex(name(number)) + pixels(number))


class PlayedBoard:
    """Four keys without hardware."""

    def __init__(self):
        self.down = set()
        self.panels = [bytearray(32768) for _ in range(4)]
        self.lines = []
        self.is_reachable = True
        self.looks = 0

    async def connect(self, host, port, tls):
        if not self.is_reachable:
            raise OSError("nobody is there")
        self.lines.append(OpenLine())
        return self.lines[-1]

    def name(self):
        return "desk-1"

    def random(self, count):
        return NONCE[:count]

    def contacts(self):
        self.looks += 1
        return [n in self.down for n in range(4)]

    def draw(self, key, row, piece):
        self.panels[key][row * 256 : row * 256 + len(piece)] = piece

    def brightness(self, level):
        self.level = level

    def light(self, key, colour):
        pass

    def show_lights(self):
        pass

    def alive(self):
        pass


def name(number):
    return "%032x" % number


def pixels(number):
    return bytes([number]) * 32768


def board_message(line, number, pictures, faces, session=None):
    keys = [
        {"key": n, "picture": picture and name(picture), "press": press, "hold": hold}
        for n, (picture, (press, hold)) in enumerate(zip(pictures, faces))
    ]
    said = {"n": number, "name": "permission", "session": session}
    line.tell(type="board", brightness=80, hold_ms=100, keys=keys, **said)


async def until(found, why):
    end = time.ticks_add(time.ticks_ms(), WITHIN)
    while not found():
        assert time.ticks_diff(end, time.ticks_ms()) > 0, why
        await asyncio.sleep_ms(1)


class Desk:
    """A keyboard that works, connected, with a board on it."""

    def __init__(self, folder=None):
        self.folder = folder or f"/desk{next(_folders)}"
        try:
            import os

            os.mkdir(self.folder)
        except OSError:
            pass
        self.board = PlayedBoard()
        given = {"host": "h", "port": 1, "tls": False, "token": "secret", "folder": self.folder}
        self.keyboard = Keyboard(self.board, given)
        self._work = None

    async def start(self, connected=True):
        self._work = asyncio.create_task(self.keyboard.run())  # noqa: TID251
        if connected:
            await until(lambda: self.board.lines, "it does not connect")
            line = self.board.lines[-1]
            await until(line.said, "it does not say hello")
            line.tell(type="welcome", v=1, surface="keyboard-desk-1", run="r")
        return self

    @property
    def line(self):
        return self.board.lines[-1]

    async def show(self, number=1, pictures=(1, 2, 3, 4), faces=None, session=None):
        for picture in pictures:
            if picture:
                self.line.send_picture(picture)
        faces = faces or [("yes", None), ("always", None), ("no", "stop"), (None, "hold")]
        board_message(self.line, number, pictures, faces, session)
        line = self.line
        await until(lambda: {"type": "shown", "n": number} in line.said(), "it is not shown")

    def says(self, *lines):
        """Whether key 4 says these lines."""
        rows = banner.rows(list(lines), QUIET, BLACK)
        return bytes(self.board.panels[STATUS]) == b"".join(bytes(piece) for _, piece in rows)

    async def press(self, key, for_ms=20):
        """A finger on a key, and off again."""
        before = len(self.line.said())
        self.board.down.add(key)
        await until(lambda: self.keyboard._keys[key].is_down, "it does not go down")
        await asyncio.sleep_ms(for_ms)
        self.board.down.discard(key)
        await until(lambda: not self.keyboard._keys[key].is_down, "it does not go up")
        await until(lambda: not self.keyboard._outbox, "it is not sent")
        return self.line.said()[before:]

    async def stop(self):
        self._work.cancel()
        try:
            await self._work
        except asyncio.CancelledError:
            pass


async def check_it_says_hello_with_its_token_and_shows_what_it_is_given():
    desk = await Desk().start()
    hello = desk.line.said()[0]
    assert (hello["type"], hello["token"], hello["profile"]["id"]) == ("hello", "secret", "desk-1")
    await desk.show()
    assert [bytes(panel[:1])[0] for panel in desk.board.panels] == [1, 2, 3, 4]
    assert desk.board.level == 80
    await desk.stop()


async def check_a_press_names_the_face_that_was_shown():
    desk = await Desk().start()
    await desk.show()
    said = [m for m in await desk.press(0) if m["type"] != "shown"]
    assert said == [
        {"type": "down", "face": "yes"},
        {"type": "press", "id": "1", "face": "yes"},
    ], said
    await desk.stop()


async def check_a_face_that_changes_under_the_finger_is_the_old_one():
    desk = await Desk().start()
    await desk.show()
    desk.board.down.add(0)
    await until(lambda: {"type": "down", "face": "yes"} in desk.line.said(), "no down")
    await desk.show(2, (5, 6, 7, 8), [("other", None)] * 4)
    desk.board.down.discard(0)
    await until(lambda: desk.line.said()[-1]["type"] == "press", "no press")
    assert desk.line.said()[-1]["face"] == "yes"
    await desk.stop()


async def check_a_hold_counts_from_when_the_daemon_began():
    desk = await Desk().start()
    await desk.show()
    line = desk.line
    desk.board.down.add(3)
    await until(lambda: {"type": "down", "face": "hold"} in line.said(), "no down")
    line.tell(type="began", face="hold")
    await until(lambda: desk.keyboard._fingers[3].held(time.ticks_ms()) >= 100, "not held")
    desk.board.down.discard(3)
    await until(lambda: line.said()[-1]["type"] == "up", "no up")
    last = line.said()[-1]
    assert last["face"] == "hold" and last["held"] >= 100
    await desk.stop()


async def check_a_key_without_faces_says_nothing():
    desk = await Desk().start()
    await desk.show(1, (1, None, 3, 4), [("yes", None), (None, None), ("no", None), (None, None)])
    assert [m for m in await desk.press(1) if m["type"] != "shown"] == []
    assert bytes(desk.board.panels[1]) == b"\0" * 32768
    await desk.stop()


async def check_a_lost_connection_cancels_what_is_held_and_comes_back():
    desk = await Desk().start()
    await desk.show()
    first = desk.line
    desk.board.down.add(3)
    await until(lambda: {"type": "down", "face": "hold"} in first.said(), "no down")
    first.close()
    await until(lambda: len(desk.board.lines) == 2, "it does not come back")
    assert bytes(desk.board.panels[0]) == pixels(1), "what was shown can still be seen"
    assert bytes(desk.board.panels[3]) != pixels(4), "key 4 says that we are offline"
    desk.board.down.discard(3)
    await until(desk.line.said, "no hello")
    desk.line.tell(type="welcome", v=1, surface="keyboard-desk-1", run="r")
    await desk.show(9)
    assert not [m for m in desk.line.said() if m["type"] in ("up", "press")]
    assert bytes(desk.board.panels[3]) == pixels(4)
    await desk.stop()


async def check_without_a_daemon_the_last_board_is_seen_and_cannot_be_pressed():
    desk = await Desk().start()
    keyboard.SAVE_AFTER, real = 0, keyboard.SAVE_AFTER
    await desk.show()
    keyboard.SAVE_AFTER = real
    saved = f"{desk.folder}/board.json"
    await until(lambda: last_board.load(saved)[0] == name(1), "it is not kept")
    await desk.stop()
    again = Desk(desk.folder)
    again.board.is_reachable = False
    await again.start(connected=False)
    await until(lambda: bytes(again.board.panels[2]) == pixels(3), "it is not shown again")
    again.board.down.add(0)
    await until(lambda: again.keyboard._refused[0], "the light does not say no")
    assert again.board.lines == []
    await again.stop()


async def check_it_remembers_its_session_and_says_so_when_it_comes_back():
    desk = await Desk().start()
    assert "session" not in desk.line.said()[0]
    desk.line.tell(type="bound", session={"id": "s1", "keyboard_id": "tk-1-7", "name": "shop"})
    await desk.show(session="s1")
    await desk.stop()
    again = await Desk(desk.folder).start()
    assert again.line.said()[0]["session"] == "s1"
    again.line.tell(type="bound", session=None)
    await again.show()
    await again.stop()


async def check_a_board_of_another_session_is_refused_and_the_daemon_asked_again():
    desk = await Desk().start()
    desk.line.tell(type="bound", session={"id": "s1", "keyboard_id": "tk-1-7", "name": "shop"})
    await desk.show(session="s1")
    first = desk.line
    for picture in (5, 6, 7, 8):
        first.send_picture(picture)
    board_message(first, 2, (5, 6, 7, 8), [("other", None)] * 4, session="s2")
    await until(lambda: len(desk.board.lines) == 2, "it does not ask again")
    assert {"type": "shown", "n": 2} not in first.said()
    assert bytes(desk.board.panels[0]) == pixels(1), "it is not drawn either"
    await until(desk.line.said, "no hello")
    assert desk.line.said()[0]["session"] == "s1"
    await desk.stop()


async def check_a_picture_that_never_came_brings_a_new_connection():
    desk = await Desk().start()
    board_message(desk.line, 1, (1, 2, 3, 4), [("yes", None)] * 4)
    await until(lambda: len(desk.board.lines) == 2, "it does not ask again")
    assert not [m for m in desk.board.lines[0].said() if m["type"] == "shown"]
    await desk.stop()


async def check_who_was_taken_over_gives_way_until_a_key_is_pressed():
    for message in (
        frame(1, json.dumps({"type": "taken_over", "message": "Another took over."}).encode()),
        frame(8, struct.pack(">H", 4001) + b"Another took over."),
    ):
        desk = await Desk().start()
        await desk.show()
        desk.keyboard._pauses = Pauses(bytes)
        desk.keyboard._pauses._next = 0  # whoever fights would be back at once
        first = desk.line
        first.incoming += message
        await until(lambda: desk.says("taken over", "press a key"), "key 4 does not say it")
        assert first.closed and first.frames_sent()[-1][0] == 8, "it says goodbye"
        for _ in range(50):
            await asyncio.sleep_ms(2)
        assert len(desk.board.lines) == 1, "it fights"
        desk.board.down.add(0)
        await until(lambda: len(desk.board.lines) == 2, "it does not come back")
        desk.board.down.discard(0)
        await until(desk.line.said, "no hello")
        assert [m["type"] for m in desk.line.said()] == ["hello"], "the press itself is nothing"
        await desk.stop()


async def check_who_is_refused_says_so_and_tries_again_later():
    desk = await Desk().start()
    await desk.show()
    desk.line.incoming += frame(8, struct.pack(">H", 1008) + b"A valid token is needed.")
    await until(lambda: desk.says("not let in", "see: qd devices"), "key 4 does not say it")
    await until(lambda: len(desk.board.lines) == 2, "it does not try again")
    await desk.stop()


async def check_without_wifi_key_four_says_which():
    desk = Desk()

    async def connect(host, port, tls):
        raise NoWifi("home")

    desk.board.connect = connect
    desk.keyboard._settings["wifi"] = "home"
    await desk.start(connected=False)
    await until(lambda: desk.says("no Wi-Fi", "home"), "key 4 does not say it")
    await desk.stop()


async def check_a_flash_that_takes_nothing_keeps_nobody_from_working():
    def full(*_):
        raise OSError(28)

    desk = Desk()
    desk.keyboard._settings["file"] = desk.folder + "/keyboard.json"
    desk.board.down.add(1)  # be paired again
    desk.board.is_reachable = False
    keyboard.settings.open = last_board.open = own_session.open = full
    keyboard.SAVE_AFTER, real = 0, keyboard.SAVE_AFTER
    try:
        await desk.start(connected=False)
        await until(lambda: "token" not in desk.keyboard._settings, "it is not forgotten")
        desk.board.down.clear()
        desk.keyboard._settings["token"], desk.board.is_reachable = "another", True
        await until(lambda: desk.board.lines and desk.line.said(), "it does not say hello")
        desk.line.tell(type="welcome", v=1, surface="keyboard-desk-1", run="r")
        desk.line.tell(type="bound", session={"id": "s1", "keyboard_id": "tk-1-7", "name": "shop"})
        await desk.show(session="s1")
        await until(lambda: desk.keyboard._save_at is None, "it is not even tried")
        assert [m["type"] for m in await desk.press(0) if m["type"] != "shown"] == ["down", "press"]
    finally:
        del keyboard.settings.open, last_board.open, own_session.open
        keyboard.SAVE_AFTER = real
    await desk.stop()


class JumpingClock:
    """A clock that can be set while it runs; it begins again after its last millisecond."""

    def __init__(self):
        self.ahead = 0

    def ticks_ms(self):
        return time.ticks_add(time.ticks_ms(), self.ahead)

    def ticks_add(self, ticks, delta):
        return time.ticks_add(ticks, delta)

    def ticks_diff(self, later, earlier):
        return time.ticks_diff(later, earlier)


async def check_a_clock_that_jumps_neither_presses_nor_keeps_from_pressing():
    keyboard.time, real = JumpingClock(), keyboard.time
    desk = await Desk().start()
    await desk.show()
    try:
        for jump in (3_600_000, -7_200_000, 1 << 28, -60_000):
            keyboard.time.ahead += jump
            said = [m["type"] for m in await desk.press(0) if m["type"] in ("down", "press", "up")]
            assert said == ["down", "press"], (jump, said)
            desk.board.down.add(3)
            await until(lambda: desk.keyboard._keys[3].is_down, "it does not go down")
            keyboard.time.ahead -= jump
            desk.board.down.discard(3)
            await until(lambda: not desk.keyboard._keys[3].is_down, "it does not go up")
            await until(lambda: not desk.keyboard._outbox, "it is not sent")
            last = [m for m in desk.line.said() if m["type"] == "up"][-1]
            assert last["held"] == 0, "the daemon has not begun to count"
    finally:
        keyboard.time = real
    await desk.stop()


async def check_nonsense_is_left_out_and_the_rest_goes_on():
    desk = await Desk().start()
    line = desk.line
    for data in (
        b"nonsense",
        b"{}",
        b'{"type": "board"}',
        b'{"type": "frame", "key": 9}',
        b"[" * 99,
    ):
        line.incoming += frame(1, data)
    line.incoming += frame(1, b"x" * 20000) + frame(2, b"short")
    line.tell(type="something new")
    await desk.show()
    assert len(desk.board.lines) == 1
    await desk.stop()


async def check_a_frame_replaces_one_picture_and_no_face():
    desk = await Desk().start()
    await desk.show()
    desk.line.send_picture(9)
    desk.line.tell(type="frame", key=1, picture=name(9))
    await until(lambda: bytes(desk.board.panels[1]) == pixels(9), "it is not drawn")
    said = [m for m in await desk.press(1) if m["type"] == "press"]
    assert said == [{"type": "press", "id": "1", "face": "always"}]
    await desk.stop()


async def check_a_thousand_quick_presses_are_each_one():
    desk = await Desk().start()
    await desk.show()
    line, sent = desk.line, 0
    line.sent = b"\r\n\r\n"
    for n in range(1000):
        desk.keyboard._down(0, n)
        desk.keyboard._up(0, n)
        if n % 20 == 19:
            await until(lambda: not desk.keyboard._outbox, "they are not sent")
            sent += len([m for m in line.said() if m["type"] == "press"])
            line.sent = b"\r\n\r\n"
    assert sent == 1000, sent
    await desk.stop()


async def check_a_line_that_takes_nothing_fills_no_memory():
    desk = await Desk().start()
    await desk.show()
    stuck = asyncio.Event()

    async def never():
        await stuck.wait()

    desk.line.drain = never
    for n in range(1000):
        desk.keyboard._down(0, n)
        desk.keyboard._up(0, n)
    assert len(desk.keyboard._outbox) <= keyboard.MOST_WAITING
    assert desk.keyboard._refused[0]
    stuck.set()
    await desk.stop()
