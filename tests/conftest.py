"""Settings for all tests: the package is found without being installed, and hypothesis repeats itself."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "site_scons"))

settings.register_profile(
    "repeatable", max_examples=50, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")
