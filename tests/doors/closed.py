"""A caller that lets nobody look into it, as sshd does, and what another process sees of it."""

import ctypes
import json
import os
import socket
import sys

from quarterdeck.agent_processes import Standing
from quarterdeck.domain.sessions import Process
from quarterdeck.doors.peers import standing, tcp_peer
from quarterdeck.processes import look as process_of

NOBODY = 65534
DUMPABLE = 4  # as prctl calls it
NO_AGENT = Process("here", 2**22 + 7, 1)


def main() -> None:
    """Call, and let a child tell who calls."""
    if os.getuid() == 0:
        os.setuid(NOBODY)  # root can look into everything
    ctypes.CDLL(None).prctl(DUMPABLE, 0, 0, 0, 0)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        line = socket.socket()
        line.connect(listener.getsockname())
        ends = line.getsockname(), line.getpeername()
        if child := os.fork():
            os.waitpid(child, 0)
            line.close()
        else:
            line.close()
            look(*ends)


def look(theirs: tuple[str, int], ours: tuple[str, int]) -> None:
    """Tell who holds this connection, and who would be refused."""
    caller, peer = os.getppid(), tcp_peer(theirs, ours)
    agent = Process("here", caller, process_of(caller).start)
    seen = {
        "found": caller in peer.pids,
        "refused": standing(peer, [NO_AGENT]) is Standing.AGENT,
        "refused_below_an_agent": standing(peer, [agent]) is Standing.AGENT,
    }
    sys.stdout.write(json.dumps(seen))


main()
