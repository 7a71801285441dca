"""Forks `qd` from a process that has imported it: nine tenths of what a start costs are imports.

What comes of it is what `python -m quarterdeck` would be: its own process with its own environment,
which runs the program from its first line. That `qd` also starts from nothing is what
`tests/app/cli/test_up.py` shows. Whoever wants one asks `tests.stage.qd_process`.
"""

import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
from typing import Any, NoReturn

COMMANDS = ("answer", "down", "interrupt", "keys", "send", "setup", "status", "up")
MODULES = ("quarterdeck.app.wiring", *(f"quarterdeck.app.cli.{name}" for name in COMMANDS))
LARGEST = 1 << 20  # bytes of a request, with all its environment


def serve(orders: socket.socket) -> None:
    """Start what is ordered, until nobody orders any more."""
    for module in MODULES:
        importlib.import_module(module)
    gc.freeze()  # else each of them would write to every page that it shares with us
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait
    while True:
        order, files, _, _ = socket.recv_fds(orders, LARGEST, 3)
        if not order:
            return
        if os.fork() == 0:
            orders.close()
            _run(json.loads(order), *files)
        for file in files:
            os.close(file)


def _run(order: dict[str, Any], out: int, err: int, report: int) -> NoReturn:
    """Start one, say which process it is, and when it ends how it did and what it cost."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid == 0:
        os.close(report)
        _become(order, out, err)
    os.close(out)
    os.close(err)
    os.write(report, f"{pid}\n".encode())
    _, status, used = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    os.write(report, f"{code} {used.ru_utime + used.ru_stime}\n".encode())
    os._exit(0)


def _become(order: dict[str, Any], out: int, err: int) -> NoReturn:
    for ours, theirs in ((os.open(os.devnull, os.O_RDONLY), 0), (out, 1), (err, 2)):
        os.dup2(ours, theirs)
        os.close(ours)
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["cwd"])
    if order["leads"]:
        os.setsid()
    sys.argv = ["qd", *order["words"]]
    sys.orig_argv = [sys.executable, "-m", "quarterdeck", *order["words"]]
    runpy.run_module("quarterdeck", run_name="__main__", alter_sys=True)
    raise AssertionError("qd always ends with an exit code")


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
