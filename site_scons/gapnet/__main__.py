"""The command line: python -m gapnet."""

import sys

try:
    from .cli import main
    sys.exit(main())
except KeyboardInterrupt:  # before or after what catches it
    sys.exit(130)
except ModuleNotFoundError as error:
    if error.name not in ("pycparser", "xxhash"):
        raise
    print(f"gapnet needs the Python package {error.name}. Install it with '{sys.executable} -m pip install pycparser xxhash'",
          file=sys.stderr)
    sys.exit(2)
