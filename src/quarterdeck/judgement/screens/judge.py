"""What a screen means: the first rule that matches, with everything else the screen says."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from quarterdeck.domain.states import Mode, State
from quarterdeck.judgement.screens import composers, dialogs
from quarterdeck.judgement.screens.canvas import Canvas, canvas
from quarterdeck.judgement.screens.highlights import lit
from quarterdeck.judgement.screens.reading import Confidence, Dialog, Kind, Reading, Timed
from quarterdeck.judgement.screens.regions import Cut, cut
from quarterdeck.judgement.screens.rules import Look, Region, Rule, Rules, Sign
from quarterdeck.judgement.screens.typed_prompts import typed_prompt

_UNREADABLE = "nothing on this screen is a sign that we know"
_EMPTY = "the screen is empty"


@dataclass(frozen=True, slots=True)
class Tried:
    """A rule that was tried on a screen, and its result."""

    rule: Rule
    held: bool
    why: str


def read(screen: str, agent: str, rules: Rules) -> Reading:
    """What this screen of that agent means; unknown, with the reason, if no rule matches."""
    own = rules.of(agent)
    shown = canvas(screen)
    parts = cut(shown, own.look)
    composer, draft = composers.contents(shown, parts.composer, own.look)
    decided = next((rule for rule, hit in _held(parts, own.rules, State) if hit), None)
    signs = _signs(parts, own.rules)
    background = signs.get(Sign.BACKGROUND)
    return Reading(
        state=State(decided.gives) if decided else State.UNKNOWN,
        composer=composer,
        draft=draft,
        suggests=bool(draft) and composers.suggests(shown, parts.composer),
        dialog=_dialog(parts, decided, own.look, shown),
        mode=_mode(parts, own.rules),
        confidence=decided.confidence if decided else Confidence.LOW,
        rule=decided.name if decided else "none",
        reason=_reason(decided, shown.rows),
        retry=_timed(signs.get(Sign.RETRY)),
        limit=_timed(signs.get(Sign.LIMIT)),
        deadline=_timed(signs.get(Sign.DEADLINE)),
        background=_count(background),
        interrupted=Sign.INTERRUPTED in signs,
    )


def explain(screen: str, agent: str, rules: Rules) -> tuple[Tried, ...]:
    """Every rule that applies to this screen, in the order in which they are tried."""
    own = rules.of(agent)
    parts = cut(canvas(screen), own.look)
    return tuple(_tried(rule, parts) for rule in own.rules)


def _held(
    parts: Cut, rules: Iterable[Rule], kind: type[State] | type[Mode] | type[Sign]
) -> Iterator[tuple[Rule, re.Match[str] | None]]:
    for rule in rules:
        if isinstance(rule.gives, kind):
            yield rule, rule.find(parts.texts.get(rule.region))


def _signs(parts: Cut, rules: Iterable[Rule]) -> dict[Sign, re.Match[str]]:
    found: dict[Sign, re.Match[str]] = {}
    for rule, hit in _held(parts, rules, Sign):
        if hit:
            found.setdefault(Sign(rule.gives), hit)
    return found


def _mode(parts: Cut, rules: Iterable[Rule]) -> Mode | None:
    return next((Mode(rule.gives) for rule, hit in _held(parts, rules, Mode) if hit), None)


def _dialog(parts: Cut, decided: Rule | None, look: Look, shown: Canvas) -> Dialog | None:
    if parts.block is None:
        typed = decided is not None and decided.dialog is not None and decided.region is Region.TAIL
        return typed_prompt(parts.texts.get(Region.TAIL, "")) if typed else None
    kind = decided.dialog if decided and decided.dialog else Kind.CHOICE
    dialog = dialogs.dialog(parts.block, kind, look)
    return replace(dialog, options=lit(dialog.options, shown))


def _reason(decided: Rule | None, rows: tuple[str, ...]) -> str:
    if decided:
        return decided.reason
    return _UNREADABLE if rows else _EMPTY


def _timed(hit: re.Match[str] | None) -> Timed | None:
    if hit is None:
        return None
    whole = hit.string
    start = whole.rfind("\n", 0, hit.start()) + 1
    end = whole.find("\n", hit.end())
    rows = whole[start : end if end >= 0 else len(whole)]
    return Timed(" ".join(rows.split()), (hit.groupdict().get("time") or "").strip())


def _count(hit: re.Match[str] | None) -> int:
    digits = hit.groupdict().get("count") if hit else None
    return min(int(digits), 999) if digits else int(hit is not None)


def _tried(rule: Rule, parts: Cut) -> Tried:
    text = parts.texts.get(rule.region)
    if text is None:
        return Tried(rule, False, f"there is no {rule.region}")
    if hit := rule.find(text):
        return Tried(rule, True, f"found {hit[0].strip()!r} in the {rule.region}")
    against = next((p for p in rule.unless if p.search(text)), None)
    if against:
        return Tried(rule, False, f"{against.pattern!r} in the {rule.region} speaks against it")
    return Tried(rule, False, f"nothing like it in the {rule.region}")
