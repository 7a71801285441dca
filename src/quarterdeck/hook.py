"""The hook client: carries one hook of an agent to the daemon, and its answer back.

Run as `python -IS hook.py SOCKET KIND [MARKER HOME]`, or imported and `run()`, which is faster:
a program's main file is compiled at each start. KIND is `tell` (no answer is wanted), `ask`
(a person may answer), `judge` (a quick verdict or none) or `status` (a status line's input;
MARKER is then the person's own command, which is run). With MARKER, the file that `qd down`
leaves behind, a missing daemon is started unless that file exists.

Whatever goes wrong, it exits with 0 and prints nothing: the agent then
behaves as if Quarterdeck were not there. Only modules built into the interpreter are
imported, because each of the others would cost more than all the rest.
"""

import _signal  # type: ignore[import-not-found]
import _socket
import posix
import sys
import time

COUNTER = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
STARTED = time.clock_gettime_ns(COUNTER)
CARRIED = (
    b"TMUX",
    b"TMUX_PANE",
    b"CLAUDE_CODE_ENTRYPOINT",
    b"CLAUDE_CODE_DISABLE_BACKGROUND_TASKS",
    b"CLAUDE_SESSION_ID",
    b"CLAUDE_PID",
    b"ITERM_SESSION_ID",
)
AGENTS = (b"claude", b"claude.exe")
RUNTIMES = (b"node", b"bun")  # of agents that are scripts
MARKS = (b"CLAUDECODE", b"CLAUDE_CODE_SESSION_ID", b"CLAUDE_CODE_CHILD_SESSION", b"AI_AGENT")
SEND_WITHIN = 2.0  # a daemon that does not read is as good as none
FIRST_WORD_WITHIN = 2.0
VERDICT_WITHIN = 0.15
START_WITHIN = 5.0
COME_BACK_FOR = 600.0
NEAREST, ALL = 6, 1000  # processes above us
LOOK_AROUND = 5.0  # how often a kept hook checks that its agent lives


def main(args: list[str]) -> None:
    """Carry standard input to the daemon and its answer to standard output."""
    socket_path, kind = args[0], args[1]
    payload = read_all(0)
    if kind == "status":
        tell_status(socket_path, payload)
        run_own(args[2], payload)
        return
    parent = posix.getppid()
    began = time.monotonic()
    started = kept = False
    while True:
        line = connect(socket_path, min(patience(kind), SEND_WITHIN))
        if line is not None and not is_ours(line, parent):
            return
        if line is not None:
            word, kept_now = converse(line, kind, payload, parent)
            line.close()
            if word != "lost" or not (kept or kept_now):
                return
            if kept_now:
                kept, began = True, time.monotonic()
        elif not kept:
            if started:
                if time.monotonic() - began > START_WITHIN:
                    return
            elif len(args) < 4 or not start_daemon(args[2], args[3]):
                return
            started = True
        if time.monotonic() - began > COME_BACK_FOR or posix.getppid() != parent:
            return
        time.sleep(0.05 if started and not kept else 0.25)


def converse(line: _socket.socket, kind: str, payload: bytes, parent: int) -> tuple[str, bool]:
    """One connection: send the hook, wait for the answer; how it ended, and if it was kept."""
    kept = False
    until: float | None
    try:
        if kind in ("ask", "judge"):
            _signal.signal(_signal.SIGTERM, lambda *_: end_early(line))
        line.settimeout(min(patience(kind), SEND_WITHIN))
        head = header(kind, parent)  # meanwhile the daemon looks who is there
        line.sendall(b"QD1 %d %d\n" % (len(head), len(payload)) + head + payload)
        until = time.monotonic() + patience(kind)
        if kind in ("tell", "status"):
            wait(line, until, parent)  # until we are seen, or it is over
            return "done", False
        inbox = b""
        while True:
            while b"\n" not in inbox:
                piece = wait(line, until, parent)
                if piece is None:
                    return "done", kept
                if piece == b"":
                    return "lost", kept
                inbox += piece
            order, _, inbox = inbox.partition(b"\n")
            word, _, number = order.partition(b" ")
            if word == b"seen":
                continue
            if word == b"kept":
                kept, until = True, None
            elif word == b"gate":
                until = time.monotonic() + float(number) + 1.0
            elif word == b"say":
                size = int(number)
                while len(inbox) < size:
                    piece = line.recv(65536)
                    if not piece:
                        return "lost", kept
                    inbox += piece
                if write_all(1, inbox[:size]):
                    say_printed(line)
                return "done", kept
            else:
                return "done", kept
    except OSError:
        return "lost", kept


def patience(kind: str) -> float:
    """For how long a hook waits for the daemon's first word."""
    return VERDICT_WITHIN if kind in ("judge", "status") else FIRST_WORD_WITHIN


def say_printed(line: _socket.socket) -> None:
    """Tell the daemon; if it has just died that changes nothing, since nothing is printed twice."""
    try:
        line.sendall(b"printed %d\n" % time.clock_gettime_ns(COUNTER))
    except OSError:
        pass


def tell_status(socket_path: str, payload: bytes) -> None:
    """Carry a status line's input to the daemon, if there is one."""
    line, parent = connect(socket_path, VERDICT_WITHIN), posix.getppid()
    if line is not None and is_ours(line, parent):
        converse(line, "status", payload, parent)
        line.close()


def run_own(command: str, payload: bytes) -> None:
    """Become the person's own status line command, with the same input."""
    if not command:
        return
    reading, writing = posix.pipe()
    if posix.fork() == 0:
        posix.close(reading)
        write_all(writing, payload)
        posix._exit(0)
    posix.close(writing)
    posix.dup2(reading, 0)
    posix.execv("/bin/sh", ["sh", "-c", command])


