"""Follows a script through everything it would run, and gives each step its verdict."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk.additions import Additions
from quarterdeck.judgement.risk.call import Call, program_name, read_call
from quarterdeck.judgement.risk.code import (
    SHELL,
    Interpreter,
    given_code,
    interpreter_of,
    runs_input,
    sayings,
    shell_texts,
    statement,
)
from quarterdeck.judgement.risk.paths import reading, writing
from quarterdeck.judgement.risk.place import Place, absolute
from quarterdeck.judgement.risk.rulebook import Rule, rulebook
from quarterdeck.judgement.risk.shell import Command, Group, Pipeline, Script, Stage, Word, parse
from quarterdeck.judgement.risk.step import Step, worst
from quarterdeck.judgement.risk.strange import misleading
from quarterdeck.judgement.risk.unwrap import (
    INPUT,
    Wrapper,
    inner_texts,
    inner_words,
    joined,
    wrapper_of,
)
from quarterdeck.judgement.risk.verdicts import PART, verdict

DEEPEST = 8  # texts inside texts
MOST = 1500  # steps of one command

Flow = frozenset[str]
NO_FLOW: Flow = frozenset()


@dataclass(frozen=True, slots=True)
class Input:
    """What a step reads: what kind of thing it is, and the text where that is known."""

    gives: Flow
    says: str | None
    there: bool


NO_INPUT = Input(NO_FLOW, None, there=False)


class Walk:
    """One walk through a command; it remembers where it is and what it has seen."""

    def __init__(self, place: Place, additions: Additions) -> None:
        self.place = place
        self.additions = additions
        self.left = MOST
        self.depth = 0
        self.constants: dict[str, str] = {}
        self.functions: set[str] = set()
        self.downloads: set[str] = set()

    def text(self, text: str, given: Input) -> list[Step]:
        """The steps of a shell text."""
        if self.depth >= DEEPEST:
            return [_leaf(text, verdict("unknowable.deep", text))]
        self.depth += 1
        script = parse(text)
        steps = self.script(script, given)
        self.depth -= 1
        if script.flaw:
            steps.append(_leaf(text, verdict(f"unknowable.{script.flaw}", text)))
        return steps

    def script(self, script: Script, given: Input) -> list[Step]:
        steps: list[Step] = []
        for pipeline in script.pipelines:
            if self.left > 0:
                steps.extend(self.pipeline(pipeline, given))
        return steps

    def pipeline(self, pipeline: Pipeline, given: Input) -> list[Step]:
        steps: list[Step] = []
        for stage in pipeline.stages:
            steps.append(self.stage(stage, given))
            given = Input(steps[-1].gives, steps[-1].says, there=True)
        return steps

    def stage(self, stage: Stage, given: Input) -> Step:
        self.left -= 1
        if self.left <= 0:
            return _leaf(stage.text, verdict("unknowable.long", stage.text))
        if stage.fed is not None:
            given = Input(NO_FLOW, stage.fed.text, there=True)
        for redirect in stage.redirects:
            if redirect.sign == "<":
                given = Input(self._secret([redirect.target.text]), None, there=True)
        step = self.group(stage, given) if isinstance(stage, Group) else self.command(stage, given)
        return self._redirected(step, stage)

    def group(self, group: Group, given: Input) -> Step:
        before = self.place
        if group.name:
            self.functions.add(group.name)
        inner = tuple(self.script(group.body, given))
        self.place = before
        risk = verdict("bomb" if _is_bomb(group) else "group", group.text)
        return Step(group.text, risk, inner, _gives(inner), None)

    def command(self, command: Command, given: Input) -> Step:
        inner = self._substituted(command)
        for name, value in command.assigned:
            self._remember(name, value)
        words = tuple(map(self._resolved, command.words)) if self.constants else command.words
        if words and words[0] is not command.words[0] and " " in words[0].text:
            inner += self.text(joined(words).text, given)
            return Step(command.text, verdict("group", command.text), tuple(inner), NO_FLOW, None)
        if not words:
            risk = worst(self._assigning(command))
            return Step(command.text, risk, tuple(inner), _gives(inner), None)
        step = self.run(command.text, words, given, inner)
        if command.assigned:
            step = replace(step, risk=worst((step.risk, *self._assigning(command))))
        return step

    def run(self, text: str, words: tuple[Word, ...], given: Input, inner: list[Step]) -> Step:
        """The step of a simple command, given as words."""
        head = words[0]
        if not head.known or _GLOB.search(head.text):
            return self._unknown_head(text, words, given, inner)
        if any(misleading(w.text) for w in words if w is head or w.text[:1] in "-‐‑–—"):
            return Step(text, verdict("unknowable.lookalike", text), tuple(inner), NO_FLOW, None)
        program = program_name(head.text)
        call = read_call(program, words[1:], self.place)
        rules = rulebook().fitting(call)
        risks = self._verdicts(text, head, call, rules)
        gives = given.gives.union(*(rule.gives for rule in rules))
        self._note(call, rules)
        secret = self._reads(call, rules, risks)
        wrapper = wrapper_of(call)
        if wrapper:
            inner = inner + self._wrapped(text, words[1:], call, wrapper, given)
            gives |= _gives(inner)
        interpreter = interpreter_of(program)
        if interpreter:
            inner = inner + self._interpreted(text, words[1:], call, interpreter, given, risks)
        flows = gives | secret | _gives(inner)
        if "secret" in flows and any("sent" in rule.takes for rule in rules):
            risks.append(verdict("flow.secret", text))
        risk = worst(risks)
        if wrapper and wrapper.names and inner:
            risk = _naming(risk, inner[-1])
        return Step(text, risk, tuple(inner), gives | secret, _says(call, given))

    def _unknown_head(
        self, text: str, words: tuple[Word, ...], given: Input, inner: list[Step]
    ) -> Step:
        """A command whose program only the shell could tell, unless it prints a known text."""
        said = [step.says for step in inner]
        if words[0].runs and len(said) == 1 and said[0] is not None:
            rest = " ".join([said[0], *(w.text for w in words[1:])])
            found = tuple(inner + self.text(rest, given))
            return Step(text, verdict("group", text), found, _gives(found), None)
        flows = _gives(inner)
        name = next((f"runs.{kind}" for kind in ("download", "decoded") if kind in flows), "")
        return Step(text, verdict(name or "unknowable.variable", text), tuple(inner), NO_FLOW, None)

    def _verdicts(self, text: str, head: Word, call: Call, rules: list[Rule]) -> list[Risk]:
        """What the rules say about a call, and the person's own after them."""
        risks = [_risk(rule, text) for rule in rules] or [self._unruled(text, head, call)]
        if _asks_help(call):
            risks = [verdict("help", text)]
        own = [_risk(rule, text) for rule in self.additions.rules.fitting(call)]
        if own and worst(risks).level is not Level.CRITICAL:
            risks = own
        if absolute(head.text, self.place) in self.downloads and "/" in head.text:
            risks.append(verdict("runs.download", text))
        for rule in rules:
            risks.extend(self._writes(call, rule.writes))
        return risks

    def _unruled(self, text: str, head: Word, call: Call) -> Risk:
        if call.program in self.functions:
            return verdict("function", text)
        stated = statement(call.program, text)
        if stated:
            return stated
        if _destroys(call):
            return verdict("unknown.destroys", text)
        if call.program in rulebook().programs:
            return verdict("unknown.use", text)
        return verdict("unknown.script" if "/" in head.text else "unknown.program", text)

    def _wrapped(
        self, text: str, words: tuple[Word, ...], call: Call, wrapper: Wrapper, given: Input
    ) -> list[Step]:
        """The steps inside a wrapper."""
        if wrapper.appends:
            given = NO_INPUT
        steps: list[Step] = []
        for inner in inner_words(call.program, words, wrapper):
            shown = " ".join(w.text for w in inner)
            steps.append(self._nested(shown, inner, given))
        for word in inner_texts(call.program, words, call, wrapper):
            steps.extend(self.text(word.text, given))
        return steps

    def _nested(self, shown: str, words: tuple[Word, ...], given: Input) -> Step:
        self.left -= 1
        self.depth += 1
        if self.depth > DEEPEST * 4 or self.left <= 0:
            step = _leaf(shown, verdict("unknowable.deep", shown))
        else:
            step = self.run(shown, words, given, [])
        self.depth -= 1
        return step

    def _interpreted(
        self,
        text: str,
        words: tuple[Word, ...],
        call: Call,
        interpreter: Interpreter,
        given: Input,
        risks: list[Risk],
    ) -> list[Step]:
        """The steps of code handed to an interpreter, by argument or by input."""
        steps: list[Step] = []
        codes = given_code(interpreter, call)
        for code in codes:
            if code is INPUT:
                risks.append(verdict("runs.input", text))
            elif code.runs and _WHOLE.match(code.text):
                risks.extend(self._script_file(text, code))
            steps.extend(self._code(code.text, interpreter.language, given))
        if not codes and runs_input(interpreter, call):
            steps.extend(self._fed(text, interpreter.language, given, risks))
        if not codes and call.operands:
            risks.extend(self._script_file(text, call.operands[0]))
        if interpreter.module in call.values:
            module = call.values[interpreter.module][0]
            at = next((i for i, w in enumerate(words) if w == module), len(words))
            steps.append(self._nested(text, words[at:] or (module,), given))
        return steps

    def _code(self, code: str, language: str, given: Input) -> list[Step]:
        if language == SHELL:
            return self.text(code, given)
        steps = [_leaf(risk.part, risk) for risk in sayings(code, language)]
        for text in shell_texts(code, language):
            steps.extend(self.text(text, NO_INPUT))
        return steps

    def _fed(self, text: str, language: str, given: Input, risks: list[Risk]) -> list[Step]:
        """Code that comes in through the input."""
        if given.says is not None:
            return self._code(given.says, language, NO_INPUT)
        if given.there:
            kind = next((k for k in ("download", "decoded") if k in given.gives), "input")
            if kind != "input" or language not in ("sql", "redis", "mongo"):
                risks.append(verdict(f"runs.{kind}", text))
        return []

    def _script_file(self, text: str, word: Word) -> Iterable[Risk]:
        if absolute(word.text, self.place) in self.downloads:
            yield verdict("runs.download", text)
        for script in word.runs:
            flows = _gives(self.script(script, NO_INPUT))
            kind = next((k for k in ("download", "decoded") if k in flows), "")
            if kind:
                yield verdict(f"runs.{kind}", text)

    def _writes(self, call: Call, which: str) -> Iterable[Risk]:
        """The verdicts about the files that a call writes."""
        for path in _named(call, which):
            yield writing(path, self.place, self.additions.paths)

    def _note(self, call: Call, rules: list[Rule]) -> None:
        """Remembers a change of directory and the files that a call downloads."""
        if call.program in ("cd", "pushd"):
            target = call.operands[0].text if call.operands else self.place.home
            self.place = replace(self.place, cwd=absolute(target, self.place))
        for rule in rules:
            if "download" in rule.gives:
                self._note_downloads(call, rule)

    def _note_downloads(self, call: Call, rule: Rule) -> None:
        named = _named(call, rule.writes)
        names = named or [w.text.rpartition("/")[2] for w in call.operands if "/" in w.text]
        self.downloads.update(filter(None, (absolute(n, self.place) for n in names)))

    def _reads(self, call: Call, rules: list[Rule], risks: list[Risk]) -> Flow:
        """What flows out of the files that a call reads."""
        which = {rule.reads for rule in rules if rule.reads}
        if not which:
            return NO_FLOW
        paths = [path for name in which for path in _named(call, name)]
        for path in paths:
            risk = reading(path, self.place, self.additions.paths)
            if risk:
                risks.append(risk)
        return self._secret(paths)

    def _secret(self, paths: Iterable[str]) -> Flow:
        for path in paths:
            risk = reading(path, self.place, ())
            if risk and risk.level is not Level.LOW:
                return _SECRET
        return NO_FLOW

    def _redirected(self, step: Step, stage: Stage) -> Step:
        """The step with the verdicts of the files that its output goes to."""
        written = [r.target.text for r in stage.redirects if r.writes]
        if not written:
            return step
        if "download" in step.gives:
            self.downloads.update(filter(None, (absolute(p, self.place) for p in written)))
        risks = [writing(path, self.place, self.additions.paths) for path in written]
        if _says_nothing(stage) and worst(risks).level is not Level.LOW:
            risks.append(verdict("write.empties", stage.text))
        return replace(step, risk=worst((*risks, step.risk)), says=None)

    def _substituted(self, command: Command) -> list[Step]:
        """The steps of the substitutions in a command's words and around them."""
        words: list[Word] = [*command.words, *(value for _, value in command.assigned)]
        words += [r.target for r in command.redirects]
        if command.fed:
            words.append(command.fed)
        return [step for word in words for run in word.runs for step in self.script(run, NO_INPUT)]

    def _assigning(self, command: Command) -> list[Risk]:
        names = {name for name, _ in command.assigned}
        kind = "assign.code" if names & _CODE_VARIABLES else "assign"
        return [verdict(kind, command.text)]

    def _remember(self, name: str, value: Word) -> None:
        value = self._resolved(value)
        if value.known:
            self.constants[name] = value.text
        else:
            self.constants.pop(name, None)

    def _resolved(self, word: Word) -> Word:
        """The word with the variables that this text itself has set."""
        if word.known or "$" not in word.text:
            return word
        text = _VARIABLE.sub(lambda m: self.constants.get(m[1], m[0]), word.text)
        return Word(text, "$" not in text and "`" not in text, word.runs)


