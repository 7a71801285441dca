"""What a single call does by itself."""

from quarterdeck.judgement.risk import NO_ADDITIONS, Additions, Place, read_additions
from quarterdeck.judgement.risk.call_rating import rate, rate_files, rate_own, secrecy
from quarterdeck.judgement.risk.parsed_call import Call, program_name, read_call
from quarterdeck.judgement.risk.rulebook import rulebook
from quarterdeck.judgement.risk.run_tree import Draft
from quarterdeck.judgement.risk.shell_ast import Word
from quarterdeck.judgement.risk.shell_state import ShellState

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


def call(text: str) -> Call:
    head, *words = text.split()
    return read_call(program_name(head), tuple(Word(w, True, ()) for w in words), HERE)


def rated(text: str, state: ShellState) -> list[str]:
    draft, one = Draft(text, []), call(text)
    rate(draft, one, text.split(maxsplit=1)[0], rulebook().fitting(one), state)
    return [risk.rule for risk in draft.risks]


def rated_own(text: str, name: str, own: Additions) -> list[str]:
    draft = Draft(text, [])
    draft.add(name)
    rate_own(draft, call(text), own)
    return [risk.rule for risk in draft.risks]


def touching(text: str) -> Draft:
    draft, one = Draft(text, []), call(text)
    rate_files(draft, one, rulebook().fitting(one), ())
    return draft


def test_a_function_of_the_text_itself_is_no_unknown_program() -> None:
    state = ShellState(HERE)
    state.functions |= {"mytool"}
    assert rated("mytool now", state) == ["function"]
    assert rated("./mytool now", state) == ["unknown.script"]


def test_a_function_takes_nothing_from_what_rules_say_about_its_name() -> None:
    state = ShellState(HERE)
    state.functions |= {"shutdown"}
    assert rated("shutdown now", state) == ["function", "power"]


def test_asking_a_dangerous_program_for_help_is_only_that() -> None:
    assert rated("shutdown --help", ShellState(HERE)) == ["help"]


def test_a_program_without_rules_is_unknown() -> None:
    assert rated("mytool x", ShellState(HERE)) == ["unknown.program"]


def test_a_program_that_was_fetched_before_is_a_download_that_runs() -> None:
    state = ShellState(HERE)
    state.save(["tool"])
    assert "runs.download" in rated("./tool", state)
    assert "runs.download" not in rated("./other", state)


def test_a_rule_of_ones_own_stands_in_place_of_guesses_and_beside_knowledge() -> None:
    own = read_additions({"patterns": [{"match": "mytool", "level": "low"}]})
    assert rated_own("mytool", "unknown.program", own) == ["yours: mytool"]
    assert rated_own("mytool", "unknown.destroys", own) == ["yours: mytool"]
    assert rated_own("mytool", "runs.download", own) == ["runs.download", "yours: mytool"]
    assert rated_own("mytool", "runs.input", own) == ["runs.input", "yours: mytool"]
    assert rated_own("mytool", "unknown.program", NO_ADDITIONS) == ["unknown.program"]


def test_the_files_that_a_call_writes_and_reads_are_rated_each() -> None:
    assert [r.rule for r in touching("cp notes.md ~/.ssh/authorized_keys").risks] == ["path.ssh"]
    assert [r.rule for r in touching("cp notes.md copy.md").risks] == ["write.project"]


def test_reading_a_secret_makes_the_output_one() -> None:
    assert touching("cat ~/.ssh/id_ed25519").gives == {"secret"}
    assert touching("cat README.md").gives == frozenset()


def test_one_secret_among_files_is_enough() -> None:
    assert secrecy(["README.md", "~/.aws/credentials"], HERE) == {"secret"}
    assert secrecy(["README.md"], HERE) == frozenset()


def test_a_verdict_quotes_only_the_begin_of_a_long_command() -> None:
    draft, one = Draft("ls " + "x" * 500, []), call("ls x")
    rate(draft, one, "ls", rulebook().fitting(one), ShellState(HERE))
    assert [len(risk.part) for risk in draft.risks] == [200]
