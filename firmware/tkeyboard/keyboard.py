"""The keyboard: shows what the daemon sends, says what was shown and pressed, decides nothing."""

import asyncio
import gc
import time

import banner
import discovery
import last_board
import lights
import own_session
import pairing
import protocol
import settings
from keys import Finger, Key
from pictures import Pictures
from protocol import KEYS, Nonsense
from reconnect import Pauses
from websocket import REFUSED, TAKEN_OVER, Closed, WebSocket

POLL = 4  # milliseconds between two looks at the keys
TICK = 40  # milliseconds between two steps of the lights
SHOWN_AGAIN = 5000  # milliseconds after which we say again what we show
SILENCE = (
    45_000  # milliseconds without a message, after which a connection is dead: three heartbeats
)
CONNECT_WITHIN = 10_000
UNPAIRED_PAUSE = 3000  # milliseconds at most, before we look again whether we may be paired
PAIRED_WITHIN = 70_000  # milliseconds; a person has a minute
SAVE_AFTER = 5000  # milliseconds that a board must stay before it is kept on flash
MOST_WAITING = 64  # messages that wait for the line; beyond that it is as good as gone
REFUSED_FOR = 400  # milliseconds for which a light says that a press did nothing
INK, QUIET, BLACK = 0xFFFF, 0x8410, 0x0000
STATUS = KEYS - 1  # the key that says how we are connected
GARBAGE = 16 * 1024  # bytes that may be left over before they are collected


