"""Secrets taken out of what is shown and written down.

Only plain runs of token characters are masked, never anything that a shell would
act on, so that a mask cannot hide a command.
"""

import re

MASK = "••••"

_VALUE = r"[A-Za-z0-9_\-./+=~%]{6,}"
_NAME = (
    r"[A-Za-z0-9_\-]*(?:api[_-]?key|access[_-]?key|secret|token|passw(?:or)?d|passwd|pwd|credential"
    r"|private[_-]?key|auth[_-]?key|session[_-]?key)[A-Za-z0-9_\-]*"
)

# Each pattern keeps group 1 and masks what follows it up to group 2.
_PATTERNS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # NAME=value, "name": "value", --name value, name: value
        rf"((?<![A-Za-z0-9])['\"]?{_NAME}['\"]?\s*[=:]\s*['\"]?){_VALUE}",
        rf"(--?{_NAME}[ =]['\"]?){_VALUE}",
        # Authorization: Bearer value
        rf"((?:authorization|x-api-key|cookie)['\"]?\s*[:=]\s*['\"]?(?:(?:bearer|basic|token) )?)"
        rf"{_VALUE}",
        rf"(\bbearer ){_VALUE}",
        # scheme://user:password@host
        r"([a-z][a-z0-9+.\-]*://[^/\s:@'\"]{1,64}:)[^/\s:@'\"$`]{1,256}(?=@)",
        # curl -u user:password
        rf"((?:^|\s)(?:-u|--user)[ =]?['\"]?[A-Za-z0-9_.\-]+:){_VALUE}",
        # mysql -pSECRET
        r"(\bmysql(?:dump|admin)?\b[^\n|;&]{0,200}?\s-p)[A-Za-z0-9_\-./+=~%]{3,}",
    )
)

# Tokens that betray themselves by their form.
_TOKENS = re.compile(
    r"\b(?:sk-[A-Za-z0-9_\-]{16,}|sk_(?:live|test)_[A-Za-z0-9]{16,}|gh[pousr]_[A-Za-z0-9]{20,}"
    r"|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_\-]{16,}|xox[abposr]-[A-Za-z0-9\-]{10,}"
    r"|AKIA[0-9A-Z]{16}|ASIA[0-9A-Z]{16}|AIza[0-9A-Za-z_\-]{30,}|npm_[A-Za-z0-9]{30,}"
    r"|pypi-[A-Za-z0-9_\-]{30,}|eyJ[A-Za-z0-9_\-]{10,}\.[A-Za-z0-9_\-]{10,}\.[A-Za-z0-9_\-]{5,})"
)
_PRIVATE_KEY = re.compile(
    r"(-----BEGIN [A-Z ]*PRIVATE KEY-----)[A-Za-z0-9+/=\s\\]{16,}"
    r"(-----END [A-Z ]*PRIVATE KEY-----)?"
)


def masked(text: str) -> str:
    """The text without its secrets."""
    if "PRIVATE KEY" in text:
        text = _PRIVATE_KEY.sub(rf"\1 {MASK} \2", text)
    text = _TOKENS.sub(MASK, text)
    for pattern in _PATTERNS:
        text = pattern.sub(rf"\1{MASK}", text)
    return text


def masked_deep(value: object) -> object:
    """The same for every text inside lists and mappings; a secret's name masks its value."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {k: _masked_entry(str(k), v) for k, v in value.items()}
    if isinstance(value, list):
        return [masked_deep(v) for v in value]
    return value


_WHOLE_NAME = re.compile(_NAME, re.IGNORECASE)


def _masked_entry(name: str, value: object) -> object:
    if isinstance(value, str) and _WHOLE_NAME.fullmatch(name) and re.fullmatch(_VALUE, value):
        return MASK
    return masked_deep(value)
