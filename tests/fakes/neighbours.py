"""Those around the daemon, writing down what they are told."""

from dataclasses import dataclass, field

from quarterdeck.daemon.dispatch import Audience
from quarterdeck.daemon.outcomes import Word
from quarterdeck.domain.actions import Progress
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.effects import Acknowledge, Alert, Refuse, Tell, UpdateAlert, WithdrawAlert
from quarterdeck.domain.ids import RequestId, SurfaceId
from quarterdeck.domain.sessions import Session


@dataclass(slots=True)
class Neighbours:
    """An agent's hooks, and people who look on."""

    heard: list[str] = field(default_factory=list)

    def holds(self, request: RequestId) -> bool:
        del request
        return True

    def keep(self, request: RequestId) -> None:
        self.heard.append(f"{request} is kept")

    def reply(self, request: RequestId, ask: Ask, answer: Answer) -> None:
        self.heard.append(f"{request} gets {answer.choice} for {ask.id}")

    def release(self, request: RequestId) -> None:
        self.heard.append(f"{request} is let go")

    def session_changed(self, session: Session) -> None:
        self.heard.append(f"{session.id} is {session.state}")

    def ask_changed(self, ask: Ask) -> None:
        self.heard.append(f"{ask.id} is {'over' if ask.ended else 'open'}")

    def action_changed(self, progress: Progress) -> None:
        self.heard.append(f"{progress.action.id} is {progress.stage}")

    def surface_changed(self, name: SurfaceId) -> None:
        self.heard.append(f"{name} is drawn")

    def carry_out(self, effect: Alert | UpdateAlert | WithdrawAlert) -> None:
        name = effect.ask if isinstance(effect, WithdrawAlert) else effect.ask.id
        self.heard.append(f"{effect.channel}: {type(effect).__name__} {name}")

    def hear(self, word: Word) -> None:
        match word:
            case Tell(answer, outcome):
                self.heard.append(f"{answer}: {outcome}")
            case Refuse(name, code):
                self.heard.append(f"{name}: {code}")
            case Acknowledge(name):
                self.heard.append(f"{name}: acknowledged")
            case Progress(action, _, result):
                self.heard.append(f"{action.id}: {result.outcome if result else 'not over'}")

    def audience(self) -> Audience:
        return Audience((self.session_changed,), (self.ask_changed,), (self.action_changed,))


@dataclass(slots=True)
class HandClock:
    """A clock that somebody moves."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now
