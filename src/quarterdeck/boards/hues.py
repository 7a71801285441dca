"""The colours of sessions and risks that stand as long as nobody sets others."""

# Ten dark hues in order of appearance; surfaces use them as grounds or bands.
SESSIONS = (
    "#0A0A20",
    "#0A200A",
    "#200A0A",
    "#1A1A0A",
    "#150A20",
    "#0A1A1A",
    "#1A0A0A",
    "#0A1020",
    "#1A100A",
    "#0A0A10",
)
# Ground and text of each level.
CRITICAL = ("#800000", "#FFFFFF")
HIGH = ("#604000", "#FFD080")
MEDIUM = ("#203050", "#80C0FF")
LOW = ("#101010", "#A0A0A0")
