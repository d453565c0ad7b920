"""Readers of the real networks' tests, which know nothing of the package, serve here as well."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "real")]
