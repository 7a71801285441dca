"""The daemon's numbers."""

from quarterdeck.domain.watch import View
from quarterdeck.doors.http.metrics import exposition


def test_every_state_and_kind_has_a_number() -> None:
    text = exposition(View((), (), {}, {}, (), (), ()), 3)
    lines = text.splitlines()
    assert 'quarterdeck_sessions{state="working"} 0' in lines
    assert 'quarterdeck_asks_open{kind="permission"} 0' in lines
    assert lines[-1] == "quarterdeck_listeners 3"
    assert text.endswith("\n")
    names = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(names) == len(set(names))
