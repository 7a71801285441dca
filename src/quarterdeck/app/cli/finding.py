"""Finds the session or the ask that was meant, or says what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches
from urllib.parse import quote

from quarterdeck.app.cli.client import Client, Refused, Trouble
from quarterdeck.app.cli.console import Exit

MOST_LISTED = 8
SESSION_HELP = "its id, name or pid; the beginning of an id is enough"


def find_session(client: Client, wanted: str) -> dict[str, object]:
    """The session of the daemon that was meant."""
    return session_among(client.list("/api/sessions"), wanted)


def session_among(known: Iterable[dict[str, object]], wanted: str) -> dict[str, object]:
    """The session with this name, id or pid; a living one before an ended one."""
    sessions = sorted(known, key=lambda s: s["state"] == "ended")
    for session in sessions:
        if wanted in (session["id"], session["name"], str(session["pid"])):
            return session
    fitting = [s for s in sessions if wanted and str(s["id"]).startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise _several("sessions", wanted, (f"{s['id']} ({s['name']})" for s in fitting))
    living = [s for s in sessions if s["state"] != "ended"]
    names = [str(s[key]) for s in living for key in ("name", "id", "pid")]
    meant = did_you_mean(wanted, names) or _listed("There are", (str(s["name"]) for s in living))
    remedy = meant or "No agent has been seen."
    raise Trouble(f"There is no session {wanted!r}.", remedy, Exit.NOT_FOUND)


def find_ask(client: Client, wanted: str) -> dict[str, object]:
    """The ask with this id, or the only open one whose id begins with it."""
    if not wanted:
        raise Trouble("Which ask?", "`qd asks` lists them.", Exit.USAGE)
    asks = client.list("/api/asks")
    fitting = [a for a in asks if str(a["id"]).startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise _several("asks", wanted, (f"{a['id']} ({a['title']})" for a in fitting))
    try:
        found = client.get(f"/api/asks/{quote(wanted, safe='', errors='replace')}")
    except Refused as refused:
        if refused.code is not Exit.NOT_FOUND:
            raise
        names = (str(a["id"]) for a in asks)
        remedy = did_you_mean(wanted, names) or "`qd asks` lists those that are open."
        shown = wanted.encode(errors="backslashreplace").decode()
        raise Trouble(f"There is no ask {shown!r}.", remedy, Exit.NOT_FOUND) from None
    return found if isinstance(found, dict) else {}


def did_you_mean(wanted: str, known: Iterable[str]) -> str:
    """A question that names the nearest; empty if nothing is near."""
    near = get_close_matches(wanted, list(known), n=1, cutoff=0.55)
    return f"Did you mean {near[0]}?" if near else ""


def _several(what: str, wanted: str, fitting: Iterable[str]) -> Trouble:
    remedy = _listed("Give more of the id", fitting)
    return Trouble(f"Several {what} begin with {wanted!r}.", remedy, Exit.USAGE)


def _listed(words: str, things: Iterable[str]) -> str:
    listed = [thing[:60] for thing in things]
    more = f" and {len(listed) - MOST_LISTED} more" if len(listed) > MOST_LISTED else ""
    return f"{words}: {', '.join(listed[:MOST_LISTED])}{more}." if listed else ""
