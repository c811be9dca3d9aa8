"""`python -m scalemodel` is the same as the `scalemodel` command."""

import sys

from scalemodel.cli import main

if __name__ == "__main__":
    sys.exit(main())
