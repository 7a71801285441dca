"""Which notes a person wants to see, by Claude Code's names for them."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from quarterdeck.agents.claude.hook_events import Hook
from quarterdeck.agents.claude.wire import text_of
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.events import AskOpened, Event

STOP = "stop"  # what the end of a turn is called among them
_NOTES = (Kind.NOTIFICATION, Kind.DONE)


class NoteTypes:
    """The wanted types; `*` in one stands for anything."""

    def __init__(self, types: Sequence[str]) -> None:
        self._types = types

    def wanted(self, hook: Hook, events: list[Event]) -> list[Event]:
        """What a hook says happened, without notes that nobody wants to see."""
        name = STOP if hook.event == "Stop" else text_of(hook.payload, "notification_type")
        if any(fnmatchcase(name, wanted) for wanted in self._types):
            return events
        return [event for event in events if not _is_note(event)]


def _is_note(event: Event) -> bool:
    return isinstance(event, AskOpened) and event.ask.kind in _NOTES
