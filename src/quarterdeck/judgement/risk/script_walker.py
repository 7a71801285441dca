"""Follows a script through everything it would run, and gives each step its verdict."""

import re
from dataclasses import replace

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.risk.call_rating import rate, rate_files, rate_own, secrecy
from quarterdeck.judgement.risk.data_flow import (
    DOWNLOAD,
    ENDLESS,
    NO_FLOW,
    NO_INPUT,
    PASSING,
    Flow,
    Input,
    as_code,
    said,
)
from quarterdeck.judgement.risk.embedded_code import interpreter_of
from quarterdeck.judgement.risk.environment import RUNS, kind_of, setting
from quarterdeck.judgement.risk.hidden_characters import misleading
from quarterdeck.judgement.risk.nested_code import follow_code, follow_program, follow_wrapper
from quarterdeck.judgement.risk.parsed_call import Call, program_name, read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.rulebook import rulebook
from quarterdeck.judgement.risk.run_tree import Draft, Step, flowing, leaf, worst
from quarterdeck.judgement.risk.sensitive_paths import reading, writing
from quarterdeck.judgement.risk.shell_ast import Command, Group, Pipeline, Script, Stage, Word
from quarterdeck.judgement.risk.shell_parser import MOST, parse
from quarterdeck.judgement.risk.shell_state import ShellState, Written
from quarterdeck.judgement.risk.source_map import SourceMap
from quarterdeck.judgement.risk.user_rules import Additions
from quarterdeck.judgement.risk.verdicts import verdict
from quarterdeck.judgement.risk.wrappers import Words, joined, parted, wrapper_of

DEEPEST = 8  # texts inside texts
UNREAD = 16_384  # characters that they may have together
WRAPPED = 16  # commands inside commands


