"""The helpers of this folder are plain modules beside the tests."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent)]