class Keyboard:
    """Four keys, their panels and lights, and one connection."""

    def __init__(self, board, wanted: dict) -> None:
        self._board = board
        self._settings = wanted
        self._seen = ""  # the pin of the certificate that we saw last
        self._pictures = Pictures(wanted["folder"] + "/pictures")
        self._saved = wanted["folder"] + "/board.json"
        self._saved_session = wanted["folder"] + "/session.json"
        self._session, self._session_name = own_session.load(self._saved_session)
        self._socket = None
        self._pauses = Pauses(board.random)
        self._keys = [Key() for _ in range(KEYS)]
        self._fingers = [None] * KEYS
        self._refused = [0] * KEYS  # until when a light says no
        self._on_panel = [None] * KEYS
        self._shown = None  # the board that we acknowledged
        self._wanted = [None] * KEYS  # pictures, as they should be
        self._save_at = None
        self._presses = 0
        self._tried = False
        self._health = ""
        self._outbox = []
        self._something = asyncio.Event()
        self._pressed = asyncio.Event()  # a key, while nothing can be pressed

    async def run(self) -> None:
        """Work until the power goes."""
        gc.threshold(GARBAGE)
        held = self._board.contacts()  # while starting
        if held[0]:
            self._pictures.clear()
        if held[1]:
            self._forget_daemon()
        await self._show_last()
        await asyncio.gather(
            self._stay_connected(), self._send_all(), self._watch_keys(), self._tick()
        )

    # The connection

    async def _stay_connected(self) -> None:
        while True:
            code, wifi = 0, True
            try:
                await self._serve()
            except (OSError, Closed, asyncio.TimeoutError) as error:
                print("offline:", error)
                code = getattr(error, "code", 0)
                wifi = not isinstance(error, settings.NoWifi)
            self._socket = None
            self._outbox = []
            self._fingers = [None] * KEYS  # what is held is cancelled
            self._shown = None
            self._tried = True
            if code == TAKEN_OVER:
                await self._give_way()
                continue
            pause = self._pauses.next()
            if not wifi:
                await self._status("no Wi-Fi", self._settings.get("wifi", ""))
            elif not self._settings.get("token"):
                pause = min(pause, UNPAIRED_PAUSE)
                await self._status("not paired", "run: qd pair")
            elif code == REFUSED:
                await self._status("not let in", "see: qd devices")
            else:
                await self._status("offline", f"again in {pause // 1000 + 1} s")
            await asyncio.sleep_ms(pause)
            await self._status("reconnecting", self._session_name)

    async def _give_way(self) -> None:
        """Another has our token; two could fight for it for ever, so a person decides."""
        await self._status("taken over", "press a key")
        self._pressed.clear()
        await self._pressed.wait()
        self._pauses.reset()

    async def _serve(self) -> None:
        wanted = self._settings
        await self._find()
        if not wanted.get("token"):
            await self._be_paired()
        socket = await self._opened("/surface")
        try:
            await socket.send(protocol.hello(wanted["token"], self._board.name(), self._session))
            self._socket = socket
            while True:
                text = await asyncio.wait_for_ms(socket.receive(self._pictures), SILENCE)
                try:
                    await self._hear(protocol.read(text))
                except Nonsense as error:
                    print("left out:", error)
        finally:
            self._socket = None
            await socket.close()

    async def _opened(self, path: str):
        """A WebSocket to the daemon that we know, or to any while we know none."""
        wanted = self._settings
        joining = self._board.connect(wanted["host"], wanted["port"], wanted["tls"])
        stream = await asyncio.wait_for_ms(joining, CONNECT_WITHIN)
        socket = WebSocket(stream, self._board.random, protocol.LONGEST)
        try:
            host = f"{wanted['host']}:{wanted['port']}"
            await asyncio.wait_for_ms(socket.open(host, path), CONNECT_WITHIN)
            if wanted["tls"]:
                self._seen = self._board.pin(stream)
                pairing.check(wanted.get("pin", self._seen), self._seen)
        except (OSError, Closed, asyncio.TimeoutError):
            stream.close()
            raise
        return socket

    async def _find(self) -> None:
        """Look for the daemon where it calls from: it may have another address by now."""
        wanted = self._settings
        if wanted["host"] and not (self._tried and "pin" in wanted):
            return
        found = await discovery.find(self._board.overhear, wanted.get("pin", ""))
        if found:
            wanted["host"], wanted["port"] = found
        elif not wanted["host"]:
            raise Closed("no daemon calls")

    async def _be_paired(self) -> None:
        """Get our token, and keep it with the pin of the daemon that gave it."""
        wanted = self._settings
        socket = await self._opened("/pair")
        try:
            wanted["token"] = await asyncio.wait_for_ms(self._token(socket), PAIRED_WITHIN)
            wanted["pin"] = self._seen
        finally:
            await socket.close()
        settings.keep(wanted, wanted["file"])

    def _token(self, socket):
        """How we get our token: by the code of a link, else by digits."""
        name = "T-Keyboard " + self._board.name()
        code = self._settings.pop("code", "")  # it opens once
        if code:
            return pairing.by_code(socket, self._pictures, name, code)
        random, show = self._board.random, self._show_digits
        return pairing.by_digits(socket, self._pictures, name, self._seen, random, show)

    def _forget_daemon(self) -> None:
        """Be paired again, with whatever daemon."""
        for name in ("token", "pin", "code"):
            self._settings.pop(name, None)
        try:
            settings.keep(self._settings, self._settings["file"])
        except OSError:
            pass  # it is forgotten until the power goes

    async def _show_digits(self, digits: str) -> None:
        await self._status("qd pair", digits[:3] + " " + digits[3:])

    async def _hear(self, said: dict) -> None:
        kind = said["type"]
        if kind == "welcome":
            self._pauses.reset()
            self._tried = False
            self._health = ""
        elif kind == "bound":
            self._session, self._session_name = protocol.bound(said)
            own_session.save(self._saved_session, self._session, self._session_name)
        elif kind == "board":
            await self._take_board(protocol.board(said))
        elif kind == "frame":
            key, picture = protocol.frame(said)
            await self._show(key, picture)
        elif kind == "began":
            now = time.ticks_ms()
            for finger in self._fingers:
                if finger is not None and finger.hold and finger.hold == said.get("face"):
                    finger.began = now
        elif kind == "taken_over":
            raise Closed("another has our token", TAKEN_OVER)
        elif kind == "outcome" and said.get("status") != "ok":
            self._say_no(range(KEYS))
        self._report()

    def _report(self) -> None:
        """Tell the daemon what is wrong with us, once."""
        warning = self._pictures.warning()
        if warning != self._health:
            self._health = warning
            self._say(protocol.health(warning))

    def _say(self, text: str) -> None:
        """Send this as soon as the line is free; nobody waits for it."""
        if self._socket is not None and len(self._outbox) < MOST_WAITING:
            self._outbox.append(text)
            self._something.set()

    async def _send_all(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._outbox and self._socket is not None:
                try:
                    await self._socket.send(self._outbox.pop(0))
                except (OSError, Closed):
                    break  # whoever receives notices too

    # What is seen

    async def _take_board(self, board) -> None:
        """Show a board of our session; one of another is refused, and the daemon asked again."""
        if board.session != self._session:
            raise Closed("a board of another session")
        await self._show_board(board)

    async def _show_board(self, board) -> None:
        self._pictures.kept = board.pictures()
        self._board.brightness(board.brightness)
        for key, (picture, _, _) in enumerate(board.keys):
            await self._show(key, picture)
        self._shown = board
        self._wanted = [picture for picture, _, _ in board.keys]
        self._save_at = time.ticks_add(time.ticks_ms(), SAVE_AFTER)
        self._say(protocol.shown(board.number))

    async def _show(self, key: int, picture) -> None:
        """Put a picture on a key, if it is another than what it shows."""
        if picture == self._on_panel[key]:
            return
        if picture is None:
            await self._paint(key, banner.rows([], INK, BLACK))
        else:
            try:
                await self._paint(key, self._pictures.rows(picture))
            except OSError:
                raise Closed("a picture is missing: a new connection brings all of them")
        self._on_panel[key] = picture

    async def _paint(self, key: int, rows) -> None:
        for row, piece in rows:
            self._board.draw(key, row, piece)
            await asyncio.sleep_ms(0)  # the keys come first

    async def _status(self, first: str, second: str) -> None:
        self._on_panel[STATUS] = None
        lines = [first] + ([second] if second else [])
        await self._paint(STATUS, banner.rows(lines, QUIET, BLACK))

    async def _show_last(self) -> None:
        """What was shown before the power went: it can be seen, not pressed."""
        self._wanted = last_board.load(self._saved)
        self._pictures.kept = tuple(name for name in self._wanted if name)
        for key, picture in enumerate(self._wanted):
            try:
                await self._show(key, picture)
            except Closed:
                await self._paint(key, banner.rows([], INK, BLACK))
        await self._status("connecting", self._session_name)

    # What is pressed

    async def _watch_keys(self) -> None:
        while True:
            now = time.ticks_ms()
            contacts = self._board.contacts()
            for place, key in enumerate(self._keys):
                if key.feed(contacts[place], now):
                    (self._down if key.is_down else self._up)(place, now)
            self._board.alive()
            await asyncio.sleep_ms(POLL)

    def _down(self, place: int, now: int) -> None:
        full = len(self._outbox) > MOST_WAITING - 4  # down and up of two faces
        if self._shown is None or self._socket is None or full:
            self._say_no((place,))
            self._pressed.set()
            return
        _, press, hold = self._shown.keys[place]
        if not press and not hold:
            return
        finger = Finger(press, hold, self._shown.hold_ms)
        self._fingers[place] = finger
        for face in finger.faces():
            self._say(protocol.down(face))

    def _up(self, place: int, now: int) -> None:
        finger, self._fingers[place] = self._fingers[place], None
        if finger is None:
            return
        self._presses += 1
        kind, face, held = finger.release(now)
        self._say(protocol.let_go(kind, self._presses, face, held))

    def _say_no(self, places) -> None:
        until = time.ticks_add(time.ticks_ms(), REFUSED_FOR)
        for place in places:
            self._refused[place] = until

    # What goes on by itself

    async def _tick(self) -> None:
        again = time.ticks_ms()
        while True:
            now = time.ticks_ms()
            self._lights(now)
            if self._shown is not None and not 0 <= time.ticks_diff(now, again) < SHOWN_AGAIN:
                again = now
                self._say(protocol.shown(self._shown.number))
            if self._save_at is not None and time.ticks_diff(now, self._save_at) >= 0:
                self._save_at = None
                last_board.save(self._saved, self._wanted)
            await asyncio.sleep_ms(TICK)

    def _lights(self, now: int) -> None:
        linked = self._socket is not None
        for place in range(KEYS):
            left = time.ticks_diff(self._refused[place], now)
            refused = self._refused[place] and 0 < left <= REFUSED_FOR
            if not refused:
                self._refused[place] = 0
            finger = self._fingers[place]
            self._board.light(place, lights.light(now, linked, self._tried, finger, bool(refused)))
        self._board.show_lights()
