"""The helpers of this folder are plain modules beside the tests; projects and networks are those of the other folders."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "unit"), str(HERE.parent / "scons")]
