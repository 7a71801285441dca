"""What `qd doctor` reports about the keyboard's calls: whether they are on, and where."""

from collections.abc import Iterator

from quarterdeck.app.doctor_checks import Check
from quarterdeck.app.running_daemon import Running
from quarterdeck.app.settings import Http


def keyboard_checks(http: Http, found: Running | None) -> Iterator[Check]:
    """One for a daemon that runs."""
    if found is None:
        return
    if not http.keyboard_calls:
        yield Check("keyboard", "ok", "its calls are off ([http] keyboard_calls)", "")
    elif found.wanted_port:
        told = f"its calls are at {found.url}; port {found.wanted_port} was taken"
        remedy = "Give programs that address, or free the port and run `qd restart`."
        yield Check("keyboard", "warn", told, remedy)
    else:
        yield Check("keyboard", "ok", f"its calls are at {found.url}", "")
