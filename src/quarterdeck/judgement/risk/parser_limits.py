"""Texts on which the parser would take too long to give up."""

import re

SHORT = 512  # characters that never take long
SIGNS = 400  # more than people write outside of quotes and heredocs
ODD_SIGNS = 60  # of those that rarely stand so
HEREDOCS = 30
SUBSTITUTIONS = 500

_HEREDOC = re.compile(r"<<-?[ \t]*(['\"\\]?)(\w+)\1(.*)\n(?s:.*?)\n[ \t]*\2(?=\n|\Z)")
_QUOTED = re.compile(r"\\.|'[^']*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
# Where these do not belong, the parser's time grows with the square of their number.
_KEYWORDS = "for|case|select|function|if|while|until|fi|do|done|in|esac|then|else|elif"
_SIGN = re.compile(rf"[^\w\s./,:=~'\"#-]|==|\b(?:{_KEYWORDS})\b")
_ODD = re.compile(
    r"\)(?=[^\s;&|)])|(?<![\w$<>(])\(|(?<=\W)\{|[|!&<>{\[]\s*[|!)}]|\$[^\w({?@*#]|`|<[<>]|==|\$\{|=\(|"
    r"\b(?:for|case|select|function)\b"
)


def tangled(text: str) -> bool:
    """Whether a text is full of characters that make no sense together."""
    if len(text) <= SHORT:
        return False
    if text.count("<<") > HEREDOCS or text.count("$(") > SUBSTITUTIONS:
        return True
    bones = _QUOTED.sub(" q ", _HEREDOC.sub(r" \3\n", text))
    if len(bones) <= SHORT:
        return False
    signs = len(_SIGN.findall(bones))
    if signs > SIGNS:
        return True
    return signs > ODD_SIGNS and len(_ODD.findall(bones)) + _unopened(bones) > ODD_SIGNS


def _unopened(text: str) -> int:
    """How many parentheses close that never opened."""
    depth = unopened = 0
    for sign in re.findall(r"[()]", text):
        depth += 1 if sign == "(" else -1
        if depth < 0:
            depth, unopened = 0, unopened + 1
    return unopened