_SECRET: Flow = frozenset({"secret"})
_VARIABLE = re.compile(r"\$(\w+)")
_CODE_VARIABLES = {"LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "PROMPT_COMMAND"}
_HELP = {"--help", "--version"}


_GLOB = re.compile(r".[*?]|\[.")
_WHOLE = re.compile(r"\s*(?:\$\(.*\)|`.*`)\s*\Z", re.DOTALL)


def _says_nothing(stage: Stage) -> bool:
    """`> file`, `: > file`: nothing is written, so what was in the file is lost."""
    if isinstance(stage, Group) or any(r.sign == ">>" for r in stage.redirects):
        return False
    return not stage.words or stage.words[0].text in (":", "true")


def _leaf(text: str, risk: Risk) -> Step:
    return Step(text[:PART], risk, (), NO_FLOW, None)


def _risk(rule: Rule, text: str) -> Risk:
    return Risk(rule.level, rule.reason, rule.name, rule.sentence, text[:PART])


def _gives(steps: Sequence[Step]) -> Flow:
    return NO_FLOW.union(*(step.gives for step in steps)) if steps else NO_FLOW


def _says(call: Call, given: Input) -> str | None:
    """What a call prints, where that is plain from its words or its input."""
    if call.program in ("echo", "printf"):
        if all(word.known for word in call.operands):
            return " ".join(w.text for w in call.operands).replace("\\n", "\n")
    elif call.program in ("cat", "tee") and given.says is not None:
        return given.says
    return None


def _naming(risk: Risk, inner: Step) -> Risk:
    """The verdict with the name of the program that a wrapper runs."""
    program = program_name((inner.text.split() or ["?"])[0])
    return replace(risk, reason=f"{risk.reason}: {program}"[:20])


def _asks_help(call: Call) -> bool:
    """`rm --help`, `git push --help`: nothing but words and the wish for help."""
    if len(call.flags) != 1 or not call.flags <= _HELP:
        return False
    return not call.operands or (call.program in _with_subcommands() and len(call.operands) < 3)


def _destroys(call: Call) -> bool:
    """Whether the words of a program that nobody knows speak of deleting."""
    if not _REHEARSAL.isdisjoint(call.flags):
        return False
    words = [w.text for w in call.operands[:4]] + [f.lstrip("-") for f in call.flags]
    return any(_DESTRUCTIVE.match(word) for word in words)


_REHEARSAL = {"--dry-run", "--dryrun", "-dry-run", "--check", "--whatif", "--noop", "--simulate"}
_VERBS = (
    "delete|destroy|purge|wipe|erase|terminate|drop|nuke|teardown|unpublish|truncate|obliterate"
)
_DESTRUCTIVE = re.compile(
    rf"(?:[\w.]+[:.])?(?:force-)?(?:{_VERBS})(?:[-:](?!script)[\w-]+)?\Z", re.I
)


def _with_subcommands() -> frozenset[str]:
    return rulebook().branching


def _named(call: Call, which: str) -> list[str]:
    """The files that some words of a call name."""
    if not which:
        return []
    if which == "operands":
        return [w.text for w in call.operands]
    if which == "last":
        return [w.text for w in call.operands[-1:] if len(call.operands) > 1]
    if which == "sources":
        return [w.text for w in call.operands[:-1]]
    found = [w.text for name in which.split() for w in call.values.get(name, ())]
    prefixes = tuple(name for name in which.split() if name.endswith("="))
    if prefixes:
        found += [w.text.partition("=")[2] for w in call.operands if w.text.startswith(prefixes)]
    return [path.rpartition("@")[2] for path in found]


def _is_bomb(group: Group) -> bool:
    """A function that starts itself more than once at a time."""
    return bool(group.name) and any(
        sum(_calls(stage, group.name) for stage in pipeline.stages) > 1
        for pipeline in group.body.pipelines
    )


def _calls(stage: Stage, name: str) -> bool:
    return isinstance(stage, Command) and bool(stage.words) and stage.words[0].text == name
