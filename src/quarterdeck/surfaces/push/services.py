"""All other services, through Apprise: sent once, by a process that can be killed."""

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
    """One service, by its Apprise address, which contains secrets."""

    def __init__(self, url: str) -> None:
        self._url = url

    @property
    def where(self) -> str:
        """The kind of service."""
        return f"{self._url.partition('://')[0]} through Apprise"

    async def alert(self, message: AlertMessage) -> None:
        """Send it once."""
        said = {"url": self._url, "title": message.title, "text": f"{message.text}\n{message.link}"}
        status, complaint = await _send(json.dumps(said))
        if status == apprise_process.NOT_INSTALLED:
            why = "Apprise is not installed: `pip install 'quarterdeck[push]'`."
            raise Unreachable(why, REFUSED)
        if status == apprise_process.BAD_ADDRESS:
            raise Unreachable("Apprise does not know this kind of address.", REFUSED)
        if status:
            raise Unreachable(self._without_secrets(complaint) or "It was not accepted.")

    async def update(self, message: AlertMessage) -> None:
        """Apprise cannot update anything."""
        del message

    async def withdraw(self, ask: AskId) -> None:
        """Apprise cannot withdraw anything."""
        del ask

    def _without_secrets(self, complaint: str) -> str:
        """The last line of the errors, without any part of the address."""
        lines = complaint.strip().splitlines()
        line = masked(lines[-1]) if lines else ""
        for part in re.split(r"[/@:?&=]+", self._url.partition("://")[2]):
            line = line.replace(part, "…") if len(part) > 3 else line
        return line[:LONGEST_COMPLAINT]


async def _send(said: str) -> tuple[int, str]:
    """Exit code and errors of the process; it is killed if we are cancelled."""
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
            await process.wait()
    return process.returncode or 0, complaint.decode(errors="replace")
