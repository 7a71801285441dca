"""Which terminals there are on which machine."""

import subprocess
import sys

BOTH = """
import sys
from quarterdeck.app.wiring.terminals import terminals
for on_a_mac in (False, True):
    terminals(None, None, None, on_a_mac=on_a_mac)
    print("quarterdeck.terminals.macos.terminal" in sys.modules)
"""


def test_the_macs_own_terminals_are_loaded_on_a_mac_alone() -> None:
    words = [sys.executable, "-c", BOTH]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert told.split() == ["False", "True"]
