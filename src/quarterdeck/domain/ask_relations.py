"""How two asks of one session stand to each other: replaced, the same call, the same look."""

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask, FromScreen, stays

BEGIN_WITHIN = 0.3  # the hooks of one dialog start that close together


def replaces(new: Ask, old: Ask) -> bool:
    """Whether a newer ask of the same session makes an older one void."""
    # A screen does not tell whose dialog it is: that ends when it leaves.
    seen = isinstance(new.origin, FromScreen) or isinstance(old.origin, FromScreen)
    if seen or stays(new) or stays(old):
        return False
    if new.by_tool or old.by_tool:
        return new.by_tool and old.by_tool and _is_later_note(new, old)
    if new.kind.is_decision and old.kind.is_decision:
        both_permissions = new.kind is old.kind is Kind.PERMISSION
        return new.subagent == old.subagent and not both_permissions
    if new.kind is Kind.FALLBACK:
        return old.kind is Kind.FALLBACK
    if new.kind in (Kind.LIMIT, Kind.FAILURE):
        return old.kind in (Kind.LIMIT, Kind.FAILURE, Kind.NOTIFICATION, Kind.DONE)
    return _is_later_note(new, old)


def _is_later_note(new: Ask, old: Ask) -> bool:
    """Whether both only tell something; what was told before is old news then."""
    notes = (Kind.NOTIFICATION, Kind.DONE)
    return new.kind in notes and old.kind in notes


def of_one_call(known: Ask, arrived: Ask) -> bool:
    """Whether a hook may be about the call of an open ask that reads the same."""
    if known.call and arrived.call:
        return known.call == arrived.call
    # What began well before is about an earlier call: the hooks of one begin together.
    return known.opened - arrived.opened <= BEGIN_WITHIN


def reads_like(one: Ask, other: Ask) -> bool:
    """Whether two dialogs of one session look the same at its terminal."""
    same = (one.kind, one.tool, one.digest) == (other.kind, other.tool, other.digest)
    return one.kind.is_decision and same and not other.by_tool
