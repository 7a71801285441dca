"""The daemon's numbers in the text form of Prometheus."""

from collections import Counter

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.states import State
from quarterdeck.domain.watch import View


def exposition(view: View, listeners: int) -> str:
    """What is going on, as numbers."""
    states = Counter(s.state for s in view.sessions)
    kinds = Counter(a.kind for a in view.asks)
    lines = [
        "# HELP quarterdeck_sessions Sessions by what they are doing.",
        "# TYPE quarterdeck_sessions gauge",
        *(f'quarterdeck_sessions{{state="{s}"}} {states[s]}' for s in State),
        "# HELP quarterdeck_asks_open Open asks by kind.",
        "# TYPE quarterdeck_asks_open gauge",
        *(f'quarterdeck_asks_open{{kind="{k}"}} {kinds[k]}' for k in Kind),
        "# HELP quarterdeck_listeners Event streams that are open.",
        "# TYPE quarterdeck_listeners gauge",
        f"quarterdeck_listeners {listeners}",
    ]
    return "\n".join(lines) + "\n"
