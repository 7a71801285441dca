"""Our hooks in Claude Code's settings: in once, out again, everything else untouched."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.agents.claude import install
from quarterdeck.agents.claude.install import BadFile, Client

CLIENT = Client("/venv/bin/python", "/lib/quarterdeck/hook.py", "/run/h.sock", "/state/down", "-")
MOVED = Client("/venv/bin/python", "/new dir/quarterdeck/hook.py", "/run/h.sock", "/s/down", "/h")
ALL = install.kinds_for(install.EVENTS, tripwire=False)
FOREIGN = {"type": "command", "command": "notify-send done"}
SETTINGS = {
    "model": "opus",
    "hooks": {
        "Stop": [{"hooks": [FOREIGN]}],
        "PreToolUse": [{"matcher": "Bash", "hooks": [FOREIGN, {"type": "prompt", "prompt": "?"}]}],
        "Unknown": [{"matcher": 3}],
    },
    "permissions": {"allow": ["Bash(ls)"]},
}


def text_of(settings: object) -> str:
    return json.dumps(settings, indent=2) + "\n"


def test_hooks_go_into_an_empty_file() -> None:
    for empty in ("", "  \n", "{}"):
        hooks = json.loads(install.installed(empty, CLIENT, ALL))["hooks"]
        assert list(hooks) == list(install.EVENTS)


def test_each_event_is_registered_as_it_must_be() -> None:
    hooks = json.loads(install.installed("", CLIENT, ALL))["hooks"]
    ask, tell, last = (hooks[e][0]["hooks"][0] for e in ("PermissionRequest", "Stop", "SessionEnd"))
    there, _, line = ask["command"].partition(" || exit 0; exec ")
    assert there == "[ -x /venv/bin/python ] && [ -r /lib/quarterdeck/hook.py ]"
    assert shlex.split(line) == [
        CLIENT.python,
        "-IS",
        "-c",
        "import sys; sys.path.insert(0, '/lib/quarterdeck'); import hook; hook.run()",
        "/run/h.sock",
        "ask",
        "/state/down",
        "-",
    ]
    assert (ask["type"], ask["timeout"]) == ("command", 86400)
    assert tell["async"] is True
    assert "async" not in last
    assert "async" not in ask


def test_a_tripwire_judges_calls_and_waits_for_the_verdict() -> None:
    kinds = install.kinds_for(install.EVENTS, tripwire=True)
    (group,) = json.loads(install.installed("", CLIENT, kinds))["hooks"]["PreToolUse"]
    assert group["hooks"][0]["command"].endswith(" judge")
    assert "async" not in group["hooks"][0]


def test_foreign_hooks_and_every_other_key_stay() -> None:
    settings = json.loads(install.installed(text_of(SETTINGS), CLIENT, ALL))
    assert list(settings) == list(SETTINGS)
    for event, groups in SETTINGS["hooks"].items():  # type: ignore[attr-defined]
        assert settings["hooks"][event][: len(groups)] == groups


def test_twice_gives_the_same_and_a_newer_client_replaces_the_older() -> None:
    once = install.installed(text_of(SETTINGS), CLIENT, ALL)
    assert install.installed(once, CLIENT, ALL) == once
    moved = install.installed(once, MOVED, ALL)
    assert "/lib/quarterdeck/hook.py" not in moved
    assert {len(hooks) for hooks in install.ours_in(moved).values()} == {1}
    assert install.is_current(moved, MOVED, ALL)
    assert not install.is_current(moved, CLIENT, ALL)


@pytest.mark.parametrize("indent", [1, 2, 4, "\t"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_removing_gives_the_file_back(indent: int | str, end: str) -> None:
    before = json.dumps(SETTINGS, indent=indent) + end
    after = install.with_status_line(install.installed(before, CLIENT, ALL), CLIENT)
    assert install.removed(after) == before


def test_our_hook_is_taken_out_of_a_group_that_others_share() -> None:
    ours = install._entry("tell", CLIENT)
    text = text_of({"hooks": {"Stop": [{"matcher": "*", "hooks": [ours, FOREIGN]}]}})
    assert json.loads(install.removed(text)) == {
        "hooks": {"Stop": [{"matcher": "*", "hooks": [FOREIGN]}]}
    }


def test_the_persons_own_status_line_goes_on_and_comes_back() -> None:
    own = "echo 'my \"line\"' | cat"
    before = text_of({"statusLine": {"type": "command", "command": own, "padding": 0}})
    after = install.with_status_line(before, CLIENT)
    line = json.loads(after)["statusLine"]
    assert shlex.split(line["command"])[-1] == own
    assert line["padding"] == 0
    assert install.with_status_line(after, CLIENT) == after
    assert install.removed(after) == before


OLD = "exec /old/python -IS /old/quarterdeck/hook.py /run/h.sock "
OLDER = 'exec /old/python -IS -c "import sys; import hook; hook.run()" /run/h.sock '


@pytest.mark.parametrize("form", [OLD, OLDER])
@pytest.mark.parametrize("own", ["", "date '+%H %M'"])
def test_a_status_line_of_an_older_installation_is_renewed_and_still_comes_back(
    form: str, own: str
) -> None:
    line = {"type": "command", "command": f"{form}status {shlex.quote(own)}", "padding": 0}
    old = text_of({"statusLine": line, "model": "opus"})
    for new in (install.installed(old, CLIENT, ALL), install.with_status_line(old, CLIENT)):
        assert json.loads(new)["statusLine"] == {**line, "command": CLIENT.status_line(own)}
        assert json.loads(install.removed(new)).get("statusLine", {}).get("command", "") == own


@pytest.mark.parametrize("form", [OLD, OLDER])
def test_hooks_of_an_older_installation_are_ours_and_renewed(form: str) -> None:
    entry = {"type": "command", "command": f"{form}tell", "timeout": 10}
    old = text_of({"hooks": {"Stop": [{"hooks": [FOREIGN]}, {"hooks": [entry]}]}})
    new = install.installed(old, CLIENT, ALL)
    assert install.is_current(new, CLIENT, ALL)
    assert form not in new
    assert json.loads(install.removed(old)) == {"hooks": {"Stop": [{"hooks": [FOREIGN]}]}}


def test_an_old_status_line_is_not_what_we_would_write_today() -> None:
    lined = install.with_status_line(install.installed("", CLIENT, ALL), CLIENT)
    assert install.is_current(lined, CLIENT, ALL)
    old = json.loads(lined)
    old["statusLine"]["command"] = f"{OLDER}status ''"
    assert not install.is_current(text_of(old), CLIENT, ALL)
    assert install.installed(text_of(old), CLIENT, ALL) == lined


# An installation that is gone


@pytest.fixture(params=["python", "script"])
def gone(request: pytest.FixtureRequest, tmp_path: Path) -> Client:
    """A client of which one of its files is not there any more."""
    (tmp_path / "quarterdeck").mkdir()
    files = {"python": tmp_path / "python 3", "script": tmp_path / "quarterdeck" / "hook.py"}
    for name, file in files.items():
        if name != request.param:
            file.write_text("#!/bin/sh\necho still here\n")
            file.chmod(0o755)
    return Client(str(files["python"]), str(files["script"]), "/s", "/d", "-")


def run(line: str) -> tuple[int, str, str]:
    told = subprocess.run(
        ["/bin/sh", "-c", line], input="given", capture_output=True, text=True, check=False
    )
    return told.returncode, told.stdout, told.stderr


@pytest.mark.parametrize("kind", ["tell", "ask", "judge"])
def test_hooks_of_an_installation_that_is_gone_say_nothing(gone: Client, kind: str) -> None:
    assert run(gone.command(kind)) == (0, "", "")


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ('cat; echo " it\'s $HOME" | wc -w; exit 3', (3, "given2\n", "")),
        ("", (0, "", "")),
    ],
)
def test_without_the_installation_the_persons_own_status_line_prints(
    gone: Client, own: str, told: tuple[int, str, str]
) -> None:
    assert run(gone.status_line(own)) == told


def test_an_installation_that_is_there_is_run(tmp_path: Path) -> None:
    program = tmp_path / "it's python"
    program.write_text('#!/bin/sh\nshift 3; echo "$@"\n')
    program.chmod(0o755)
    client = Client(str(program), str(program), "/s", "/d", "-")
    assert run(client.command("tell")) == (0, "/s tell\n", "")
    assert run(client.status_line("a  'b'")) == (0, "/s status a  'b'\n", "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "it is not valid JSON: .* line 1 column 2"),
        ('{"a": 1,}', "it is not valid JSON: .* line 1 column"),
        ("\ufeff{}", "it is not valid JSON"),
        ('{"a": 1e400}', "1e400 is not a number that can be kept"),
        ('{"a": -1e999}', "-1e999 is not a number that can be kept"),
        ('{"a": Infinity}', "Infinity is not a number that can be kept"),
        ('{"a": NaN}', "NaN is not a number that can be kept"),
        ("[]", "it is not a JSON object"),
        ('{"hooks": []}', "its 'hooks' is not an object"),
        ('{"hooks": {"Stop": {}}}', "its 'hooks.Stop' is not a list"),
        ('{"a": ' * 100_000, "it is nested too deep"),
    ],
)
def test_a_file_that_makes_no_sense_is_left_alone(text: str, why: str) -> None:
    with pytest.raises(BadFile, match=why):
        install.installed(text, CLIENT, ALL)
    with pytest.raises(BadFile, match=why):
        install.removed(text)


def test_a_status_line_that_makes_no_sense_is_left_alone() -> None:
    with pytest.raises(BadFile, match="its 'statusLine' is not an object"):
        install.with_status_line('{"statusLine": "text"}', CLIENT)
    broken = text_of({"statusLine": {"command": "python quarterdeck/hook.py 'oh"}})
    with pytest.raises(BadFile, match="its 'statusLine' was changed"):
        install.removed(broken)


def test_only_events_that_an_old_version_mentions_are_registered() -> None:
    assert install.known_events((2, 1, 197), ()) == list(install.EVENTS)
    assert install.known_events((3, 0, 0), ()) == list(install.EVENTS)
    assert install.known_events(None, ()) == list(install.EVENTS)
    assert install.known_events((2, 0, 5), ["Stop", "Other"]) == ["Stop"]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
GROUP = st.fixed_dictionaries(
    {}, optional={"matcher": st.text(), "hooks": st.lists(st.just(FOREIGN) | JSON, max_size=3)}
)
DOCUMENT = st.fixed_dictionaries(
    {},
    optional={
        "model": st.text(),
        "hooks": st.dictionaries(
            st.sampled_from([*install.EVENTS, "Other"]), st.lists(GROUP | JSON, max_size=3)
        ),
        "statusLine": st.fixed_dictionaries(
            {"command": st.text(min_size=1)}, optional={"padding": st.integers()}
        ),
        "other": JSON,
    },
)


@given(DOCUMENT, st.booleans())
def test_what_is_installed_and_removed_again_says_what_it_said(
    settings: dict[str, object], tripwire: bool
) -> None:
    before = json.dumps(settings, ensure_ascii=True, indent=2)
    kinds = install.kinds_for(install.EVENTS, tripwire=tripwire)
    after = install.installed(before, CLIENT, kinds)
    after.encode()
    assert install.is_current(after, CLIENT, kinds)
    assert install.says_the_same(install.removed(after), before)
    lined = install.with_status_line(after, CLIENT)
    assert install.says_the_same(install.removed(install.installed(lined, MOVED, kinds)), before)


def test_a_rule_is_added_once_and_nothing_else_changes() -> None:
    before = text_of({"permissions": {"deny": ["Bash(rm *)"]}, "theme": "dark"})
    after = install.with_rule(before, "Bash(npm -v)")
    assert json.loads(after) == {
        "permissions": {"deny": ["Bash(rm *)"], "allow": ["Bash(npm -v)"]},
        "theme": "dark",
    }
    assert install.with_rule(after, "Bash(npm -v)") == after


def test_a_form_waits_for_a_person_and_starts_no_daemon() -> None:
    hooks = json.loads(install.installed("", CLIENT, ALL))["hooks"]
    form, ask = (hooks[e][0]["hooks"][0] for e in ("Elicitation", "PermissionRequest"))
    assert form["timeout"] == ask["timeout"]
    assert form["command"].endswith(f"{CLIENT.socket} ask")
    assert ask["command"].endswith(f"{CLIENT.socket} ask {CLIENT.marker} {CLIENT.home}")


def test_hooks_go_where_another_brings_them_and_the_status_line_stays() -> None:
    own = {**SETTINGS, "statusLine": {"type": "command", "command": "mine"}}
    lined = install.with_status_line(text_of(own), CLIENT)
    assert install.unhooked(install.installed(lined, CLIENT, ALL)) == lined
    assert install.unhooked(lined) == lined
