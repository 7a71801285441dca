"""Small AppleScripts: bring a tab to the front, read its screen, type into it.

A tab is known by its tty, which only some applications tell. Each script looks for the tab
and acts on it in one run, so that nothing is typed into another one that came to the front.
"""

import unicodedata
from dataclasses import dataclass
from textwrap import indent

DONE = "done"
MISSING = "missing"  # no tab of the application has this tty

Script = str


@dataclass(frozen=True, slots=True)
class Tabs:
    """How one application's tabs are found, shown, read and typed into; `spot` is the tab."""

    each: tuple[str, ...]  # the loops to go through, outermost first
    show: str
    read: str
    write: str
    press: str
    any_text: bool  # whether every text can be written, not only what a keyboard types


@dataclass(frozen=True, slots=True)
class Key:
    """A key: the character that a terminal makes of it, and how System Events strikes it."""

    code: int
    stroke: str


KEYS = {
    "Enter": Key(13, "key code 36"),
    "Escape": Key(27, "key code 53"),
    "C-b": Key(2, 'keystroke "b" using control down'),
}
_ITERM = Tabs(
    each=("w in windows", "t in tabs of w", "spot in sessions of t"),
    show="select w\ntell t to select\ntell spot to select",
    read="return contents of spot",
    write="tell spot to write text {text} newline NO",
    press="tell spot to write text (character id {code}) newline NO",
    any_text=True,
)
# Elsewhere: something else came to the front meanwhile.
_FRONT = """set selected of spot to true
set index of w to 1
activate
delay 0.2
if tty of selected tab of front window is not {tty} then return "elsewhere"
tell application "System Events"
  if name of first process whose frontmost is true is not "Terminal" then return "elsewhere"
  {stroke}
end tell"""
_TERMINAL = Tabs(
    each=("w in windows", "spot in tabs of w"),
    show="set selected of spot to true\nset index of w to 1",
    read="return contents of spot",
    write=_FRONT.replace("{stroke}", "keystroke {text}"),
    press=_FRONT,
    any_text=False,
)

TABS = {"iTerm2": _ITERM, "Terminal": _TERMINAL}  # the applications that tell their tabs' ttys


def activate(application: str) -> Script:
    """Bring an application to the front."""
    return f"tell application {quoted(application)} to activate\n"


def show(application: str, tty: str) -> Script:
    """Select the tab with this tty."""
    return _in_tab(application, tty, TABS[application].show)


def read(application: str, tty: str) -> Script:
    """Give what is on the tab's screen."""
    return _in_tab(application, tty, TABS[application].read)


def write(application: str, tty: str, text: str) -> Script:
    """Type a text into the tab; nothing submits it."""
    # Last of all: what stands in a text is never taken for a place to fill in.
    script = _in_tab(application, tty, TABS[application].write)
    return script.replace("{text}", quoted(text))


def press(application: str, tty: str, name: str) -> Script:
    """Press a key in the tab."""
    key = KEYS[name]
    action = TABS[application].press.replace("{code}", str(key.code))
    return _in_tab(application, tty, action.replace("{stroke}", key.stroke))


def can_write(application: str, text: str) -> bool:
    """Whether a text reaches this application unchanged: one line, of characters that it takes."""
    signs = all(unicodedata.category(sign) not in ("Cc", "Zl", "Zp") for sign in text)
    return signs and (TABS[application].any_text or text.isascii())


def quoted(text: str) -> str:
    """Write a text as one AppleScript literal; what controls is left out, so nothing ends it."""
    plain = "".join(sign for sign in text if unicodedata.category(sign) not in ("Cc", "Zl", "Zp"))
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _in_tab(application: str, tty: str, action: str) -> Script:
    tabs = TABS[application]
    body = f'if tty of spot is {{tty}} then\n{indent(action, "  ")}\n  return "{DONE}"\nend if'
    for loop in reversed(tabs.each):
        body = f"repeat with {loop}\n{indent(body, '  ')}\nend repeat"
    # Asking an application that does not run would start it.
    script = f'if application "{application}" is not running then return "{MISSING}"\n'
    script += f'tell application "{application}"\n{indent(body, "  ")}\nend tell\n'
    return script.replace("{tty}", quoted(tty)) + f'return "{MISSING}"\n'
