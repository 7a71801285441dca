"""Secrets taken out of what is shown and written down.

Only plain runs of token characters are masked, never anything that a shell would
act on, so that a mask cannot hide a command.
"""

import re

MASK = "••••"

_VALUE = r"[A-Za-z0-9_\-./+=~%]{6,}"
_WORDS = [
    "api_key",
    "api-key",
    "apikey",
    "access_key",
    "access-key",
    "accesskey",
    "secret",
    "token",
    "password",
    "passwd",
    "pwd",
    "credential",
    "private_key",
    "private-key",
    "privatekey",
    "auth_key",
    "auth-key",
    "authkey",
    "session_key",
    "session-key",
    "sessionkey",
]
_WORD = rf"(?:{'|'.join(_WORDS)})"
# Runs are bounded and nothing is tried twice, so that no text takes long: a name of a secret
# is found by its word, wherever that stands in it.
_REST = r"[A-Za-z0-9_\-]{0,40}"
# No space around "=": after `TOKEN= ` a shell runs what follows.
_IS = r"['\"]?(?:=| {0,8}:[ \t]{0,8})['\"]?"

# Each pattern keeps group 1 and masks what follows; only texts with one of its words are searched.
_PATTERNS: tuple[tuple[list[str], re.Pattern[str]], ...] = tuple(
    (words, re.compile(pattern, re.IGNORECASE))
    for words, pattern in (
        # NAME=value, "name": "value", name: value
        (_WORDS, rf"({_WORD}{_REST}{_IS}){_VALUE}"),
        # --name value
        (_WORDS, rf"((?<![\w\-])--?{_REST}?{_WORD}{_REST} ['\"]?){_VALUE}"),
        # Authorization: Bearer value
        (
            ["authorization", "x-api-key", "cookie"],
            rf"((?:authorization|x-api-key|cookie){_IS}(?:(?:bearer|basic|token) )?){_VALUE}",
        ),
        (["bearer"], rf"(\bbearer ){_VALUE}"),
        # scheme://user:password@host
        (["://"], r"(://[^/\s:@'\"]{0,64}:)[\w\-.+=~%^,!#]{1,256}+(?=@)"),
        # curl -u user:password
        (["-u"], rf"((?:^|\s)(?:-u|--user)[ =]?['\"]?[A-Za-z0-9_.\-]{{1,64}}:){_VALUE}"),
        # mysql -pSECRET
        (
            ["mysql"],
            r"(\bmysql(?:dump|admin)?\b[^\n|;&]{0,200}?\s-p)[A-Za-z0-9_\-./+=~%]{3,}",
        ),
    )
)

# Tokens that betray themselves by their form.
_TOKENS = re.compile(
    r"\b(?:sk-[A-Za-z0-9_\-]{16,}|sk_(?:live|test)_[A-Za-z0-9]{16,}|gh[pousr]_[A-Za-z0-9]{20,}"
    r"|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_\-]{16,}|xox[abposr]-[A-Za-z0-9\-]{10,}"
    r"|AKIA[0-9A-Z]{16}|ASIA[0-9A-Z]{16}|AIza[0-9A-Za-z_\-]{30,}|npm_[A-Za-z0-9]{30,}"
    r"|pypi-[A-Za-z0-9_\-]{30,}"
    r"|(?<![\w\-])eyJ[\w\-]{10,}+\.[\w\-]{10,}+\.[\w\-]{5,})"
)
_KEY_LINES = re.compile(r"[A-Za-z0-9+/]{40,}={0,2}")


def masked(text: str) -> str:
    """The text without its secrets."""
    if "PRIVATE KEY-----" in text:
        text = _KEY_LINES.sub(MASK, text)
    text = _TOKENS.sub(MASK, text)
    lowered = text.lower()
    for words, pattern in _PATTERNS:
        if any(word in lowered for word in words):
            text = pattern.sub(rf"\1{MASK}", text)
    return text


def masked_deep(value: object) -> object:
    """The same for every text inside lists and mappings; a secret's name masks its value."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {masked(str(k)): _masked_entry(str(k), v) for k, v in value.items()}
    if isinstance(value, list):
        return [masked_deep(v) for v in value]
    return value


_WHOLE_NAME = re.compile(rf"[A-Za-z0-9_\-]*{_WORD}[A-Za-z0-9_\-]*", re.IGNORECASE)


# One word, with nothing in it that a shell would act on.
_ENTRY = re.compile(r"[^\s;|&$()<>`'\"\\]{4,}")


def _masked_entry(name: str, value: object) -> object:
    if _WHOLE_NAME.fullmatch(name):
        if isinstance(value, str) and _ENTRY.fullmatch(value):
            return MASK
        if isinstance(value, list):
            return [_masked_entry(name, one) for one in value]
    return masked_deep(value)
