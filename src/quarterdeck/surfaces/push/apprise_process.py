"""The process that sends one message through Apprise; it reads the address from standard input."""

import json
import logging
import sys

NOT_INSTALLED = 3
BAD_ADDRESS = 4
NOT_TAKEN = 1


def main() -> int:
    """Send the message on standard input."""
    try:
        from apprise import Apprise
    except ImportError:
        return NOT_INSTALLED
    said = json.load(sys.stdin)
    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    service = Apprise()
    if not service.add(said["url"]):
        return BAD_ADDRESS
    return 0 if service.notify(body=said["text"], title=said["title"]) else NOT_TAKEN


if __name__ == "__main__":
    sys.exit(main())
