"""A critical answer of which nobody knows the end stays in sight until it is dismissed."""

from tests.stories.happened import (
    after,
    an_ask,
    answered,
    asked,
    delivered,
    passed_over,
    printed,
    process_ends,
    prompted,
    runs,
    starts,
    turn_ends,
)
from tests.stories.story import Story, facing

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import Outcome

WIPE = an_ask("wipe", level=Level.CRITICAL)


def in_doubt(ask: Ask) -> Story:
    """A story in which an answer was sent and no sign of it came."""
    story = facing(ask)
    story >> answered(ask, "allow", confirmed=True)
    story.forget() >> printed("hook")
    story.forget() >> after(6)
    return story.forget()


def names(story: Story) -> list[str]:
    return [ask.id for ask in story.view().asks]


def test_a_note_stays_that_says_what_it_was_about() -> None:
    story = in_doubt(WIPE)
    (note,) = story.view().asks
    assert (note.id, note.kind, note.text) == ("unknown-wipe", Kind.NOTIFICATION, "wipe")
    assert note.title.startswith("Nobody knows whether the agent took your answer")
    assert note.risk == WIPE.risk
    assert [choice.id for choice in note.choices] == ["focus", "dismiss"]


def test_nothing_that_the_agent_does_takes_it_away() -> None:
    story = in_doubt(WIPE)
    story.forget() >> turn_ends()
    story.forget() >> asked(an_ask("done", kind=Kind.DONE))
    story.forget() >> process_ends()
    assert names(story) == ["unknown-wipe"]


def test_a_new_prompt_does_not_take_it_away() -> None:
    story = in_doubt(WIPE)
    story.forget() >> prompted()
    assert names(story) == ["unknown-wipe"]


def test_it_is_dismissed_by_the_person() -> None:
    story = in_doubt(WIPE)
    (note,) = story.view().asks
    story.forget() >> answered(note, "dismiss", "second")
    assert names(story) == []


def test_it_goes_when_it_becomes_known_what_became_of_the_answer() -> None:
    story = Story()
    story >> starts(WIPE, "call")
    story.forget() >> asked(WIPE, "hook")
    story.forget() >> answered(WIPE, "allow", confirmed=True)
    story.forget() >> printed("hook")
    story.forget() >> after(6)
    assert names(story) == ["unknown-wipe"]
    story.forget() >> runs(WIPE, "call")
    story.forget() >> after(6)
    assert names(story) == []


def test_whoever_is_brought_to_its_terminal_hears_so_although_it_becomes_known_meanwhile() -> None:
    story = in_doubt(WIPE)
    (note,) = story.view().asks
    (
        story
        >> answered(note, "focus", "second")
        << "unknown-wipe is shown"
        << "focus is carried to unknown-wipe"
        >> passed_over(WIPE)
        << "wipe ended: terminal, not_delivered"
        >> delivered("second", Outcome.ACCEPTED)
        << "unknown-wipe ended: terminal, accepted"
        << "second was accepted"
    ).ends()
    assert not story.view().answering


def test_whoever_is_brought_to_its_terminal_has_not_taken_it_away() -> None:
    story = in_doubt(WIPE)
    (note,) = story.view().asks
    story >> answered(note, "focus", "second")
    story.forget() >> process_ends()
    story.forget() >> delivered("second", Outcome.NOT_DELIVERED, "there is no terminal")
    assert names(story) == ["unknown-wipe"]


def test_no_note_is_about_a_note() -> None:
    story = in_doubt(WIPE)
    (note,) = story.view().asks
    story >> answered(note, "focus", "second")
    story.forget() >> passed_over(WIPE)
    story.forget() >> delivered("second", Outcome.UNKNOWN)
    assert names(story) == []


def test_what_is_not_critical_leaves_no_note() -> None:
    assert names(in_doubt(an_ask("ls", level=Level.HIGH))) == []
