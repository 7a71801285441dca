"""Draws icons in a process of its own: what to draw comes in, pictures go out, one after another.

`python -m quarterdeck.surfaces.tkeyboard.icon_process`, with a list of `[emoji, text, colour]`
as JSON on its standard input.
"""

import json
import sys

NOT_INSTALLED = 3
NO_FONT = 4


def main() -> int:
    """Draw what is wanted."""
    wanted = json.loads(sys.stdin.buffer.read())
    try:
        from quarterdeck.surfaces.kit.fonts import NoFont
        from quarterdeck.surfaces.tkeyboard.drawing import draw, encoded
    except ImportError:
        return NOT_INSTALLED
    from quarterdeck.boards.icons import Icon

    try:
        for emoji, text, colour in wanted:
            sys.stdout.buffer.write(encoded(draw(Icon(emoji, text, colour))))
    except NoFont as error:
        sys.stderr.write(str(error))
        return NO_FONT
    return 0


if __name__ == "__main__":
    sys.exit(main())
