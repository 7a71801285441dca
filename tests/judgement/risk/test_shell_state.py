"""What a walk remembers."""

from quarterdeck.judgement.risk.data_flow import NO_FLOW
from quarterdeck.judgement.risk.parsed_call import read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.rulebook import rulebook
from quarterdeck.judgement.risk.shell_ast import Script, Word
from quarterdeck.judgement.risk.shell_state import ShellState, Written

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


def after(state: ShellState, program: str, *words: str) -> None:
    call = read_call(program, tuple(Word(w, True, ()) for w in words), state.place)
    state.note(call, rulebook().fitting(call), NO_FLOW)


def test_a_variable_that_the_text_sets_is_known() -> None:
    state = ShellState(HERE)
    state.assign("A", Word("/x", True, ()), lasting=True, maybe=False)
    assert state.resolved(Word("$A/y", False, ())) == Word("/x/y", True, ())
    assert not state.resolved(Word("$A/$B", False, ())).known


def test_a_variable_that_gets_an_unknown_value_is_forgotten() -> None:
    state = ShellState(HERE)
    state.assign("A", Word("/x", True, ()), lasting=True, maybe=False)
    state.assign("A", Word("$(id)", False, ()), lasting=True, maybe=False)
    assert state.resolved(Word("$A", False, ())).text == "$A"


def test_a_value_for_one_command_only_leaves_none_that_can_be_trusted() -> None:
    state = ShellState(HERE)
    state.assign("A", Word("/x", True, ()), lasting=True, maybe=False)
    state.assign("A", Word("/y", True, ()), lasting=False, maybe=False)
    assert state.resolved(Word("$A", False, ())).text == "$A"


def given(state: ShellState, name: str, *values: str) -> None:
    for at, value in enumerate(values):
        state.assign(name, Word(value, True, ()), lasting=True, maybe=at > 0)


def test_what_a_branch_sets_may_be_so_or_not() -> None:
    state = ShellState(HERE)
    given(state, "A", "ls", "rm")
    assert state.resolved(Word("$A", False, ())).text == "$A"
    spelt = state.alternatives((Word("$A", False, ()), Word("x", True, ())))
    assert [[word.text for word in words] for words in spelt] == [["ls", "x"], ["rm", "x"]]


def test_what_is_set_again_for_sure_is_known_again() -> None:
    state = ShellState(HERE)
    given(state, "A", "ls", "rm")
    given(state, "A", "cat")
    assert state.resolved(Word("$A", False, ())).text == "cat"


def test_of_more_values_than_are_followed_nobody_knows_which() -> None:
    state = ShellState(HERE)
    given(state, "A", *(f"x{n}" for n in range(20)))
    assert [words[0].known for words in state.alternatives((Word("$A", False, ()),))] == [False]


def test_where_quarterdeck_lies_stays_a_name() -> None:
    state = ShellState(HERE)
    given(state, "QUARTERDECK_HOME", "/tmp/q")
    assert state.resolved(Word("$QUARTERDECK_HOME/token", False, ())).text.startswith("$")


def test_what_the_text_writes_into_a_file_is_remembered() -> None:
    state = ShellState(HERE)
    state.write("a.sh", Written(NO_FLOW, "ls"), append=False)
    state.write("./a.sh", Written(frozenset({"decoded"}), "rm"), append=True)
    assert state.written("/home/ann/project/a.sh") == Written(frozenset({"decoded"}), "ls\nrm")
    state.write("a.sh", Written(NO_FLOW, None), append=False)
    assert state.written("a.sh") == Written(NO_FLOW, None)
    assert state.written("b.sh") is None


def test_a_variable_that_is_read_is_forgotten() -> None:
    state = ShellState(HERE)
    state.assign("A", Word("/x", True, ()), lasting=True, maybe=False)
    after(state, "read", "-r", "A")
    assert state.resolved(Word("$A", False, ())).text == "$A"


def test_the_directory_moves_with_cd() -> None:
    state = ShellState(HERE)
    after(state, "cd", "../other")
    assert state.place.cwd == "/home/ann/other"
    after(state, "cd")
    assert state.place.cwd == "/home/ann"
    after(state, "cd", "$X")
    assert state.place.cwd == ""


def test_files_that_were_fetched_are_remembered_by_their_path() -> None:
    state = ShellState(HERE)
    after(state, "curl", "-o", "/tmp/a.sh", "https://x.y")
    after(state, "wget", "https://x.y/b.sh")
    assert state.is_download("/tmp/../tmp/a.sh")
    assert state.is_download("./b.sh")
    assert not state.is_download("c.sh")


def test_what_a_substitution_prints_is_remembered() -> None:
    state, run = ShellState(HERE), Script((), "")
    state.print(run, frozenset({"download"}), "ls")
    assert state.printed(Word("$(x)", False, (run,))) == {"download"}
    assert state.printed(Word("x", True, ())) == frozenset()
    assert state.said(Word("$(x)", False, (run,))) == "ls"
    assert state.said(Word("a$(x)", False, (run,))) is None
    assert state.said(Word("$(x)", False, (Script((), ""),))) is None
