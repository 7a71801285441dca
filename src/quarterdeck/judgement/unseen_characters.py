"""Characters that show nothing or reverse what is shown: one table for all readers of text."""

import re

# Unicode's Default_Ignorable_Code_Point, and what is drawn as nothing without being in it.
IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Line ends that few programs know, and halves of characters.
ODD = "\u0085\u2028\u2029\ud800-\udfff"
# Those of them that belong into emoji and into scripts other than Latin.
JOINING = "\u200c\u200d\ufe0e\ufe0f\u180b-\u180f\u061c\u200e\u200f"
DIRECTION = "\u202a-\u202e\u2066-\u2069"

UNSEEN = re.compile(f"[{IGNORABLE}{ODD}]")
