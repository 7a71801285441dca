"""How dangerous it is to type a text to an agent: by the commands in it, and by what it wants."""

import re

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.risk import NO_ADDITIONS, Place, judge_command

_NOWHERE = Place("/home/you/project", "/home/you", "/home/you/project")
_QUOTED = re.compile(r"`([^`]+)`")
# Words with which a command begins, wherever they stand: "please run rm -rf build".
_COMMAND = re.compile(
    r"(?<![\w/.-])(?:sudo|rm|git|dd|mkfs\S*|chmod|chown|curl|wget|docker|kubectl|terraform|psql"
    r"|mysql|npm|pip|aws|gcloud|ssh|find|kill|pkill|shutdown|reboot|truncate|shred|helm)\s+\S"
)
_DESTRUCTIVE = re.compile(
    r"(?<![\w-])(?:delet(?:e|es|ing)|remov(?:e|es|ing) (?:all|every)|drop(?:s|ping)?|destroy\w*"
    r"|wip(?:e|es|ing)|eras(?:e|es|ing)"
    r"|purg(?:e|es|ing)|truncat(?:e|es|ing)|overwrit(?:e|es|ing)|discard\w*|force[- ]?push\w*"
    r"|--force|reset --hard|clean -\w*f\w*|deploy\w*|in(?:to)? production|to prod"
    r"|publish(?:es|ing)?|uninstall\w*|rewrit(?:e|es|ing) (?:the )?(?:git )?history"
    r"|tear(?:s|ing)? down|skip (?:all )?permission\w*|rm -\w*[rf]\w*)(?![\w-])",
    re.IGNORECASE,
)
_LOSING = re.compile(r"\s*/(?:clear|exit|quit|logout|rewind|reset)\b")  # commands of agents


def risk_of_words(text: str) -> Level:
    """The level of what an agent may do on this text, as far as its words say."""
    levels = [Level.LOW]
    if is_destructive(text) or _LOSING.match(text):
        levels.append(Level.HIGH)
    if text.lstrip().startswith("/"):
        levels.append(Level.MEDIUM)
    levels += [_risk_of_command(command) for command in commands_in(text)]
    return max(levels, key=lambda level: level.rank)


def is_destructive(text: str) -> bool:
    """Whether a text speaks of what cannot be undone, or is seen by others at once."""
    return _DESTRUCTIVE.search(text) is not None


def commands_in(text: str) -> list[str]:
    """The pieces of a text that read like shell commands."""
    quoted = [found.group(1) for found in _QUOTED.finditer(text)]
    rest = _QUOTED.sub("", text)
    bare = [rest[found.start() :] for found in _COMMAND.finditer(rest)]
    return [command for command in quoted if _COMMAND.match(command)] + bare


def _risk_of_command(command: str) -> Level:
    return judge_command(command, _NOWHERE, NO_ADDITIONS).level
