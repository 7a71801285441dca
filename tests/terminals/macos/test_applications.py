"""Which application shows a terminal."""

import pytest
from tests.terminals.macos.fake_mac import FakeMac

from quarterdeck.terminals.macos.applications import application_on, named_by, terminal_of


@pytest.mark.parametrize(
    ("paths", "application"),
    [
        (["/bin/zsh", "/Applications/iTerm.app/Contents/MacOS/iTerm2"], "iTerm2"),
        (["/opt/iTerm2/iTermServer-3.5.2"], "iTerm2"),
        (["/System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal"], "Terminal"),
        (["/Applications/Visual Studio Code.app/Contents/MacOS/Electron"], "Visual Studio Code"),
        (["/bin/zsh", "/usr/bin/login"], None),
    ],
)
def test_the_nearest_application_above_a_program_shows_it(
    paths: list[str], application: str | None
) -> None:
    assert named_by(paths) == application


async def test_a_program_in_a_terminal_tells_whose_it_is(mac: FakeMac) -> None:
    tty = mac.tab("Apple_Terminal")
    assert await terminal_of(mac.pid) == tty
    assert await application_on(tty) == "Terminal"
    assert await application_on(mac.tab("of my own")) is None
    assert await application_on("/dev/nowhere") is None


async def test_a_process_that_is_gone_has_no_terminal() -> None:
    assert await terminal_of(2**22) is None
