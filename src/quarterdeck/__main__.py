"""`python -m quarterdeck`: the same as `qd`."""

import sys

from quarterdeck.app.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
