"""One table of characters that show nothing."""

import pytest

from quarterdeck.judgement.risk.hidden_characters import first_hidden
from quarterdeck.judgement.unseen_characters import UNSEEN
from quarterdeck.judgement.visible_text import plain

# Default_Ignorable_Code_Point of Unicode, with the blank Braille pattern, as single codes.
RANGES = [
    *[(0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5)],
    *[(0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800)],
    *[(0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)],
    *[(0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)],
]
CODES = [code for start, end in RANGES for code in {start, (start + end) // 2, end}]


@pytest.mark.parametrize("code", CODES, ids=hex)
def test_it_is_written_out_and_known_to_the_risk_engine(code: int) -> None:
    text = f"r{chr(code)}m"
    assert UNSEEN.search(text)
    assert plain(text) == f"r⟨U+{code:04X}⟩m"
    assert first_hidden(text) == (1, 2)
