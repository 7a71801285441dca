"""What people who look elsewhere are told, and what they are not."""

from dataclasses import replace

import pytest
from tests.contracts.test_store import a_session
from tests.stories.happened import an_ask

from quarterdeck.daemon.alert_texts import LONGEST_TEXT, TROUBLES, WORDS, AlertTexts
from quarterdeck.domain.ask_bodies import Kind, Note, Trouble
from quarterdeck.domain.asks import FromHook
from quarterdeck.domain.ids import MAIN
from quarterdeck.domain.risk import Level

SESSION = replace(a_session("desk"), name="api-server")
SECRET = "curl -H 'Authorization: Bearer sk-live-abcdef123456' example.org"
BRIEF = AlertTexts(lambda: "http://here", show_text=False)
WHOLE = AlertTexts(lambda: "http://here", show_text=True)


@pytest.mark.parametrize("kind", Kind)
def test_an_alert_says_who_wants_what_and_holds_nothing_that_an_agent_wrote(kind: Kind) -> None:
    ask = an_ask("delete /srv/data", kind=kind, command=SECRET, level=Level.HIGH)
    message = BRIEF.message(ask, SESSION)
    assert message.title == f"api-server {WORDS[kind]}"
    told = f"{message.title} {message.text}"
    assert not any(word in told for word in ("/srv", "curl", "sk-live", "example.org"))


@pytest.mark.parametrize("trouble", Trouble)
def test_an_alert_says_that_what_was_done_did_not_end_well(trouble: Trouble) -> None:
    body = Note(Kind.DONE, trouble)
    origin = FromHook(subagent=MAIN, prompt="", cwd="", use=None, body=body)
    ask = replace(an_ask("done"), origin=origin)
    assert BRIEF.message(ask, SESSION).title == f"api-server {TROUBLES[trouble]}"


def test_an_alert_says_how_dangerous_it_is_and_why() -> None:
    assert BRIEF.message(an_ask("ls", level=Level.HIGH), SESSION).text == "high: a reason"
    assert BRIEF.message(an_ask("ls"), SESSION).text == "It waits for you."


def test_an_alert_links_to_its_ask() -> None:
    assert BRIEF.message(an_ask("ls"), SESSION).link == "http://here/#ask=ls"


def test_whoever_wants_the_text_gets_it_without_its_secrets_and_not_endless() -> None:
    text = WHOLE.message(an_ask("Bash", command=SECRET + " x" * 500), SESSION).text
    assert "curl" in text
    assert "sk-live" not in text
    assert max(map(len, text.splitlines())) == LONGEST_TEXT
    assert text.endswith("…")


def test_what_steers_a_terminal_or_hides_is_written_out() -> None:
    hostile = replace(SESSION, name="x\x1b]0;owned\a\nrm -rf \u202e/")
    title = BRIEF.message(an_ask("ls"), hostile).title
    assert "\x1b" not in title
    assert "\n" not in title
    assert "\u202e" not in title


def test_a_session_that_nobody_knows_any_more_is_an_agent() -> None:
    assert BRIEF.message(an_ask("ls"), None).title == "An agent wants to run something"
