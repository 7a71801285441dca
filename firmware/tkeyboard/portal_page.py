"""The page on which a person says how we reach the daemon, and what its form brings back."""

from binascii import unhexlify

NAMES = ("wifi", "password", "link")
_PAGE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>T-Keyboard</title>
<style>body{{font:18px sans-serif;max-width:24em;margin:1em auto;padding:0 1em}}
label,input,button{{display:block;width:100%;box-sizing:border-box;font:inherit;margin:.4em 0}}
input,button{{padding:.5em}}</style><h1>T-Keyboard</h1>{}"""
_FORM = """<p role="alert">{said}</p><form method="post" action="/">
<label>Name of the Wi-Fi<input name="wifi" value="{wifi}" maxlength="32" autocapitalize="off"
autocomplete="off" required></label>
<label>Its password<input name="password" type="password" maxlength="64"
autocomplete="off"></label>
<label>Link of <code>qd pair</code>, or the computer's address; empty: it is looked for
<input name="link" value="{link}" maxlength="200" autocapitalize="off" autocomplete="off"></label>
<button>Save</button></form>"""
_DONE = """<p>Saved. The keyboard now joins <b>{}</b>; this network is gone in a moment.</p>
<p>If key 4 then says <i>no Wi-Fi</i>, the password was wrong: hold keys 1 and 2 while it starts,
and come here again.</p>"""


def form(said: str = "", wifi: str = "", link: str = "") -> str:
    """The page with its form; `said` is what was wrong. A password is never shown again."""
    filled = _FORM.format(said=escaped(said), wifi=escaped(wifi), link=escaped(link))
    return _PAGE.format(filled)


def done(wifi: str) -> str:
    """The page that says that all is well."""
    return _PAGE.format(_DONE.format(escaped(wifi)))


def fields(body: bytes) -> dict:
    """What the form brought back, of the names that it has; raises ValueError for no text."""
    found = dict.fromkeys(NAMES, "")
    for part in body.split(b"&"):
        name, _, value = part.partition(b"=")
        name = decoded(name)
        if name in found:
            found[name] = decoded(value).strip()
    return found


def decoded(text: bytes) -> str:
    """A word of a form; raises ValueError if it is no UTF-8."""
    first, *rest = text.replace(b"+", b" ").split(b"%")
    found = bytearray(first)
    for part in rest:
        if len(part) < 2:
            raise ValueError("a sign that is cut off")
        found.extend(unhexlify(part[:2]))
        found.extend(part[2:])
    try:
        return str(found, "utf-8")
    except (UnicodeError, ValueError):
        raise ValueError("no text")


def escaped(text: str) -> str:
    """Text that a page shows and does not run."""
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, name)
    return text
