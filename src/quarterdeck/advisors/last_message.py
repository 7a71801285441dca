"""What an agent's last message wants: the question it ends with, the answers it names."""

import re
from dataclasses import dataclass

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.typed_words import risk_of_words

LONGEST_READ = 6000  # characters, counted from the end
_TAIL = 700  # in which a question still stands at the end
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_SENTENCES = re.compile(r"(?<=[.!?:。！？])\s+|\n+|(?<=[。！？])")
_MARKS = re.compile(r"[*_#>]+(?=\S)|(?<=\S)[*_]+")

_YES_OR_NO = re.compile(
    r"\b(?:should|shall|would|could|can|may|do|does|did|is|are|am|will|want|have|has|ok|okay)\b"
    r"|\b(?:soll|möchte|darf|kann)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"^(?:\W*(?:and|so|then|also|but)\b)?\W*"
    r"(?:what|which|who|whom|whose|where|when|why|how|was|welche[rs]?|wie|wo)\b",
    re.IGNORECASE,
)
_OPEN_INSIDE = re.compile(
    r"\b(?:what|which|where|how|your call|up to you)\b(?! about)", re.IGNORECASE
)
_ASKS_WITHOUT_MARK = re.compile(
    r"\blet me know (?:if|whether|which|what|how|when)\b|\btell me (?:which|whether|if|how you)\b"
    r"|\byour call\b|\b(?:it is|it's) up to you\b"
    r"|\b(?:just )?say the word\b|\bplease (?:confirm|choose|pick|decide)\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"\b(?:which|prefer|choose|pick|option|either|would you like|decide)\b|\bor\b", re.IGNORECASE
)
_OR = re.compile(
    r"(?P<one>(?:`[^`]{1,40}`|\"[^\"]{1,40}\"|[\w.+#/-]+(?: [\w.+#/-]+)?))"
    r"(?:,)? or (?P<two>(?:`[^`]{1,40}`|\"[^\"]{1,40}\"|[\w.+#/-]+(?: [\w.+#/-]+)?))"
    r"(?: (?P<rest>[^?]*))?\?",
    re.IGNORECASE,
)
_ITEM = re.compile(
    r"^\s*(?:[-*]\s+)?\**(?:option\s+)?(?P<name>\d{1,2}|[A-Da-d])\s*[.):]\s*\**\s*(?P<text>\S.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_TYPE_THIS = re.compile(
    r"\b(?:reply|respond|answer|type|say|write|enter|send)\s+(?:me\s+)?(?:with\s+|back\s+)?(?:just\s+)?"
    r"[`\"'“‘](?P<word>[^`\"'”’\n]{1,20})[`\"'”’]",
    re.IGNORECASE,
)
_YES_NO_BOX = re.compile(r"[\[(](?P<yes>y|yes)\s*/\s*(?P<no>n|no)[\])]\s*[:?]?\s*$", re.IGNORECASE)
_SMALL_WORDS = {"it", "not", "this", "that", "them", "something", "anything", "otherwise", "else"}


@dataclass(frozen=True, slots=True)
class Question:
    """What a message asks at its end."""

    text: str
    options: tuple[tuple[str, str], ...]  # ready answers: what is shown, what is typed
    is_open: bool  # it needs words: yes is no answer
    destructive: bool


def prose(message: str) -> str:
    """A message without blocks of code, not endless."""
    return _MARKS.sub("", _FENCE.sub("\n", message[-LONGEST_READ:])).strip()


def typed_words(text: str) -> tuple[str, ...]:
    """The words that the agent itself says should be typed, its safest first."""
    tail = text[-_TAIL:]
    if box := _YES_NO_BOX.search(tail):
        yes, no = box["yes"].lower(), box["no"].lower()
        return (no, yes) if box["no"].isupper() and box["yes"].islower() else (yes, no)
    found = [match["word"].strip() for match in _TYPE_THIS.finditer(tail)]
    return tuple(dict.fromkeys(word for word in found if word))[:3]


def question_in(text: str) -> Question | None:
    """The question that a message ends with; None if it asks nothing."""
    tail = text[-_TAIL:]
    asking = [s.strip() for s in _SENTENCES.split(tail) if s and _asks(s.strip())]
    if not asking or not _stands_at_end(tail, asking[-1]):
        return None
    asked = asking[-1]
    options = _named_in(asked) or (_listed(text) if _CHOICE.search(asked) else ())
    is_open = _OPEN.match(asked) is not None or (
        _YES_OR_NO.match(asked) is None and _OPEN_INSIDE.search(asked) is not None
    )
    destructive = risk_of_words(_around(tail, asked)).reaches(Level.HIGH)
    return Question(asked, options, is_open and not options, destructive)


def _around(tail: str, asked: str) -> str:
    """A question with the sentences before it: they say what yes would do."""
    return tail[: tail.rfind(asked) + len(asked)].rpartition("\n\n")[2][-300:]


def _asks(sentence: str) -> bool:
    return sentence.endswith(("?", "？")) or _ASKS_WITHOUT_MARK.search(sentence) is not None


def _stands_at_end(tail: str, asked: str) -> bool:
    """Whether little follows a question: a reason, a list of answers."""
    rest = tail[tail.rfind(asked) + len(asked) :].strip()
    return len(_ITEM.sub("", rest)) <= 200


def _named_in(asked: str) -> tuple[tuple[str, str], ...]:
    """The two answers of "this or that?"."""
    found = _OR.search(asked)
    if found is None:
        return ()
    one, two = _bare(found["one"]), _bare(found["two"])
    if " " in one and not found["one"].startswith(("`", '"')):
        one = one.rpartition(" ")[2]  # the words before it belong to the question
    if " " in two and not found["two"].startswith(("`", '"')):
        two = two.partition(" ")[0]
    if {one.lower(), two.lower()} & _SMALL_WORDS or max(len(one), len(two)) > 20:
        return ()
    return ((one, one), (two, two))


def _listed(text: str) -> tuple[tuple[str, str], ...]:
    """The answers of a numbered list: the last one in the message that starts at its beginning."""
    runs: list[list[re.Match[str]]] = []
    for item in _ITEM.finditer(text):
        if item["name"].lower() in ("1", "a"):
            runs.append([item])
        elif runs and _follows(runs[-1][-1]["name"], item["name"]):
            runs[-1].append(item)
    if not runs or len(runs[-1]) < 2:
        return ()
    return tuple(_option(item) for item in runs[-1][:3])


def _follows(before: str, name: str) -> bool:
    if before.isdigit() and name.isdigit():
        return int(name) == int(before) + 1
    return len(name) == 1 and ord(name.lower()) == ord(before.lower()[0]) + 1


def _option(item: re.Match[str]) -> tuple[str, str]:
    name = item["name"]
    shown = name if name.isdigit() else f"Option {name}"
    said = re.split(r"\s+[–—-]\s+|[.;:]\s", _bare(item["text"]), maxsplit=1)[0]
    return shown, f"{shown if not name.isdigit() else f'Option {name}'}: {said}"[:120].strip()


def _bare(text: str) -> str:
    return text.strip().strip("`\"'*").strip()