class Walk:
    """One walk through a command."""

    def __init__(self, source: str, place: Place, additions: Additions) -> None:
        self.state = ShellState(place)
        self._source = SourceMap(source)
        self.additions = additions
        self._substitutions: dict[int, list[Step]] = {}
        self.left = MOST
        self.unread = UNREAD
        self.depth = 0

    def text(self, text: str, given: Input) -> list[Step]:
        """The steps of a shell text."""
        if self.depth >= DEEPEST or self.unread < 0:
            return [leaf(text, verdict("unknowable.deep", text))]
        self.unread -= len(text) if self.depth else 0
        self.depth += 1
        script = parse(text)
        outer = self._source.enter(text, script.dropped)
        steps = self._script(script, given)
        self._source.leave(outer)
        self.depth -= 1
        if script.flaw:
            steps.append(leaf(text, verdict(f"unknowable.{script.flaw}", text)))
        return steps

    def _script(self, script: Script, given: Input) -> list[Step]:
        steps: list[Step] = []
        for pipeline in script.pipelines:
            if self.left > 0:
                steps += self._pipeline(pipeline, given)
        return steps

    def nested(self, words: Words, given: Input) -> Step:
        """The step of a command inside another; what a program runs is never a function."""
        text = joined(words).text
        self.left -= 1
        if self.left <= 0 or self.depth >= WRAPPED:
            return leaf(text, verdict("unknowable.deep", text))
        self.depth += 1
        functions, self.state.functions = self.state.functions, frozenset()
        outer = self._source.narrow(words)
        step = self._run(text, words, given, [])
        self._source.leave(outer)
        self.state.functions = functions
        self.depth -= 1
        return step

    def _pipeline(self, pipeline: Pipeline, given: Input) -> list[Step]:
        steps: list[Step] = []
        for stage in pipeline.stages:
            step = self._stage(stage, given)
            steps.append(step)
            given = Input(step.gives, step.says, there=True)
        return steps

    def _stage(self, stage: Stage, given: Input) -> Step:
        self.left -= 1
        if self.left <= 0:
            return leaf(stage.text, verdict("unknowable.long", stage.text))
        outer = self._source.reach(stage)
        given = self._given(stage, given)
        if isinstance(stage, Group):
            step = self._group(stage, given)
        else:
            step = self._command(stage, given)
        step = self._feeding(step, stage)
        step = self._redirected(step, stage) if stage.redirects else step
        self._source.leave(outer)
        return step

    def _feeding(self, step: Step, stage: Stage) -> Step:
        """The step with what runs in `>(…)`, which gets what the step prints."""
        if not stage.redirects and ">(" not in stage.text:
            return step
        words = stage.words if isinstance(stage, Command) else ()
        words += tuple(redirect.target for redirect in stage.redirects)
        sinks = [word for word in words if word.is_sink]
        if not sinks:
            return step
        given = Input(step.gives, step.says, there=True)
        fed = [inner for sink in sinks for inner in self._script(sink.runs[0], given)]
        return replace(step, inner=(*step.inner, *fed))

    def _given(self, stage: Stage, given: Input) -> Input:
        """What the stage really reads: a heredoc or a file go before the pipe."""
        if stage.fed is not None:
            return Input(NO_FLOW, stage.fed.text, there=True)
        for redirect in stage.redirects:
            if redirect.reads:
                return self._read(redirect.target)
        return given

    def _read(self, word: Word) -> Input:
        """What a file holds, or what `<(…)` prints."""
        for run in word.runs:
            self._followed(run)
        flow = self._content(word) | secrecy([word.text], self.state.place)
        return Input(flow, self.state.said(word), there=True)

    def _content(self, word: Word) -> Flow:
        """What flows out of a file that was fetched, or out of `<(…)`."""
        if word.text.startswith("<("):
            return self.state.printed(word)
        return DOWNLOAD if self.state.is_download(word.text) else NO_FLOW

    def _group(self, group: Group, given: Input) -> Step:
        place, functions = self.state.place, self.state.functions
        if group.name:
            functions |= {group.name}
            self.state.functions = functions
        inner = (*self._substituted(group, ()), *self._script(group.body, given))
        self.state.place, self.state.functions = place, functions
        risk = verdict(group.verdict, group.text)
        says, here = _said(group.body, list(inner)), self._source.here
        return Step(group.text, risk, inner, flowing(inner), says, here)

    def _command(self, command: Command, given: Input) -> Step:
        around = (*command.words, *(value for _, value in command.assigned))
        inner = self._substituted(command, around)
        if command.assigned:
            inner += self._assign(command)
        if not command.words:
            return self._bare(command, inner, given)
        first, *others = self.state.alternatives(command.words)
        step = self._spelt(command, first, given, inner)
        if others:
            steps = (step, *(self._spelt(command, words, given, []) for words in others))
            step = replace(step, risk=worst(s.risk for s in steps), inner=steps, says=None)
        return step

    def _assign(self, command: Command) -> list[Step]:
        """Takes note of what a command assigns; the steps that this leads to."""
        lasting = not command.words or command.words[0].text in _DECLARING
        steps: list[Step] = []
        for name, value in command.assigned:
            self.state.assign(name, value, lasting, command.maybe)
            steps += self.variable(name, value)
        return steps

    def _spelt(self, command: Command, words: Words, given: Input, inner: list[Step]) -> Step:
        """The step of a command with its variables filled in."""
        if words[0] is not command.words[0] and " " in words[0].text:
            # A variable in front holds a whole command, which the shell splits into words.
            inner += self.text(joined(words).text, given)
            draft = Draft(command.text, inner)
            draft.add("group")
            return draft.step(None, self._source.here)
        return self._run(command.text, words, given, inner)

    def variable(self, name: str, value: Word) -> list[Step]:
        """The steps that setting a variable leads to, which for most are none."""
        kind = kind_of(name)
        if not kind:
            return []
        shown = f"{name}={value.text}"
        risks = setting(name, value, self.state.place, self.additions.paths)
        steps = [leaf(shown, risk) for risk in risks]
        return steps + (self.text(value.text, NO_INPUT) if kind == RUNS and value.known else [])

    def _bare(self, command: Command, inner: list[Step], given: Input) -> Step:
        """A command of assignments or redirections only; `$(< file)` prints what it reads."""
        gives = given.gives | flowing(inner)
        risk, here = verdict("assign", command.text), self._source.here
        return Step(command.text, risk, tuple(inner), gives, None, here)

    def _substituted(self, stage: Stage, words: Words) -> list[Step]:
        """The steps of the substitutions in words and in what goes in and out of a stage."""
        if not (stage.redirects or stage.fed or "(" in stage.text or "`" in stage.text):
            return []
        words += tuple(redirect.target for redirect in stage.redirects)
        if stage.fed:
            words += (stage.fed,)
        found: list[Step] = []
        for run in [run for word in words if not word.is_sink for run in word.runs]:
            found += self._followed(run)
        return found

    def _followed(self, run: Script) -> list[Step]:
        """The steps of a substitution, which is followed once."""
        steps = self._substitutions.get(id(run))
        if steps is None:
            steps = self._apart(run) if run.apart else self._script(run, NO_INPUT)
            self.state.print(run, flowing(steps), _said(run, steps))
            self._substitutions[id(run)] = steps
        return steps

    def _apart(self, run: Script) -> list[Step]:
        outer = self._source.away()
        steps = self._script(run, NO_INPUT)
        self._source.leave(outer)
        return steps

    def _run(self, text: str, words: Words, given: Input, inner: list[Step]) -> Step:
        """The step of a simple command."""
        head = words[0]
        if not head.known or _GLOB.search(head.text):
            return self._unknown(text, words, given, inner)
        program = program_name(head.text)
        words, *others = parted(program, words)
        inner += [self.nested(other, given) for other in others]
        draft = Draft(text, inner)
        call = read_call(program, words[1:], self.state.place)
        rules = rulebook().fitting(call)
        passed = given.gives if program in PASSING else given.gives - ENDLESS
        draft.gives = passed.union(*(rule.gives for rule in rules))
        rate(draft, call, head.text, rules, self.state)
        rate_own(draft, call, self.additions)
        rate_files(draft, call, rules, self.additions.paths)
        if any(rule.reads for rule in rules):
            draft.gives = draft.gives.union(*map(self._content, call.operands))
        self.state.note(call, rules, given.gives)
        if _misspelt(words):
            draft.add("unknowable.lookalike")
        wrapper = wrapper_of(call)
        if wrapper:
            follow_wrapper(self, draft, call, wrapper, given)
        interpreter = interpreter_of(program)
        if interpreter:
            follow_code(self, draft, call, interpreter, given)
        if "/" in head.text:
            follow_program(self, draft, head)
        if any("sent" in rule.takes for rule in rules):
            _send(draft)
        if program == "tee":
            self._tee(draft, call, given)
        step = draft.step(said(call, given), self._source.here)
        return _naming(step) if wrapper and wrapper.names else step

    def _tee(self, draft: Draft, call: Call, given: Input) -> None:
        """The files that `tee` writes get what it reads."""
        for word in call.operands:
            self.state.write(word.text, Written(given.gives, given.says), "-a" in call.flags)
        if call.operands and given.gives >= ENDLESS:
            draft.add("fills")

    def _unknown(self, text: str, words: Words, given: Input, inner: list[Step]) -> Step:
        """A command whose program only the shell can tell, unless a substitution prints it."""
        draft = Draft(text, inner)
        printed = self.state.said(words[0])
        known = printed is not None or _sets_up(inner)
        draft.add(as_code(flowing(inner)) or ("group" if known else "unknowable.variable"))
        if printed is not None:
            inner += self.text(joined((Word(printed, True, ()), *words[1:])).text, given)
        return draft.step(None, self._source.here)

    def _redirected(self, step: Step, stage: Stage) -> Step:
        """The step with the verdicts on the files that its input and output go through."""
        place, more = self.state.place, self.additions.paths
        found = (reading(r.target.text, place, more) for r in stage.redirects if r.reads)
        step = replace(step, risk=worst((step.risk, *filter(None, found))))
        written = [r.target.text for r in stage.redirects if r.writes]
        if not written:
            return step
        if "download" in step.gives:
            self.state.save(written)
        for redirect in stage.redirects:
            if redirect.writes:
                content = Written(step.gives, step.says)
                self.state.write(redirect.target.text, content, redirect.sign == ">>")
        risk = worst(writing(path, place, more) for path in written)
        if step.gives >= ENDLESS and risk.rule != "write.sink":
            risk = worst((risk, verdict("fills", stage.text)))
        if risk.level is Level.MEDIUM and _says_nothing(stage):
            risk = verdict("write.empties", stage.text)
        return replace(step, risk=worst((risk, step.risk)), says=None)


