"""Where the package and the helpers of other tests lie: the fuzzers run as scripts. To be imported before them."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
sys.path[:0] = [str(TESTS.parent / "site_scons"), str(TESTS / "soundness")]
