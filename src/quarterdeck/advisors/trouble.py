"""Whether a turn ended well: by what the agent said last, and whether its last call failed."""

from quarterdeck.advisors import signs
from quarterdeck.advisors.last_message import prose, question_in
from quarterdeck.domain.ask_bodies import Trouble


def trouble_in(message: str, failed: str) -> Trouble | None:
    """What is wrong at the end of a turn; `failed` is its last call, if that failed."""
    return trouble_of(prose(message), failed)


def trouble_of(text: str, failed: str) -> Trouble | None:
    """Tests that fail, or an error; what a message only mentions on its way is neither."""
    said = signs.PASSING.sub("", text)
    tests_fail = signs.TESTS_FAIL.search(said) is not None
    error = signs.ERROR.search(said) is not None
    if failed and signs.TEST_RUN.search(failed) and (error or tests_fail):
        return Trouble.TESTS
    if tests_fail and not signs.PLAN.search(text) and not _is_repaired(text):
        return Trouble.TESTS
    if failed and (error or not signs.DONE.search(text)):
        return Trouble.ERROR
    if error and not _is_about_something_else(text):
        return Trouble.ERROR
    return None


def _is_repaired(text: str) -> bool:
    return signs.REPAIRED.search(text) is not None and not signs.STILL.search(text)


def _is_about_something_else(text: str) -> bool:
    """Whether a message that names an error tells of work that is done, or goes on."""
    other = (signs.REPAIRED, signs.DONE, signs.STEPS, signs.PLAN, signs.FINDINGS, signs.REVIEW)
    if any(sign.search(text) for sign in (*other, signs.NOT_COMMITTED)):
        return True
    return question_in(text) is not None
