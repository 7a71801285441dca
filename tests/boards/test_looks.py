from dataclasses import replace

from quarterdeck.boards.looks import Bar, Ground, Look, Tone

LOOK = Look(Ground.OPTION, Bar("Allow", Tone.ALLOW), "title", "detail")


def test_the_words_of_a_look_change_with_all_that_can_be_read() -> None:
    others = [
        replace(LOOK, title="other"),
        replace(LOOK, detail="other"),
        replace(LOOK, bar=Bar("Always", Tone.ALLOW)),
        replace(LOOK, bar=Bar("Allow", Tone.ALLOW, lit=False)),
        replace(LOOK, bar=None),
        replace(LOOK, ground=Ground.PICKED),
    ]
    assert len({look.words for look in (LOOK, *others)}) == 7


def test_they_do_not_change_with_age() -> None:
    assert replace(LOOK, since=5.0).words == LOOK.words
