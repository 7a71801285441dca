"""How a promise that is not kept is told."""


class Broken(AssertionError):
    """A promise was broken."""


def hold(kept: bool, why: str) -> None:
    """A promise is kept, or this is said."""
    if not kept:
        raise Broken(why)
