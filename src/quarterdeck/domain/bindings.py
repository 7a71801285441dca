"""Which surface belongs to which session: kept, so that a keyboard finds its agent again."""

from dataclasses import dataclass

from quarterdeck.domain.ids import SessionId, SurfaceId
from quarterdeck.domain.sessions import Session


@dataclass(frozen=True, slots=True)
class Binding:
    """The session of one surface, with its names: they are shown after it is gone, too."""

    surface: SurfaceId
    session: SessionId
    keyboard_id: str
    name: str
    at: float


def binding_to(surface: SurfaceId, session: Session, at: float) -> Binding:
    """What ties a surface to a session."""
    named = session.facts.keyboard_id or str(session.id)
    return Binding(surface, session.id, named, session.name, at)
