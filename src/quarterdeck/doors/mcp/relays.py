"""The socket at which `qd mcp` comes in: one connection for each agent that runs it."""

import asyncio
import json
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.doors.mcp.loading import NOT_INSTALLED, Loading
from quarterdeck.doors.peers import unix_peer

if TYPE_CHECKING:
    from quarterdeck.doors.mcp.relay_lines import RelayLine
    from quarterdeck.doors.mcp.server import Served

log = logging.getLogger(__name__)

TAKEN = b"notifications/quarterdeck/taken"  # see app/mcp_relay.py
LONGEST_LINE = 16 * 1024 * 1024  # bytes; what is too long for us gets a sentence of ours
MOST = 256  # relays at once


class RelayServer:
    """Takes relays in."""

    def __init__(self, path: Path, loading: Loading) -> None:
        self._path = path
        self._loading = loading
        self._writers: set[asyncio.StreamWriter] = set()

    async def run(self) -> None:
        """Serve until cancelled."""
        self._path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self._serve, self._path, limit=LONGEST_LINE)
        self._path.chmod(0o600)
        try:
            await server.serve_forever()
        finally:
            server.close()
            for writer in list(self._writers):
                writer.transport.abort()
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = unix_peer(writer.get_extra_info("socket"))
        self._writers.add(writer)
        try:
            if peer.uid not in (None, os.getuid()) or len(self._writers) > MOST:
                log.warning("a connection to the tools was refused")
                return
            if served := await self._loading.served():
                await self._talk(served, served.line(peer), reader, writer)
            else:
                await _excuse(reader, writer)
        except (OSError, EOFError):
            log.debug("a relay went away")
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _talk(
        self,
        served: "Served",
        line: "RelayLine",
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        async def lines() -> bytes:
            while TAKEN in (message := await _line(reader)):
                line.taken(message)
            if not message:
                line.gone.set()
            return message

        try:
            await served.talk(line, lines, writer)
        finally:
            served.lost(line)


async def _excuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say to whatever is wanted that it cannot be had."""
    while message := await _line(reader):
        try:
            name = json.loads(message)["id"]
        except (ValueError, KeyError, TypeError):
            continue
        error = {"code": -32000, "message": NOT_INSTALLED}
        writer.write(json.dumps({"jsonrpc": "2.0", "id": name, "error": error}).encode() + b"\n")


async def _line(reader: asyncio.StreamReader) -> bytes:
    """The next line; empty at the end, and where it is longer than any that makes sense."""
    try:
        return await reader.readline()
    except OSError:
        return b""
    except ValueError:
        log.warning("a relay sent a line of more than %d bytes", LONGEST_LINE)
        return b""
