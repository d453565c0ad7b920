"""The fuzzers are scripts that find each other by name; the tests look there, too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
