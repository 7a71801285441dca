"""What a walk remembers."""

from quarterdeck.judgement.risk.data_flow import NO_FLOW
from quarterdeck.judgement.risk.parsed_call import read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.rulebook import rulebook
from quarterdeck.judgement.risk.shell_ast import Script, Word
from quarterdeck.judgement.risk.shell_state import Memory

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


def after(memory: Memory, program: str, *words: str) -> None:
    call = read_call(program, tuple(Word(w, True, ()) for w in words), memory.place)
    memory.note(call, rulebook().fitting(call), NO_FLOW)


def test_a_variable_that_the_text_sets_is_known() -> None:
    memory = Memory(HERE)
    memory.assign("A", Word("/x", True, ()), lasting=True)
    assert memory.resolved(Word("$A/y", False, ())) == Word("/x/y", True, ())
    assert not memory.resolved(Word("$A/$B", False, ())).known


def test_a_variable_that_gets_an_unknown_value_is_forgotten() -> None:
    memory = Memory(HERE)
    memory.assign("A", Word("/x", True, ()), lasting=True)
    memory.assign("A", Word("$(id)", False, ()), lasting=True)
    assert memory.resolved(Word("$A", False, ())).text == "$A"


def test_a_value_for_one_command_only_leaves_none_that_can_be_trusted() -> None:
    memory = Memory(HERE)
    memory.assign("A", Word("/x", True, ()), lasting=True)
    memory.assign("A", Word("/y", True, ()), lasting=False)
    assert memory.resolved(Word("$A", False, ())).text == "$A"


def test_a_variable_that_is_read_is_forgotten() -> None:
    memory = Memory(HERE)
    memory.assign("A", Word("/x", True, ()), lasting=True)
    after(memory, "read", "-r", "A")
    assert memory.resolved(Word("$A", False, ())).text == "$A"


def test_the_directory_moves_with_cd() -> None:
    memory = Memory(HERE)
    after(memory, "cd", "../other")
    assert memory.place.cwd == "/home/ann/other"
    after(memory, "cd")
    assert memory.place.cwd == "/home/ann"
    after(memory, "cd", "$X")
    assert memory.place.cwd == ""


def test_files_that_were_fetched_are_remembered_by_their_path() -> None:
    memory = Memory(HERE)
    after(memory, "curl", "-o", "/tmp/a.sh", "https://x.y")
    after(memory, "wget", "https://x.y/b.sh")
    assert memory.is_download("/tmp/../tmp/a.sh")
    assert memory.is_download("./b.sh")
    assert not memory.is_download("c.sh")


def test_what_a_substitution_prints_is_remembered() -> None:
    memory, run = Memory(HERE), Script((), "")
    memory.print(run, frozenset({"download"}), "ls")
    assert memory.printed(Word("$(x)", False, (run,))) == {"download"}
    assert memory.printed(Word("x", True, ())) == frozenset()
    assert memory.said(Word("$(x)", False, (run,))) == "ls"
    assert memory.said(Word("a$(x)", False, (run,))) is None
    assert memory.said(Word("$(x)", False, (Script((), ""),))) is None
