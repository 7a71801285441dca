"""What `qd doctor` reports about the network door: where devices come in, or why they cannot."""

from collections.abc import Iterator

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.doctor_checks import Check
from quarterdeck.app.paths import Paths
from quarterdeck.app.settings import BadSettings, load

_REMEDY = "Fix that, then run `qd restart`."


def network_checks(client: Client, where: Paths) -> Iterator[Check]:
    """One where the door is wanted and a daemon runs; else there is nothing to say."""
    try:
        wanted = load(where.config).tkeyboard
        state = client.get("/api/pairing") if wanted.enabled else None
    except (Trouble, BadSettings):
        return
    if not isinstance(state, dict):
        return
    if not state["open"]:
        yield Check("network", "bad", f"no device can come: {state['trouble']}", _REMEDY)
        return
    found = f"devices come to {state['host']}, port {state['port']}"
    if wanted.port not in (0, state["port"]):
        found += f"; {wanted.port} was taken"
    yield Check("network", "ok", found, "")
