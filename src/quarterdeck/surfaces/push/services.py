"""Every other service, through Apprise: sent once, by a process that can be ended at any moment."""

import asyncio
import json
import re
import sys
from subprocess import PIPE

from quarterdeck.domain.ids import AskId
from quarterdeck.judgement.secrets import masked
from quarterdeck.ports import REFUSED, AlertMessage, Unreachable
from quarterdeck.surfaces.push import apprise_process

LONGEST_COMPLAINT = 200


class Service:
    """One service by its Apprise address, which holds its secrets."""

    def __init__(self, url: str) -> None:
        self._url = url

    @property
    def where(self) -> str:
        """Which kind of service it is."""
        return f"{self._url.partition('://')[0]} through Apprise"

    async def alert(self, message: AlertMessage) -> None:
        """Send it once."""
        said = {"url": self._url, "title": message.title, "text": f"{message.text}\n{message.link}"}
        status, complaint = await _send(json.dumps(said))
        if status == apprise_process.NOT_INSTALLED:
            why = "Apprise is not installed; `pip install 'quarterdeck[push]'` brings it."
            raise Unreachable(why, REFUSED)
        if status == apprise_process.BAD_ADDRESS:
            raise Unreachable("Apprise does not know this kind of address.", REFUSED)
        if status:
            raise Unreachable(self._without_secrets(complaint) or "It was not taken.")

    async def update(self, message: AlertMessage) -> None:
        """Apprise changes nothing that was sent."""
        del message

    async def withdraw(self, ask: AskId) -> None:
        """Apprise takes nothing back."""
        del ask

    def _without_secrets(self, complaint: str) -> str:
        """The last line of a complaint, without any part of the address."""
        lines = complaint.strip().splitlines()
        line = masked(lines[-1]) if lines else ""
        for part in re.split(r"[/@:?&=]+", self._url.partition("://")[2]):
            line = line.replace(part, "…") if len(part) > 3 else line
        return line[:LONGEST_COMPLAINT]


async def _send(said: str) -> tuple[int, str]:
    """How the process ended, and what it complained about; it ends with whoever waits for it."""
    words = (sys.executable, "-P", "-m", apprise_process.__name__)
    try:
        process = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    except OSError as error:
        raise Unreachable(f"{sys.executable} cannot be run: {error}.", REFUSED) from None
    try:
        _, complaint = await process.communicate(said.encode())
    finally:
        if process.returncode is None:
            process.kill()
    return process.returncode or 0, complaint.decode(errors="replace")
