#!/usr/bin/env python3
"""Cuts fonts down to the characters that keys show; `scripts/vendor-fonts` calls it."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), *range(0x2030, 0x203B)]
KANA = [*range(0x3000, 0x3100), *range(0xFF61, 0xFFA0)]
FULL_WIDTH = range(0xFF01, 0xFFEF)
SYMBOLS = [
    *LATIN,  # should the first fonts be missing
    *range(0x180, 0x250),  # more Latin
    *range(0x300, 0x370),  # combining marks
    *range(0x370, 0x530),  # Greek, Cyrillic
    *range(0x5D0, 0x5EB),  # Hebrew
    *range(0x600, 0x700),  # Arabic
    *range(0x1E00, 0x2000),
    *range(0x2000, 0x2C00),  # punctuation, arrows, signs, box drawing, shapes, dingbats
    *range(0xFB50, 0xFE00),  # Arabic forms
    *range(0xFE70, 0xFEFF),
    0xFFFD,
]
EMOJI = (
    "😀😃😄😁😅😂🙂🙃😉😊😍😎🤔🤖🤷🙄😬😴😮😢😭😱😡🤯🥳🤝👍👎👌👏🙏💪👀👉👈👆👇🫡"
    "❤💔💙💚💛💜🖤✅❌❎⚠⛔🚫🚨🔥✨⭐🌟💥💡💯🎉🎯🏁🏆🚀🛸✈🚗🚧🚦⚓⛵🛑"
    "📁📂📄📃📑📊📈📉📋📌📍📎📏📐📝📦📧📨📩📬📡📢📣📚📖📅📆🗂🗃🗄🗑🖥💻⌨🖱🖨📱📷🎥"
    "🔍🔎🔐🔑🔒🔓🔔🔕🔗🔧🔨🔩🛠⚙🧰🧪🧬🧹🧱🧩🧠🔋🔌🪛🪝🪄🪵🐛🐞🐍🐳🐋🐙🐱🐶🦀🦄🦊🐧🐢"
    "🌍🌎🌏🌐🌈☀🌙☁⚡❄☔🌊🌱🌲🍀🍎☕🍺🍕🎂🎨🎬🎮🎲🎵🏃🏠🏢🏷💰💳💾💿🧾⏰⏱⏲⏳⌛🕐"
    "🟢🟡🔴🔵🟠🟣⚪⚫🟥🟧🟨🟩🟦⬛⬜◼◻🔶🔷🔸🔹🔺🔻▶⏸⏹⏺⏭⏮🔀🔁🔂🔃🔄⬆⬇⬅➡↩↪🔙🔚🔛🔜🔝"
    "🆕🆗🆒🆘🆙ℹ❓❗❕❔➕➖➗✖✔☑🔘👤👥👷🧑👩👨🕵💬💭🗨🏴🇯🇵🇺🇸🇬🇧🇩🇪🇫🇷🇪🇺🏳"
)
JOINING = [0x200D, 0xFE0F, 0x20E3, *map(ord, "0123456789#*")]


def jis(first: int, last: int) -> list[int]:
    """The characters in these rows of JIS X 0208."""
    found = []
    for row in range(first, last + 1):
        for cell in range(1, 95):
            try:
                found.append(ord(bytes((0xA0 + row, 0xA0 + cell)).decode("euc_jp")))
            except UnicodeDecodeError:
                continue
    return found


def cut(source: Path, target: Path, characters: Iterable[int], *, layout: bool) -> list[int]:
    """Write a font with these characters only, and say which of them it has."""
    options = Options()
    options.flavor = "woff2" if target.suffix == ".woff2" else None
    options.layout_features = ["*"] if layout else ["kern", "mark", "mkmk", "ccmp"]
    options.hinting = True
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 4, 5, 6, 13, 14]
    font = load_font(str(source), options, dontLoadGlyphNames=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    save_font(font, str(target), options)
    covered = sorted(font.getBestCmap())
    print(f"{target.name}: {target.stat().st_size // 1024} KB")
    return covered


def ranges(codes: list[int]) -> str:
    """Code points in hexadecimal, neighbours as ranges: 20-7e,a9."""
    found: list[list[int]] = []
    for code in codes:
        if found and code == found[-1][1] + 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return ",".join(f"{a:x}-{b:x}" if a < b else f"{a:x}" for a, b in found)


def main() -> None:
    """Cut every font."""
    fonts, target = Path(sys.argv[1]), Path(sys.argv[2])
    mplus = fonts / "opentype" / "mplus"
    text = [*LATIN, *KANA, *jis(1, 8)]
    regular, bold = [*text, *jis(16, 84)], [*text, *jis(16, 47)]
    dejavu = fonts / "truetype" / "dejavu" / "DejaVuSansMono.ttf"
    misaki = fonts / "truetype" / "misaki" / "misaki_gothic.ttf"
    emoji = fonts / "truetype" / "noto" / "NotoColorEmoji.ttf"
    wanted = {
        "m-plus-1-code.woff2": (mplus / "Mplus1Code-Regular.otf", regular, False),
        "m-plus-1-code-bold.woff2": (mplus / "Mplus1Code-Bold.otf", bold, False),
        "m-plus-1.woff2": (mplus / "Mplus1-Regular.otf", FULL_WIDTH, False),
        "dejavu-sans-mono.woff2": (dejavu, SYMBOLS, True),
        "misaki.woff2": (misaki, [*LATIN, *KANA, *jis(1, 84)], False),
        "noto-color-emoji.ttf": (emoji, [*map(ord, EMOJI), *JOINING], True),
    }
    covered = {
        name: ranges(cut(source, target / name, characters, layout=layout))
        for name, (source, characters, layout) in wanted.items()
    }
    (target / "coverage.json").write_text(json.dumps(covered, indent=1) + "\n")


if __name__ == "__main__":
    main()
