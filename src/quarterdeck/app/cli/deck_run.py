"""`qd deck run`: serves the decks of this machine, until it is told to stop."""

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from StreamDeck.Transport.Transport import Transport
from websockets.asyncio.client import ClientConnection, connect, unix_connect

from quarterdeck.app.cli.client import Trouble, refuse_impostors
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.cli.finding import did_you_mean
from quarterdeck.app.paths import Paths
from quarterdeck.boards.models import MODELS, Model
from quarterdeck.surfaces.streamdeck.emulator import emulated
from quarterdeck.surfaces.streamdeck.finder import Finder, NoLibrary, usb_transport
from quarterdeck.surfaces.streamdeck.link import Connect
from quarterdeck.surfaces.streamdeck.runner import Runner
from quarterdeck.surfaces.streamdeck.usb import Usb

LARGEST = 4 * 1024 * 1024  # bytes of a message


def run_decks(
    where: Paths, *, url: str | None, token_file: str | None, emulate: str | None, child: bool
) -> int:
    """Serve the decks of a daemon, which is this machine's own where no address is given."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    logging.getLogger("websockets").setLevel(logging.WARNING)
    token = sys.stdin.readline().strip() if child else _token(where, token_file)
    to_daemon = _by_address(url) if url else _by_socket(where.api)
    finder = Finder(_transport(emulate), Usb())
    runner = Runner(finder, to_daemon, token, emulated=emulate is not None)
    asyncio.run(_run(runner, child=child))
    return Exit.DONE


async def _run(runner: Runner, *, child: bool) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if child:
        standard_input = sys.stdin.fileno()

        def ended() -> None:
            loop.remove_reader(standard_input)
            stop.set()

        loop.add_reader(standard_input, ended)  # the daemon is gone
    await runner.run(stop)


def _token(where: Paths, given: str | None) -> str:
    file = Path(given) if given else where.token
    try:
        return file.read_text().strip()
    except FileNotFoundError:
        if given:
            raise Trouble(f"There is no file {given}.", "", Exit.NOT_FOUND) from None
        raise Trouble(
            "Quarterdeck is not running.", "Start it with `qd up`.", Exit.NO_DAEMON
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{file} cannot be read: {error}.", "", Exit.FAILED) from None


def _transport(emulate: str | None) -> Transport:
    if emulate is not None:
        return emulated(_models(emulate.split(",")))
    try:
        return usb_transport()
    except NoLibrary as error:
        raise Trouble(str(error), error.remedy, Exit.FAILED) from None


def _models(names: Sequence[str]) -> list[Model]:
    for name in names:
        if name not in MODELS:
            remedy = did_you_mean(name, MODELS) or f"There are {', '.join(MODELS)}."
            raise Trouble(f"There is no model {name!r}.", remedy, Exit.NOT_FOUND)
    return [MODELS[name] for name in names]


def _by_socket(path: Path) -> Connect:
    @asynccontextmanager
    async def opened() -> AsyncIterator[ClientConnection]:
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            line.setblocking(False)
            await asyncio.get_running_loop().sock_connect(line, str(path))
            await asyncio.to_thread(_refuse, line, path)
        except OSError:
            line.close()
            raise
        talking = unix_connect(
            None, "ws://localhost/surface", sock=line, compression=None, max_size=LARGEST
        )
        async with talking as connection:
            yield connection

    return opened


def _refuse(line: socket.socket, path: Path) -> None:
    try:
        refuse_impostors(line, path)
    except Trouble as trouble:
        raise OSError(str(trouble)) from None


def _by_address(url: str) -> Connect:
    parts = urlsplit(url if "//" in url else f"//{url}")
    if parts.scheme not in ("", "http", "https") or not parts.hostname:
        raise Trouble(f"{url!r} is not an address.", "Try --url http://127.0.0.1:8081", Exit.USAGE)
    if parts.scheme != "https" and not _is_here(parts.hostname):
        raise Trouble(
            "The token may not travel the network in the clear.",
            "Forward a port: ssh -L 8081:127.0.0.1:8081 HOST, then --url http://127.0.0.1:8081",
            Exit.USAGE,
        )
    scheme = "wss" if parts.scheme == "https" else "ws"
    address = f"{scheme}://{parts.netloc}/surface"
    return lambda: connect(address, proxy=None, compression=None, max_size=LARGEST)


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
