"""The settings file: every key optional, every mistake named with its line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.app.settings import BadSettings, Settings, load, read, with_value


def why_not(text: str) -> str:
    with pytest.raises(BadSettings) as refused:
        read(text, "config.toml")
    return str(refused.value)


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load(tmp_path / "nothing.toml") == Settings()
    assert read("", "config.toml") == Settings()


def test_what_is_set_counts_and_the_rest_stays() -> None:
    found = read('[http]\nport = 9000\n[display]\norder = "risk"\nguard_dim = true\n', "x")
    assert (found.http.port, found.http.host) == (9000, "127.0.0.1")
    assert (found.display.order, found.display.guard_dim) == ("risk", True)
    assert found.agents.gate_s == 30


def test_colours_are_set_one_by_one() -> None:
    found = read('[palette]\nhigh = ["#102030", "#FFFFFF"]\nsessions = ["#000000"]\n', "x").palette
    assert (found.high, found.sessions) == (("#102030", "#FFFFFF"), ("#000000",))
    assert found.low == Settings().palette.low


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "[http]\n\nprot = 1\n",
            "config.toml, line 3: [http] prot is not known; there are: host, port, keyboard_calls.",
        ),
        ("[htpp]\n", "config.toml, line 1: [htpp] is not known; there are: http, display,"),
        ("port = 1\n", "config.toml, line 1: [port] is not known"),
        (
            '[http]\nport = "x"\n',
            "config.toml, line 2: [http] port must be a whole number, not 'x'.",
        ),
        ("[http]\nport = 1.5\n", "line 2: [http] port must be a whole number, not 1.5."),
        ("[http]\nport = true\n", "line 2: [http] port must be a whole number, not True."),
        ("[http]\nport = -1\n", "line 2: [http] port must be from 0 to 65535."),
        ("[http]\nport = 70000\n", "line 2: [http] port must be from 0 to 65535."),
        ("[http]\nhost = 3\n", "line 2: [http] host must be a text, not 3."),
        *(
            (f'[http]\nhost = "{host}"\n', "line 2: [http] host must be this machine itself")
            for host in ("0.0.0.0", "::", "192.168.0.7", "desk.local", "", "::ffff:10.0.0.1")
        ),
        ("[display]\nguard_ms = -5\n", "line 2: [display] guard_ms must be from 0 to"),
        (f"[display]\nguard_ms = 1{'0' * 400}\n", "line 2: [display] guard_ms must be from 0 to"),
        ("[display]\nguard_dim = 1\n", "line 2: [display] guard_dim must be true or false, not 1."),
        (
            '[display]\norder = "up"\n',
            'line 2: [display] order must be one of "urgent", "newest", "oldest"',
        ),
        ("[display]\norder = []\n", "line 2: [display] order must be one of"),
        ('[palette]\nlow = "#101010"\n', "line 2: [palette] low must be a list of texts."),
        ('[palette]\nlow = ["#101010"]\n', "line 2: [palette] low must be two colours, ground"),
        ("[palette]\nsessions = []\n", "line 2: [palette] sessions must be colours, each like"),
        ('[palette]\nlow = ["grey", "#FFFFFF"]\n', "line 2: [palette] low must be two colours"),
        ('[deck]\nidle = "logo"\n', 'line 2: [deck] idle must be one of "sessions", "black".'),
        ("http = 3\n", "line 1: http must be a table."),
        ("risk = 3\n", "line 1: risk must be a table."),
        ("[[http]]\nport = 1\n", "line 1: http must be a table."),
        ("[risk]\nnonsense = 1\n", "risk.nonsense is not a setting"),
        ("[http\n", "config.toml is not TOML: "),
        ("[http]\nport = \n", "(at line 2, column 8)."),
        ("[http]\nport = 1\nport = 2\n", "config.toml is not TOML: "),
        ("a = " + "[" * 50_000, "config.toml is nested too deep."),
    ],
)
def test_a_mistake_is_named_with_its_line(text: str, why: str) -> None:
    assert why in why_not(text)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "binary.toml", tmp_path):
        with pytest.raises(BadSettings, match=f"^{path} cannot be read: "):
            load(path)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[tripwire]\nlevel = "high"\n'),
        ("[http]\nport = 1", '[http]\nport = 1\n\n[tripwire]\nlevel = "high"\n'),
        ('[tripwire]\nlevel = "off" # mine\n', '[tripwire]\nlevel = "high"\n'),
        ("[tripwire]\n[http]\n", '[tripwire]\nlevel = "high"\n[http]\n'),
        (
            '[http]\n# level = "x"\n[tripwire]\nlevel="low"\n',
            '[http]\n# level = "x"\n[tripwire]\nlevel = "high"\n',
        ),
    ],
)
def test_one_value_is_set_and_everything_else_stays(before: str, after: str) -> None:
    assert with_value(before, "tripwire", "level", "high") == after


@given(st.sampled_from(["off", "low", "high", "critical"]), st.booleans(), st.booleans())
def test_a_value_that_was_set_is_read_again(level: str, others: bool, there: bool) -> None:
    before = "# mine\n" + ("[http]\nport = 1\n" if others else "")
    before += '[tripwire]\nlevel = "medium"\n' if there else ""
    found = read(with_value(before, "tripwire", "level", level), "x")
    assert found.tripwire.level == level
    assert found.http.port == (1 if others else 8081)


@given(st.text())
def test_no_text_raises_anything_but_a_sentence(text: str) -> None:
    try:
        read(text, "config.toml")
    except BadSettings as refused:
        said = str(refused)
        assert said.startswith("config.toml")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.8.8"])
def test_this_machine_itself_may_be_served_by_any_of_its_names(host: str) -> None:
    assert read(f'[http]\nhost = "{host}"\n', "config.toml").http.host == host


def test_what_only_paired_devices_could_allow_is_refused_until_devices_can_be_paired() -> None:
    with pytest.raises(BadSettings) as refused:
        read('[security]\ncritical_from = "paired"\n', "config.toml")
    assert str(refused.value).startswith('config.toml, line 2: [security] critical_from = "paired"')
    assert "devices cannot be paired yet" in str(refused.value)
