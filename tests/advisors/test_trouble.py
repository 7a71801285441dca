"""Whether a turn ended well, by what the agent says and whether its last call failed."""

import pytest
from tests.advisors.labelled import Labelled, labelled

from quarterdeck.advisors.trouble import trouble_in
from quarterdeck.domain.ask_bodies import Trouble


@pytest.mark.parametrize(
    "message",
    [
        "Done! I added tests for both cases and they pass.",
        "I added error handling to the importer and documented each exception.",
        "Fixed the crash on start: the settings are read before they are used.",
        "I fixed the two failing tests. 214 passed, 0 failed.",
        "All 40 tests pass, no failures.",
        "The login page no longer fails for names with an accent.",
        "Should a failed upload be tried again?",
        "Next step: the error page.",
        "The retry limit is 5.",
        "",
    ],
)
def test_what_is_only_spoken_of_went_well(message: str) -> None:
    assert trouble_in(message, "") is None


@pytest.mark.parametrize(
    ("message", "failed", "trouble"),
    [
        ("212 passed, 3 failed.", "", Trouble.TESTS),
        ("I fixed the parser, but two tests still fail.", "", Trouble.TESTS),
        ("Two specs fail with an error.", "Bash: npm test", Trouble.TESTS),
        ("I couldn't reach the registry.", "", Trouble.ERROR),
        ("The build failed.", "Bash: make", Trouble.ERROR),
        ("It exits with code 137.", "Bash: docker compose up", Trouble.ERROR),
        ("", "Bash: make", Trouble.ERROR),
    ],
)
def test_what_went_wrong_is_told(message: str, failed: str, trouble: Trouble) -> None:
    assert trouble_in(message, failed) is trouble


def test_work_that_is_done_after_a_failed_call_went_well() -> None:
    assert trouble_in("I removed the wrapper. Everything is green.", "Bash: rm x") is None


@pytest.mark.parametrize(
    "one", [*labelled("last_messages"), *labelled("later_messages")], ids=lambda one: one.first[0]
)
def test_of_the_labelled_messages_those_are_trouble_that_end_with_a_failure(one: Labelled) -> None:
    said = one.situation
    ends_badly = bool(said.failed) or said.message.startswith("API Error")
    assert (trouble_in(said.message, said.failed) is not None) is ends_badly
