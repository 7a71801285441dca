"""What runs inside a call: the commands of wrappers and the code of interpreters."""

import re
from typing import Protocol

from quarterdeck.judgement.risk.data_flow import NO_INPUT, UNKNOWN_INPUT, Input, as_code
from quarterdeck.judgement.risk.embedded_code import (
    DATABASES,
    SHELL,
    Interpreter,
    fed_texts,
    given_code,
    interpreter_of,
    runs_input,
    sayings,
    shell_texts,
    written_files,
)
from quarterdeck.judgement.risk.parsed_call import Call, program_name
from quarterdeck.judgement.risk.run_tree import Draft, Step, flowing, leaf
from quarterdeck.judgement.risk.sensitive_paths import writing
from quarterdeck.judgement.risk.shell_ast import Word
from quarterdeck.judgement.risk.shell_state import ShellState, Written
from quarterdeck.judgement.risk.user_rules import Additions
from quarterdeck.judgement.risk.wrappers import (
    Words,
    Wrapper,
    inner_texts,
    inner_words,
    is_input,
    set_variables,
)


class Walker(Protocol):
    """Follows what it is given and yields the steps."""

    state: ShellState
    additions: Additions

    def text(self, text: str, given: Input) -> list[Step]:
        """The steps of a shell text."""

    def nested(self, words: Words, given: Input) -> Step:
        """The step of a command inside another."""

    def variable(self, name: str, value: Word) -> list[Step]:
        """The steps that setting a variable leads to."""


def follow_wrapper(
    walker: Walker, draft: Draft, call: Call, wrapper: Wrapper, given: Input
) -> None:
    """Adds the steps that a wrapper runs, and those of the variables that it sets."""
    for name, value in set_variables(call, wrapper):
        draft.inner += walker.variable(name, value)
    if wrapper.appends:
        given = Input(given.gives, None, there=False)  # it becomes words
    for inner in inner_words(call, wrapper):
        draft.inner.append(walker.nested(inner, given))
    for word in inner_texts(call, wrapper):
        draft.inner += walker.text(word.text, given)
    draft.gives |= flowing(draft.inner)


def follow_code(
    walker: Walker, draft: Draft, call: Call, interpreter: Interpreter, given: Input
) -> None:
    """Adds the steps of the code that an interpreter gets: by argument, file, module or input."""
    codes = given_code(interpreter, call)
    for code in codes:
        _follow_argument(walker, draft, code, interpreter.language, given)
    if not codes:
        if runs_input(interpreter, call):
            _follow_input(walker, draft, interpreter.language, given)
        for script in call.operands[:1]:
            _follow_file(walker, draft, script)
            written = walker.state.written(script.text)
            if written:
                _follow_written(walker, draft, written, interpreter.language)
            _follow_printed(walker, draft, script, interpreter.language)
    for module in call.values.get(interpreter.module, ())[:1]:
        begin = next(at for at, word in enumerate(call.words) if module.text in word.text)
        draft.inner.append(walker.nested((module, *call.words[begin + 1 :]), given))


def follow_program(walker: Walker, draft: Draft, head: Word) -> None:
    """Adds the steps of a program that the text itself has written."""
    written = walker.state.written(head.text)
    if written:
        shebang = _SHEBANG.match(written.says or "")
        program = interpreter_of(program_name(shebang[1])) if shebang else None
        _follow_written(walker, draft, written, program.language if program else SHELL)


_SHEBANG = re.compile(r"#!\s*\S*?(?:/env\s+(?:-\S+\s+)*)?([\w.+-]+)(?:\s|\Z)")


def _follow_written(walker: Walker, draft: Draft, written: Written, language: str) -> None:
    kind = as_code(written.flow)
    if kind:
        draft.add(kind)
    if written.says is not None:
        draft.inner += _steps(walker, written.says, language, NO_INPUT)
    elif not kind:
        draft.add("runs.written")


def _follow_argument(walker: Walker, draft: Draft, code: Word, language: str, given: Input) -> None:
    if is_input(code):
        draft.add(as_code(given.gives) or "runs.input")
    elif code.is_substitution:
        _follow_file(walker, draft, code)
    if language not in DATABASES and (code.is_substitution or _VARIABLE.match(code.text)):
        draft.add("unknowable.variable")
    draft.inner += _steps(walker, code.text, language, given)


_VARIABLE = re.compile(r"\s*\$\{?\w+\}?\s*\Z")


def _follow_input(walker: Walker, draft: Draft, language: str, given: Input) -> None:
    """Code that comes in through a pipe; to a database much is only data."""
    kind = as_code(given.gives) if given.there else ""
    if kind:
        draft.add(kind)
    if given.says is not None:
        draft.inner += _steps(walker, given.says, language, NO_INPUT)
    elif given.there and not kind and language not in DATABASES:
        draft.add("runs.input")


def _follow_file(walker: Walker, draft: Draft, word: Word) -> None:
    """A script that was fetched, or that a substitution prints."""
    if walker.state.is_download(word.text):
        draft.add("runs.download")
    kind = as_code(walker.state.printed(word))
    if kind:
        draft.add(kind)


def _follow_printed(walker: Walker, draft: Draft, word: Word, language: str) -> None:
    """A script that is no file: `<(…)` prints it."""
    text = walker.state.said(word)
    if text is not None:
        draft.inner += _steps(walker, text, language, NO_INPUT)
    elif word.text.startswith("<(") and "setup" not in walker.state.printed(word):
        draft.add("runs.input")


def _steps(walker: Walker, code: str, language: str, given: Input) -> list[Step]:
    if language == SHELL:
        return walker.text(code, given)
    steps = [leaf(risk.part, risk) for risk in sayings(code, language)]
    place, more = walker.state.place, walker.additions.paths
    steps += [leaf(path, writing(path, place, more)) for path in written_files(code, language)]
    for text in shell_texts(code, language):
        steps += walker.text(text, NO_INPUT)
    for text in fed_texts(code, language):
        steps += walker.text(text, UNKNOWN_INPUT)
    return steps
