"""Removes secrets from what is shown and written.

Only what is data to a shell is masked: a plain run of characters, or what stands in quotes without
any sign that a shell acts on there. A variable that the same text runs is never masked, so that a
mask cannot hide a command.
"""

import re
from collections.abc import Callable, Iterator

from quarterdeck.judgement.secret_names import is_path, is_plain, is_secret, is_type

MASK = "••••"
Range = tuple[int, int]


def masked(text: str) -> str:
    """The text without its secrets."""
    at, parts = 0, []
    for start, end in secret_ranges(text):
        parts += [text[at:start], MASK]
        at = end
    return "".join([*parts, text[at:]]) if parts else text


def secret_ranges(text: str) -> list[Range]:
    """Where secrets are in a text, in order; none overlaps another."""
    lowered = text.lower()
    found = sorted(
        place
        for signs, finder in _FINDERS
        if any(sign in lowered for sign in signs)
        for place in finder(text)
    )
    apart: list[Range] = []
    for start, end in found:
        if apart and start < apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return apart


def masked_deep(value: object) -> object:
    """The same for every text inside lists and mappings; a secret's name masks its value."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {masked(str(k)): _masked_entry(str(k), v) for k, v in value.items()}
    if isinstance(value, list):
        return [masked_deep(v) for v in value]
    return value


# One word, with nothing in it that a shell would act on.
_ENTRY = re.compile(r"[^\s;|&$()<>`'\"\\]{4,}")


def _masked_entry(name: str, value: object) -> object:
    if is_secret(name) or is_secret(name.removesuffix("s")):
        if isinstance(value, str) and _ENTRY.fullmatch(value) and not is_path(value):
            return MASK
        if isinstance(value, list):
            return [_masked_entry(name, one) for one in value]
    return masked_deep(value)


# --- values ----------------------------------------------------------------

# Runs are bounded and nothing is tried twice, so that no text takes long.
_BARE = re.compile(r"[A-Za-z0-9_\-./+=~%!^]{1,4096}")
_QUOTED = {q: re.compile(rf"[^{q}\n\t\\$`;|()<>{{}}*?'\"]{{1,256}}(?={q})") for q in "'\""}
_GOES_ON = frozenset("([{$`")  # behind a value: it was code, or only a part of one


def _value(text: str, at: int, least: int) -> Range | None:
    """The value that begins here, perhaps in quotes, if it can be a secret."""
    quote = text[at : at + 1]
    if quote in ("'", '"'):
        found = _QUOTED[quote].match(text, at + 1)
    else:
        found = _BARE.match(text, at)
        if found and text[found.end() : found.end() + 1] in _GOES_ON:
            return None
    if not found or len(found[0]) < least or is_plain(found[0]):
        return None
    return found.span()


# --- names of secrets ------------------------------------------------------

_KEYWORD = re.compile(
    r"pass|pwd|pw\b|token|secret|credential|key|\bsig\b|signature|_pat\b", re.IGNORECASE
)
_NAME_TAIL = re.compile(r"[A-Za-z0-9_\-]{0,40}")
_NAME_HEAD = re.compile(r"[A-Za-z0-9_.\-]{0,40}\Z")
# Around `=` only before a quote: after `TOKEN= ` a shell runs what follows.
_IS = re.compile(r"['\"]?(?:=(?!=)| {0,4}= {0,4}(?=['\"])| {0,8}:(?!/)[ \t]{0,8})")
_SETTING = re.compile(r"(?:\bset[ \t]+\S{0,80}|\blogin[ \t]+\S{1,80}[ \t]+)\Z")


def _named(text: str) -> Iterator[Range]:
    """`NAME=value`, `"name": "value"`, `--name value`, `set name value`."""
    end = 0
    for word in _KEYWORD.finditer(text):
        if word.start() < end:
            continue
        before = text[max(0, word.start() - 40) : word.start()]
        head = _NAME_HEAD.search(before)
        tail = _NAME_TAIL.match(text, word.end())
        stop = tail.end() if tail else word.end()
        name = f"{head[0] if head else ''}{text[word.start() : stop]}"
        end = stop
        found = _assigned(text, name, stop) if is_secret(name) else None
        if found:
            yield found


def _assigned(text: str, name: str, at: int) -> Range | None:
    """The value that a name of a secret is given."""
    sign = _IS.match(text, at)
    if sign:
        found = _value(text, sign.end(), 6)
        if found and ":" in sign[0] and is_type(text[slice(*found)]):
            return None
        return found if found and not _runs(text, name) else None
    given = name.startswith("-") or _SETTING.search(
        text, max(0, at - len(name) - 90), at - len(name)
    )
    if given and text[at : at + 1] == " ":
        return _value(text, at + 1, 6)
    return None


def _runs(text: str, name: str) -> bool:
    """Whether a text runs what it gives a variable: `$NAME` is in place of a command."""
    if "$" not in text:
        return False
    return bool(re.search(rf"{_COMMAND_PLACE}['\"]?\$\{{?{re.escape(name)}\b", text))


_COMMAND_PLACE = (
    r"(?:^|[;&|(`{\n]|\b(?:then|do|else|eval|exec|sudo|env|xargs|nohup|time|command|source)\s|"
    r"\b(?:ba|z|k|da)?sh\s|\s-c\s)\s*"
)

# --- options, headers, addresses -------------------------------------------

_LINE = r"[^\n|;&]{0,200}?\s"
_OPTIONS = re.compile(
    rf"\b(?:docker|podman|nerdctl|helm registry|oras|crane|skopeo) login\b{_LINE}-p[ =]?"
    r"|\bsshpass -p ?"
    rf"|\bredis-cli\b{_LINE}-a ?"
    rf"|\b(?:mysql(?:dump|admin|import|show)?|mariadb(?:-dump)?)\b{_LINE}-p(?! )"
    rf"|\bmongo(?:sh|dump|restore|export|import)?\b{_LINE}-p ?"
    rf"|\bsqlcmd\b{_LINE}-P ?|\bldap\w{{2,12}}\b{_LINE}-w ?|\btwine upload\b{_LINE}-p ?"
    rf"|\b(?:un)?zip\b{_LINE}-P ?|\b7z\w?\b{_LINE}-p(?! )"
    rf"|\bsmbclient\b{_LINE}-U ?[\w.\\-]{{1,64}}%"
    r"|\bhtpasswd -[a-zA-Z]*b[a-zA-Z]* \S{1,200} \S{1,64} "
    r"|\bpass:|\bvault login (?=[\w.]*\d)"
    rf"|\baz login\b{_LINE}-p ?"
    r"|\b(?:echo(?: -n)?|printf '%s') "
    r"(?=[^\n|]{1,300}\|[^\n|]{0,200}--(?:password-stdin|with-token))"
    r"|(?:^|\s)(?:-u|--user|-a|--auth)[ =]?['\"]?[A-Za-z0-9_.\-]{1,64}:(?!\d+(?:\s|$))",
    re.MULTILINE,
)


def _optional(text: str) -> Iterator[Range]:
    """`sshpass -p value`, `curl -u user:value`: the option says that it is one."""
    for option in _OPTIONS.finditer(text):
        found = _value(text, option.end(), 3) or _rest_of_quotes(text, option.end())
        if found:
            yield found


def _rest_of_quotes(text: str, at: int) -> Range | None:
    """`'user:value'`: the quotes began before the user."""
    for quote, pattern in _QUOTED.items():
        found = pattern.match(text, at)
        if found and quote in text[max(0, at - 70) : at] and not is_plain(found[0]):
            return found.span()
    return None


_HEADER = re.compile(r"\bauthorization['\"]?[ \t]{0,4}[:=][ \t]{0,4}['\"]?", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][\w-]{0,30}[ ]{1,4}(?=\S)")
_BEARER = re.compile(r"\bbearer ", re.IGNORECASE)
_COOKIE = re.compile(
    r"\bcookie['\"]?[ \t]{0,4}:[ \t]{0,4}['\"]?|\s(?:-b|--cookie)[ =]['\"]?(?=\w{1,64}=)",
    re.IGNORECASE,
)
_COOKIES = re.compile(r"[A-Za-z0-9_\-./+=~%!^; ]{1,4096}")
_CRUMB = re.compile(r"(?:[\w.-]{1,64}=)?([A-Za-z0-9_\-./+=~%!^]{4,})")


def _headed(text: str) -> Iterator[Range]:
    """`Authorization: Scheme value`, whatever the scheme is, and a bare `Bearer value`."""
    for header in _HEADER.finditer(text):
        scheme = _SCHEME.match(text, header.end())
        found = _value(text, scheme.end() if scheme else header.end(), 6)
        if found:
            yield found
    for bearer in _BEARER.finditer(text):
        found = _value(text, bearer.end(), 6)
        if found:
            yield found


def _baked(text: str) -> Iterator[Range]:
    """The values of cookies; their names stay."""
    for header in _COOKIE.finditer(text):
        cookies = _COOKIES.match(text, header.end())
        if cookies:
            crumbs = _CRUMB.finditer(text, cookies.start(), cookies.end())
            yield from (crumb.span(1) for crumb in crumbs if len(crumb[1]) >= 6)


_USER = re.compile(r"://[^/\s:@'\"]{0,64}:([\w\-.+=~%^,!#]{1,256}+)(?=@)")
_TOKEN_USER = re.compile(r"://(?=[\w\-]{0,200}\d)(?=[\w\-]{0,200}[A-Za-z])([\w\-]{20,256}+)(?=@)")
_KEYED = re.compile(r"[?&]key=((?=[\w\-]{0,200}\d)[\w\-]{12,256}+)")
_HOOK = re.compile(
    r"(?:\bhooks\.slack\.com/(?:services|workflows|triggers)/|\bdiscord(?:app)?\.com/api/webhooks/"
    r"|\boffice\.com/webhook(?:b2)?/|/webhooks?/(?=[\w\-]{20}))([\w\-@/]{6,256}+)"
)
_BOT = re.compile(r"\bapi\.telegram\.org/bot([\w\-:]{6,256}+)")


def _addressed(text: str) -> Iterator[Range]:
    """Secrets in addresses: behind a user, as the user, as a key, in the path of a webhook."""
    for pattern in (_USER, _TOKEN_USER, _KEYED, _HOOK, _BOT):
        yield from (found.span(1) for found in pattern.finditer(text))


# --- secrets that betray themselves by their form --------------------------

_TOKENS = re.compile(
    r"\b(?:sk-[A-Za-z0-9_\-]{16,}|[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|gh[pousr]_[A-Za-z0-9]{20,}"
    r"|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_\-]{16,}|xox[abeposr]-[A-Za-z0-9\-]{10,}"
    r"|xapp-[A-Za-z0-9\-]{10,}|A[KS]IA[0-9A-Z]{16}|AIza[0-9A-Za-z_\-]{30,}|npm_[A-Za-z0-9]{30,}"
    r"|pypi-[A-Za-z0-9_\-]{30,}|hf_[A-Za-z0-9]{30,}|SG\.[\w\-]{16,}+\.[\w\-]{16,}+"
    r"|ya29\.[\w\-]{20,}|AGE-SECRET-KEY-1[0-9A-Z]{40,}|(?:dop|doo|dor)_v1_[0-9a-f]{30,}"
    r"|dckr_pat_[\w\-]{20,}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{30,}|lin_api_\w{30,}|gsk_\w{30,}"
    r"|(?<![\w\-])eyJ[\w\-]{10,}+\.[\w\-]{10,}+\.[\w\-]{5,})"
)
_KEY_LINES = re.compile(r"[A-Za-z0-9+/]{40,}={0,2}")


def _formed(text: str) -> Iterator[Range]:
    return (found.span() for found in _TOKENS.finditer(text))


def _key_lines(text: str) -> Iterator[Range]:
    return (found.span() for found in _KEY_LINES.finditer(text))


# Each finder is asked only about texts with one of its signs.
_FINDERS: tuple[tuple[tuple[str, ...], Callable[[str], Iterator[Range]]], ...] = (
    (("private key-----", "private key block-----"), _key_lines),
    (("-", "_", ".", "akia", "asia", "aiza"), _formed),
    (("pass", "pw", "token", "secret", "credential", "key", "sig", "_pat"), _named),
    (("-", "pass:", "vault login"), _optional),
    (("authorization", "bearer"), _headed),
    (("cookie", "-b "), _baked),
    (("://", "?key=", "&key=", "/webhook", "hooks.slack.com", "telegram.org"), _addressed),
)
