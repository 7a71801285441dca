"""Where the calls of the keyboard are found, and which of them need no token."""

READS = ("/inputs", "/hook/get-inputs", "/session/verify", "/status")
CHANGES = ("/update", "/state/update", "/test/button")
CALLS = (*READS, *CHANGES)

GENERATE, CLEAR, PICTURE = "/generate-image", "/images/clear-cache", "/images/{file}"
IMAGES = (GENERATE, CLEAR, PICTURE)


def is_open_call(method: str, path: str) -> bool:
    """The calls that need no token: they reach buttons, and never an ask."""
    return (method == "GET" and path in READS) or (method == "POST" and path in CHANGES)


def is_open_image(method: str, path: str) -> bool:
    """The calls that need no token: they make pictures and reach no session."""
    made = method == "POST" and path in (GENERATE, CLEAR)
    return made or (method in ("GET", "HEAD") and path.startswith("/images/"))
