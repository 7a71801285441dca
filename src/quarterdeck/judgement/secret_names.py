"""Names whose values are secrets, and values that are not secret all the same."""

import re
from functools import lru_cache


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SECRET = _words("""
    token secret password passwd passphrase passcode pass pwd pw credential credentials apikey
    authtoken accesstoken pat sig signature storepass keypass
""")
_ENDINGS = ("password", "passwd", "passphrase", "token", "secret", "apikey", "pwd", "passcode")
_KEYS = _words("""
    api access private secret auth session signing encryption master account service storage
    shared license subscription webhook deploy app client decryption
""")
# Words behind which a name still means the secret itself, and not something about it.
_TRAILING = _words("base value text env prod dev test staging live old new main raw")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

_TYPES = _words("""
    string str int integer number bool boolean none null nil true false undefined any object
    optional required bytes text unknown void float never enabled disabled default hidden
    password secret token bearer basic digest negotiate readonly public private protected
    include omit same-origin
""")
_TYPE = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")
_IDENTIFIER = re.compile(r"[A-Za-z_]+(?:\.[A-Za-z_]+)+|[a-z]+(?:_[a-z]+)+")
_SEGMENTS = re.compile(r"[\w.-]+(?:/[\w.-]*)+")


@lru_cache(maxsize=1024)
def is_secret(name: str) -> bool:
    """Whether a value of this name is a secret: `DB_PASS` is, `max_tokens` and `tokenizer` not."""
    words = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and (words[-1] in _TRAILING or words[-1].isdigit()):
        words.pop()
    if not words:
        return False
    last, before = words[-1], words[-2:-1]
    if last == "key":
        return not _KEYS.isdisjoint(before)
    return last in _SECRET or (len(last) < 30 and last.endswith(_ENDINGS))


def is_plain(value: str) -> bool:
    """Whether a value is no secret, whatever it is called: a path, a type, a name in code."""
    return is_path(value) or value.lower() in _TYPES or bool(_IDENTIFIER.fullmatch(value))


def is_type(value: str) -> bool:
    """Whether a value is written like the name of a type."""
    return bool(_TYPE.fullmatch(value))


def is_path(value: str) -> bool:
    """Whether a value names a file: it begins like one, or is made of plain folders."""
    if value.startswith(("/", "~", "./", "../", "@")):
        return True
    return bool(_SEGMENTS.fullmatch(value)) and not _is_mixed(value)


def _is_mixed(value: str) -> bool:
    """Whether a value has what keys are made of: small and large letters, and digits."""
    return bool(re.search("[a-z]", value) and re.search("[A-Z]", value) and re.search(r"\d", value))
