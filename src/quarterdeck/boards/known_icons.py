"""Pictures that are ready by name, and which labels are better shown as one than as text."""

import re
from enum import StrEnum

from quarterdeck.boards.icons import SUFFIX, Icon, icon_of


class Category(StrEnum):
    """What a picture is about."""

    CONFIRMATIONS = "confirmations"
    CONTROL = "control"
    ACTIONS = "actions"
    FILES = "files"
    NAVIGATION = "navigation"
    GIT = "git"
    STATUS = "status"


_ICONS: dict[Category, dict[str, str]] = {
    Category.CONFIRMATIONS: {
        "yes": "✅",
        "no": "❌",
        "always": "⚠️",
        "maybe": "🤔",
        "approve": "👍",
        "deny": "🚫",
        "cancel": "⛔",
    },
    Category.CONTROL: {
        "stop": "🛑",
        "background": "⏸️",
        "continue": "🟢",
        "proceed": "🟢",
        "retry": "🔄",
        "skip": "⏭️",
        "undo": "↩️",
    },
    Category.ACTIONS: {
        "run": "▶️",
        "test": "🧪",
        "debug": "🐛",
        "fix": "🔧",
        "build": "🔨",
        "deploy": "🚀",
        "review": "🔍",
        "explain": "💬",
        "plan": "📋",
        "refactor": "🧹",
        "docs": "📖",
    },
    Category.FILES: {
        "save": "💾",
        "delete": "🗑️",
        "copy": "📄",
        "open": "📂",
        "edit": "📝",
        "overwrite": "📝",
    },
    Category.NAVIGATION: {
        "back": "⬅️",
        "next": "➡️",
        "up": "⬆️",
        "down": "⬇️",
        "home": "🏠",
        "exit": "🏁",
        "more": "👉",
    },
    Category.GIT: {
        "commit": "💾",
        "push": "📡",
        "pull": "📩",
        "merge": "🔀",
        "diff": "📊",
    },
    Category.STATUS: {
        "done": "🎉",
        "error": "💥",
        "warning": "⚠️",
        "info": "ℹ️",
        "help": "❓",
        "wait": "⏳",
    },
}
# Labels that mean a picture of another name.
_SAME = {
    "ok": "yes",
    "allow": "yes",
    "more info": "info",
    "forward": "next",
    "try again": "retry",
    "success": "done",
}
_LETTERS = re.compile(r"[^\w ]+")

CATEGORY_OF = {name: category for category, icons in _ICONS.items() for name in icons}
# The word stands below its emoji: a cross alone could be "No" as well as "Cancel".
KNOWN = {
    name: icon_of(emoji, name.upper(), "")
    for icons in _ICONS.values()
    for name, emoji in icons.items()
}


def known_file(file: str) -> Icon | None:
    """What a ready picture is made of, by its file name."""
    return KNOWN.get(file.removesuffix(SUFFIX))


def icon_for(label: str) -> Icon:
    """How a label is best shown: by the picture of a word that everybody knows, else as it is.

    Sentences, numbers and names of things stay text: no picture says them.
    """
    words = " ".join(_LETTERS.sub(" ", label.lower()).split())
    known = KNOWN.get(_SAME.get(words, words))
    return known or icon_of("", label, "")
