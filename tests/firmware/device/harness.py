"""Runs the checks of a module one after another, and tells how each went."""

import io
import json
import sys

import world


async def run(module):
    checks = __import__(module)
    for name in sorted(dir(checks)):
        if not name.startswith("check_"):
            continue
        said = ""
        try:
            found = getattr(checks, name)()
            if hasattr(found, "send"):
                await found
        except Exception as error:  # noqa: BLE001
            text = io.StringIO()
            sys.print_exception(error, text)
            said = text.getvalue()
        world.tell(json.dumps({"check": name, "failure": said}))
