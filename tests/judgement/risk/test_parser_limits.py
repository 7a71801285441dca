"""Texts that the parser is spared."""

from quarterdeck.judgement.risk.parser_limits import tangled


def test_signs_that_make_no_sense_together_are_not_parsed() -> None:
    assert tangled(" ))" * 400)
    assert tangled("()" * 400)
    assert tangled("a|" * 1000)
    assert tangled("<<A " * 400)
    assert tangled("cat <<A\n" + "$(id) " * 600 + "\nA\n")


def test_a_short_text_is_always_parsed() -> None:
    assert not tangled("()" * 200)


def test_a_long_file_in_a_heredoc_or_in_quotes_is_no_tangle() -> None:
    code = "if (a == b) { f((x)); }\n" * 2000
    assert not tangled(f"cat > x.c <<'EOF'\n{code}EOF\n")
    assert not tangled(f"python -c '{code}'")


def test_a_long_ordinary_script_is_no_tangle() -> None:
    assert not tangled('for f in *.py; do\n  wc -l "$f" | tee -a out\ndone\n' * 12)
