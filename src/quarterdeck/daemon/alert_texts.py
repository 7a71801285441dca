"""The words of an alert: nothing an agent wrote, unless the person asks for it."""

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.domain.ask_bodies import Kind, Trouble
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.sessions import Session
from quarterdeck.judgement.secrets import masked
from quarterdeck.judgement.visible_text import plain
from quarterdeck.ports import AlertMessage

LONGEST_NAME = 60
LONGEST_TEXT = 300  # characters of the ask

WORDS = {
    Kind.PERMISSION: "wants to run something",
    Kind.QUESTION: "has a question",
    Kind.PLAN: "has a plan to approve",
    Kind.ELICITATION: "has a form to fill in",
    Kind.FALLBACK: "waits at its terminal",
    Kind.LIMIT: "has hit a limit",
    Kind.FAILURE: "has failed",
    Kind.NOTIFICATION: "has something to tell",
    Kind.BLOCKED: "was not allowed to do something",
    Kind.DONE: "is done",
}
TROUBLES = {
    Trouble.TESTS: "is done, but tests fail",
    Trouble.ERROR: "is done, but with an error",
}


@dataclass(frozen=True, slots=True)
class AlertTexts:
    """Puts alerts into words, as the person wants them."""

    address: Callable[[], str]  # where the page is
    show_text: bool  # whether the ask's own text may be included

    def message(self, ask: Ask, session: Session | None) -> AlertMessage:
        """The message about an ask."""
        name = _one_line(session.name if session else "", LONGEST_NAME) or "An agent"
        told = [f"{ask.risk.level}: {ask.risk.reason}"] if ask.risk else []
        if self.show_text:
            told += [_one_line(part, LONGEST_TEXT) for part in (ask.title, ask.text)]
        text = "\n".join(dict.fromkeys(filter(None, told))) or "It waits for you."
        link = f"{self.address()}/#ask={ask.id}"
        level = ask.risk.level if ask.risk else None
        words = TROUBLES[ask.trouble] if ask.trouble else WORDS[ask.kind]
        return AlertMessage(ask.id, f"{name} {words}", text, link, level)

    def trial(self) -> AlertMessage:
        """The message of `qd alert test`."""
        text = "This is a test. An ask that waits for you looks like this."
        return AlertMessage(AskId("test"), "Quarterdeck can reach you", text, self.address(), None)


def _one_line(text: str, longest: int) -> str:
    """The text on one line, without secrets, cut with an ellipsis."""
    whole = " ".join(plain(masked(text)).split())
    return whole if len(whole) <= longest else whole[: longest - 1] + "…"
