"""Shell texts read into values."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

from quarterdeck.judgement.risk.shell_ast import Command, Group, Script, Word
from quarterdeck.judgement.risk.shell_parser import MOST, parse, tree


def commands(script: Script) -> list[Command]:
    found: list[Command] = []
    for pipeline in script.pipelines:
        for stage in pipeline.stages:
            found += [stage] if isinstance(stage, Command) else commands(stage.body)
    return found


def words(text: str) -> list[list[str]]:
    return [[word.text for word in command.words] for command in commands(parse(text))]


def first(text: str) -> Command:
    return commands(parse(text))[0]


def test_lists_branches_and_loops_are_laid_flat() -> None:
    text = "a && b || c; if d; then e; else f; fi; for x in 1; do g; done; while h; do i; done"
    assert [w[0] for w in words(text) if w] == list("abcdefghi")


def test_a_loop_sets_its_variable_to_one_of_its_words() -> None:
    set_to = [(c.assigned, c.maybe) for c in commands(parse("for x in a b; do c; done"))]
    a, b = (("x", Word("a", True, ())),), (("x", Word("b", True, ())),)
    assert set_to == [(a, False), (b, True), ((), False)]


@pytest.mark.parametrize("text", ["for x; do c; done", f"for x in {'a ' * 20}; do c; done"])
def test_a_loop_over_many_sets_its_variable_to_what_nobody_knows(text: str) -> None:
    assert first(text).assigned == (("x", Word("", False, ())),)


@pytest.mark.parametrize(
    ("text", "maybe"),
    [
        ("A=1", False),
        ("A=1 && b", False),
        ("b; A=1", False),
        ("b && A=1", True),
        ("if b; then A=1; fi", True),
        ("case $b in c) A=1;; esac", True),
        ("while b; do A=1; done", True),
        ("if b; then c; fi; A=1", False),
    ],
)
def test_what_a_branch_assigns_may_stay_as_it_was(text: str, maybe: bool) -> None:
    assert [command.maybe for command in commands(parse(text)) if command.assigned] == [maybe]


def test_adding_to_a_variable_leaves_its_value_unknown() -> None:
    assert first("x+=a").assigned == (("x", Word("a", False, ())),)


def test_a_file_may_be_all_that_a_substitution_has() -> None:
    (run,) = first("a $(<b)").words[1].runs
    assert [r.target.text for r in commands(run)[0].redirects if r.reads] == ["b"]


def test_quotes_and_escapes_are_gone() -> None:
    assert words("""a 'b c' "d e" f\\ g $'h\\x69' "j"'k'""") == [
        ["a", "b c", "d e", "f g", "hi", "jk"]
    ]


def test_an_expansion_stays_as_written_and_is_not_known() -> None:
    assert first('a "$X/y" ${Z}').words[1:] == (Word("$X/y", False, ()), Word("$Z", False, ()))


def test_a_substitution_is_kept_with_what_it_runs() -> None:
    (run,) = first('a "x $(b c) y"').words[1].runs
    assert [w.text for w in commands(run)[0].words] == ["b", "c"]


def test_a_pipeline_keeps_its_stages_together() -> None:
    (pipeline,) = parse("a | b | c").pipelines
    assert len(pipeline.stages) == 3


def test_redirections_belong_to_the_last_stage() -> None:
    (pipeline,) = parse("a | b > out 2>&1").pipelines
    assert [r.target.text for r in pipeline.stages[-1].redirects if r.writes] == ["out"]


def test_a_heredoc_is_input_and_the_line_goes_on_behind_its_mark() -> None:
    (pipeline,) = parse("cat <<EOF | sh > out\nbody\nEOF\n").pipelines
    assert [s.fed.text if s.fed else None for s in pipeline.stages] == ["body\n", None]


def test_a_heredoc_may_be_followed_by_another_command() -> None:
    assert [w[0] for w in words("cat <<EOF && b\nbody\nEOF\nc")] == ["cat", "b", "c"]


def test_a_here_string_is_input() -> None:
    fed = first("sh <<< 'a b'").fed
    assert fed is not None
    assert fed.text == "a b"


def test_a_redirection_without_a_command_is_read_too() -> None:
    assert first("> x").redirects[0].target.text == "x"


def test_assignments_are_told_from_words() -> None:
    command = first("A=1 B=$X c")
    assert [(name, value.text) for name, value in command.assigned] == [("A", "1"), ("B", "$X")]
    assert [w.text for w in first("export A=1").words] == ["export", "A=1"]


@pytest.mark.parametrize(
    ("text", "floods"),
    [
        ("while true; do a & done", ["bomb"]),
        ("until false; do a & b; done", ["bomb"]),
        ("for ((;;)); do a & done", ["bomb"]),
        ("while :; do a >> log; done", ["fills"]),
        ("while :; do a >> log; b && break; done", []),
        ("while :; do a >> log; sleep 1; done", []),
        ("while true; do a & sleep 1; done", []),
        ("while true; do a; done", []),
        ("while read x; do a & done", []),
    ],
)
def test_a_loop_without_end_floods_when_it_waits_for_nothing(text: str, floods: list[str]) -> None:
    stages = [stage for pipeline in parse(text).pipelines for stage in pipeline.stages]
    assert [stage.verdict for stage in stages if isinstance(stage, Group)] == floods


def test_what_is_not_valid_is_a_flaw_and_the_rest_is_read() -> None:
    script = parse("a; b 'c")
    assert script.flaw == "broken"
    assert commands(script)[0].text == "a"


def test_too_deep_and_too_long_are_flaws() -> None:
    assert parse("$(" * 70 + "a" + ")" * 70).flaw == "deep"
    assert parse("a " * (MOST + 10)).flaw == "long"
    assert parse("a\n" * (MOST + 10)).flaw == "long"


def test_the_bare_tree_is_there_to_measure_against() -> None:
    assert tree("ls").root_node.type == "program"


def test_the_grammar_sees_no_letters_that_it_cannot_look_up() -> None:
    """`{` before a letter of a high plane made it read outside of its table, which can kill us."""
    for code in range(0x80, 0x110000, 0x101):
        assert words(f"echo a{{{chr(code)}") == [["echo", f"a{{{chr(code)}"]]


def test_positions_are_right_behind_letters_of_any_width() -> None:
    assert words("echo é你😀 'ü b' \ud800; rm \"é $(ls é)\" x") == [
        ["echo", "é你😀", "ü b", "\ud800"],
        ["rm", "é $(ls é)", "x"],
    ]


def test_what_was_read_holds_nothing_of_the_parser() -> None:
    """Nodes that outlive their tree would read state that is gone."""
    script = parse("a $(b) | c > d <<E\n$(e)\nE\nf() { g; }")
    assert pickle.loads(pickle.dumps(script)) == script


def test_texts_are_read_in_several_threads_at_once() -> None:
    texts = [f"echo {n} $(a; b) | sh -c 'c {n}'" for n in range(200)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(parse, texts)) == [parse(text) for text in texts]


def test_a_dash_in_front_of_a_heredoc_is_a_word() -> None:
    assert words("make -f - <<E\nall:\nE\n") == [["make", "-f", "-"]]
    assert words("cat a <<E\nx\nE\n") == [["cat", "a"]]


@pytest.mark.parametrize(
    "text",
    [
        "rm 2>/dev/null -rf x",
        "rm > log -rf x",
        "> log rm -rf x",
        "rm <<< y -rf x",
        "rm <<E -rf x\ny\nE\n",
        "rm -rf > a x < b",
    ],
)
def test_words_behind_a_redirection_are_words_of_the_command(text: str) -> None:
    assert words(text) == [["rm", "-rf", "x"]]


def test_nul_is_dropped_as_the_shell_does() -> None:
    assert words("r\0m x") == [["rm", "x"]]


def test_a_string_that_the_grammar_only_misses_has_nothing_in_it() -> None:
    assert parse('\xa0 " $( ${X} ( + f :} eval${X} xargs ]] /fi |$(( 2>&1 )) then ').flaw