def wait(line: _socket.socket, until: float | None, parent: int) -> bytes | None:
    """The next bytes; empty when the daemon is gone, None when waiting is over."""
    while True:
        left = LOOK_AROUND if until is None else until - time.monotonic()
        if left <= 0 or posix.getppid() != parent:
            return None
        line.settimeout(min(left, LOOK_AROUND))
        try:
            return line.recv(65536)
        except TimeoutError:
            continue
        except OSError:
            return b""


def end_early(line: _socket.socket) -> None:
    """The agent ends this hook: say so, and go."""
    try:
        line.settimeout(0.2)
        line.sendall(b"terminated\n")
    finally:
        posix._exit(0)


def connect(path: str, within: float) -> _socket.socket | None:
    """A connection to the daemon, or None."""
    line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        line.settimeout(within)
        line.connect(path)
    except OSError:
        line.close()
        return None
    return line


def is_ours(line: _socket.socket, parent: int) -> bool:
    """Whether this user's daemon answers, and nothing that an agent put in its place."""
    if not hasattr(_socket, "SO_PEERCRED"):
        return True
    told = line.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    pid, uid = (int.from_bytes(told[at : at + 4], sys.byteorder) for at in (0, 4))
    return uid == posix.getuid() and not (is_marked(pid) or is_below_agent(pid, parent))


def is_marked(pid: int) -> bool:
    """Whether a process was started by an agent; one that hides its environment may have been."""
    try:
        fd = posix.open(b"/proc/%d/environ" % pid, posix.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    names = {entry.partition(b"=")[0] for entry in read_all(fd).split(b"\0")}
    posix.close(fd)
    return not names.isdisjoint(MARKS)


def is_below_agent(pid: int, parent: int) -> bool:
    """Whether a process runs below an agent: one by its name, or the one that runs this hook."""
    for line in ancestors(pid, ALL):
        name = line[line.find(b"(") + 1 : line.rfind(b")")]
        # What has no parent left stands below the first process, be it an agent's.
        if name in AGENTS and not line.startswith(b"1 "):
            return True
        if name in RUNTIMES and pid_of(line) in map(pid_of, ancestors(parent, ALL)):
            return True
    return False


def pid_of(line: bytes) -> bytes:
    """The process that a line of the kernel's is about."""
    return line.partition(b" ")[0]


def header(kind: str, parent: int) -> bytes:
    """Who we are and since when, as NUL-separated `key=value`."""
    pid = posix.getpid()
    started = STARTED if kind == "ask" else min(STARTED, forked())
    parts = [b"id=%d-%d" % (pid, STARTED), b"started=%d" % started, b"kind=" + kind.encode()]
    parts.append(b"pid=%d" % pid)
    parts += [b"ancestor=" + line for line in ancestors(parent, NEAREST)]
    for name in CARRIED:
        if name in posix.environ:
            parts.append(b"env." + name + b"=" + posix.environ[name])
    return b"\0".join(parts)


def ancestors(pid: int, most: int) -> list[bytes]:
    """The kernel's lines about a process and those above it; where there are none, its pid."""
    lines: list[bytes] = []
    while pid > 0 and len(lines) < most:
        try:
            line = stat(pid)
        except OSError:
            break
        lines.append(line)
        pid = int(fields(line)[1])
    return lines or [b"%d" % pid]


def forked() -> int:
    """When our process was made, at the latest: under load a first hook may start after a second.

    So the hook that announces a call is never dated after the one that asks about it.
    """
    try:
        ticks = int(fields(stat(posix.getpid()))[19]) + 1
    except OSError:
        return STARTED
    return ticks * 10**9 // posix.sysconf("SC_CLK_TCK")


def stat(pid: int) -> bytes:
    """The kernel's line about a process."""
    fd = posix.open(b"/proc/%d/stat" % pid, posix.O_RDONLY)
    line = posix.read(fd, 1024)
    posix.close(fd)
    return line


def fields(line: bytes) -> list[bytes]:
    """What follows the program's name, which may have spaces, in the kernel's line."""
    return line[line.rindex(b")") + 2 :].split()


def start_daemon(marker: str, home: str) -> bool:
    """Start a daemon of our own, unless the person stopped it."""
    try:
        posix.stat(marker)
    except FileNotFoundError:
        pass
    else:
        return False
    environment = dict(posix.environ)
    if home != "-":
        environment[b"QUARTERDECK_HOME"] = home.encode()
    for name in MARKS:
        environment.pop(name, None)
    null = [(posix.POSIX_SPAWN_OPEN, fd, "/dev/null", posix.O_RDWR, 0) for fd in (0, 1, 2)]
    # Without -EP it would import what lies in the agent's project, where we are.
    command = [sys.executable, "-EP", "-m", "quarterdeck", "up", "--from-hook"]
    # By a child that ends at once: below us it would run below an agent.
    child = posix.fork()
    if child == 0:
        posix.posix_spawn(command[0], command, environment, file_actions=null, setsid=True)
        posix._exit(0)
    posix.waitpid(child, 0)
    return True


def read_all(fd: int) -> bytes:
    """Everything that can be read."""
    pieces = []
    while piece := posix.read(fd, 1 << 16):
        pieces.append(piece)
    return b"".join(pieces)


def write_all(fd: int, data: bytes) -> bool:
    """Write every byte; whether somebody took them."""
    try:
        while data:
            data = data[posix.write(fd, data) :]
    except OSError:
        return False
    return True


def run() -> None:
    """Do it, and end with 0 whatever happens."""
    try:
        main(sys.argv[1:])
    except BaseException:
        posix._exit(0)
    posix._exit(0)


if __name__ == "__main__":
    run()
