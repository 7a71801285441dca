"""What every way to reach a person promises, on the real adapters; what they reach is recorded."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.stage.push_service import PushService, push_service
from tests.stage.recorded_programs import RecordedPrograms
from tests.stories.happened import an_ask

from quarterdeck.domain.risk import Level
from quarterdeck.doors.http.hub import Hub
from quarterdeck.doors.http.page_alerter import PageAlerter
from quarterdeck.ports import Alerter, AlertMessage, Unreachable
from quarterdeck.surfaces.desktop.link import NotifySend, Osascript
from quarterdeck.surfaces.push.ntfy.link import Ntfy
from quarterdeck.surfaces.push.services import Service

SECRET = "hunter2hunter2"
LS = an_ask("ls").id
MESSAGE = AlertMessage(LS, "desk waits", "high: a reason", "http://x", Level.HIGH)
WORSE = replace(MESSAGE, text="critical: a reason", risk=Level.CRITICAL)


@dataclass(frozen=True)
class Case:
    """An adapter, how often it told somebody something new, and a way to make that impossible."""

    alerter: Alerter
    messages: Callable[[], int]
    breaks: Callable[[], None]


def _desktop(programs: RecordedPrograms, alerter: Alerter, name: str) -> Case:
    programs.add("notify-send", "print(7)")
    programs.add("osascript")
    programs.add("gdbus")

    def messages() -> int:
        told = [call for call in programs.calls() if call[0] == name]
        return len([call for call in told if "--replace-id=7" not in call])

    return Case(alerter, messages, lambda: programs.add(name, "sys.exit('no desktop')"))


def _push(service: PushService, alerter: Alerter) -> Case:
    def messages() -> int:
        posted = [one.body for one in service.received if one.method == "POST"]
        return len({body.get("sequence_id", number) for number, body in enumerate(posted)})

    return Case(alerter, messages, lambda: setattr(service, "status", 503))


def _page() -> Case:
    hub = Hub()
    stream = hub.join()

    def messages() -> int:
        return len([name for name, _ in stream._waiting.values() if name == "alert"])

    return Case(PageAlerter(hub), messages, lambda: hub.leave(stream))


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture(params=["notify-send", "osascript", "ntfy", "apprise", "page"])
def case(
    request: pytest.FixtureRequest,
    service: PushService,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Case:
    programs = RecordedPrograms(tmp_path / "bin", monkeypatch)
    match request.param:
        case "notify-send":
            return _desktop(programs, NotifySend(), "notify-send")
        case "osascript":
            return _desktop(programs, Osascript(), "osascript")
        case "ntfy":
            return _push(service, Ntfy(f"{service.url}/{SECRET}", SECRET))
        case "apprise":
            return _push(service, Service(service.url.replace("http://", f"json://a:{SECRET}@")))
        case _:
            return _page()


async def test_an_ask_is_one_message_whatever_is_said_of_it_later(case: Case) -> None:
    await case.alerter.alert(MESSAGE)
    await case.alerter.update(WORSE)
    assert case.messages() == 1
    await case.alerter.withdraw(LS)


async def test_what_was_never_told_is_taken_back_without_a_word(case: Case) -> None:
    await case.alerter.withdraw(LS)
    assert case.messages() == 0


async def test_whom_it_reaches_is_said_without_secrets(case: Case) -> None:
    assert case.alerter.where
    assert SECRET not in case.alerter.where


async def test_whoever_cannot_be_reached_is_told_of_in_a_sentence_without_secrets(
    case: Case,
) -> None:
    case.breaks()
    with pytest.raises(Unreachable) as failed:
        await case.alerter.alert(MESSAGE)
    assert str(failed.value)
    assert SECRET not in str(failed.value)
