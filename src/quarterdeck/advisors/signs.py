"""The words by which a message shows what it is about."""

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE | re.MULTILINE)


PASSING = _any(r"\b0 (?:failed|failures|errors)\b", r"\bno (?:test )?(?:failures|errors)\b")
_FAIL = r"\bfail(?:s|ed|ing|ures?)?\b"
TESTS_FAIL = _any(
    r"\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?)\b",
    rf"\btests?\b[^.\n]{{0,60}}{_FAIL}",
    rf"{_FAIL}[^.\n]{{0,60}}\b(?:tests?|assertions?|specs?)\b",
    r"(?-i:\bFAIL(?:ED)?\b)",
)
TEST_RUN = _any(r"\b(?:pytest|jest|vitest|tests?|rspec|mocha|tox|ctest)\b")
ERROR = _any(
    r"\b(?:errors?|exception|traceback|crash(?:es|ed)?|failed|fails|failure|panic)\b",
    r"\b(?:could not|couldn't|I cannot|I can't|unable to|not able to|permission denied)\b",
)
REPAIRED = _any(
    r"\b(?:fix(?:ed|es)?|resolved|handles?|handled|no longer|instead of|now returns?)\b"
)
STILL = _any(r"\bstill (?:fail(?:s|ing)?|red|broken)\b")
TRANSIENT = _any(
    r"\btim(?:ed|e) ?out\b",
    r"\boverloaded\b",
    r"\bconnection (?:refused|reset|error|timed)",
    r"\bunreachable\b",
    r"\bcould ?n[o']t (?:reach|connect)",
    r"\brate limit",
    r"\b(?:502|503|504|529)\b",
    r"\b(?:not|isn't) running\b",
    r"\btemporar(?:y|ily)\b",
    r"\bnetwork\b",
    r"\bresolve host\b",
    r"\boffline\b",
)
CONFLICT = _any(r"\b(?:merge )?conflicts?\b(?! of interest)")
UNRESOLVED = _any(r"\b(?:left|unresolved|not resolved)\b")
STEPS = _any(
    r"\b(?:step|phase|part|stage|milestone) \d+\b",
    r"\bnext (?:step|up)\b",
    r"\bnext,? I(?:'ll| would| will|'d)\b",
    r"\b(?:remaining|so far|carry on with|still to do|to be continued)\b",
    r"\bready to (?:proceed|continue|start)\b",
    r"\b\d+ of (?:the )?\d+\b",
    r"^\s*[-*] \[ \]",
)
PLAN = _any(
    r"\bhere(?:'s| is) (?:my|the|a) plan\b",
    r"\bimplementation plan\b",
    r"\bmy (?:plan|proposal|approach)\b",
    r"\bI (?:propose|suggest|would suggest)\b",
    r"\bproposed (?:plan|approach|change)\b",
)
FINDINGS = _any(
    r"\bfindings?\b",
    r"\breview(?:ed)?\b[^.\n]{0,80}\b(?:issues?|problems?|nits?|bugs?)\b",
    r"\breview is (?:done|complete)\b",
    r"\bissues? (?:I )?found\b",
    r"\bI found (?:\w+ )?(?:issues|problems)\b",
)
REVIEW = _any(
    r"\b(?:refactor(?:ed|ing)?|optimi[sz](?:ed|ing)?|simplified|rewrote|restructured)\b",
    r"\bcleaned up\b",
    r"\bplease (?:review|have a look|take a look)\b",
    r"\bready for (?:your )?review\b",
)
NOT_COMMITTED = _any(
    r"\b(?:nothing|not|n't|un)\s*(?:is |yet )?(?:been )?committed\b",
    r"\b(?:staged|commit message|working tree|uncommitted)\b",
    r"\bready to (?:be )?commit",
)
NOT_PUSHED = _any(
    r"\b(?:not|n't|un)\s*(?:yet\s+)?(?:been\s+)?pushed\b",
    r"\bcommitted\b(?! yet)",
    r"\bahead of\b",
)
PUSHED = _any(r"\bpushed\b")
_VERBS = "fixed|added|implemented|updated|removed|created|changed|wrote|renamed|moved|replaced"
DONE = _any(
    rf"^\W*(?:all )?(?:done|finished|completed?|{_VERBS})\b",
    rf"\bI(?:'ve| have)? (?:{_VERBS}|written)\b",
    r"\bis (?:done|finished|complete|in place)\b",
    r"\beverything is green\b",
)