def _said(script: Script, steps: list[Step]) -> str | None:
    """What a script with one pipeline besides assignments prints, if known."""
    printing = [pipeline for pipeline in script.pipelines if not _is_silent(pipeline)]
    return steps[-1].says if len(printing) == 1 and steps else None


def _is_silent(pipeline: Pipeline) -> bool:
    """Whether a pipeline only assigns, and so prints nothing."""
    first = pipeline.stages[0]
    return isinstance(first, Command) and not (first.words or first.redirects)


def _sets_up(steps: list[Step]) -> bool:
    """Whether steps print nothing but what sets up a shell, as `ssh-agent` does."""
    return bool(steps) and all("setup" in step.gives for step in steps)


_GLOB = re.compile(r".[*?]|\[.")
_DECLARING = frozenset({"export", "declare", "typeset", "local", "readonly", "unset"})


def _misspelt(words: Words) -> bool:
    """Whether the program or an option is spelt with letters that look like others."""
    return any(
        misleading(word.text)
        for at, word in enumerate(words)
        if not word.text.isascii() and (at == 0 or not word.text[:1].isalnum())
    )


def _send(draft: Draft) -> None:
    if "secret" in draft.gives | flowing(draft.inner):
        draft.add("flow.secret")


def _naming(step: Step) -> Step:
    """The step whose reason names the program that runs inside."""
    if not step.inner:
        return step
    program = program_name((step.inner[-1].text.split() or ["?"])[0])
    return replace(step, risk=replace(step.risk, reason=f"{step.risk.reason}: {program}"[:20]))


def _says_nothing(stage: Stage) -> bool:
    """`> file`, `: > file`: nothing is written, so what was in the file is lost."""
    if isinstance(stage, Group) or any(r.sign == ">>" for r in stage.redirects):
        return False
    return " ".join(word.text for word in stage.words) in _SILENT


_SILENT = {"", ":", "true", "cat /dev/null", "echo -n", "printf", "printf "}
