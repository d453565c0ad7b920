"""The command line: python -m gapnet."""

import sys

from .cli import main

sys.exit(main())
