"""The command-line parser, whose errors are one sentence."""

import argparse
from typing import NoReturn

from typing_extensions import override

from quarterdeck.app.cli.console import Exit, complain


class Parser(argparse.ArgumentParser):
    """Says in two lines what is wrong and where to look, instead of a usage message."""

    @override
    def error(self, message: str) -> NoReturn:
        problem = message[:1].upper() + message[1:].rstrip(".") + "."
        complain(problem, f"`{self.prog} --help` shows how.")
        raise SystemExit(Exit.USAGE)
