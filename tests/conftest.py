"""Settings for all tests: the package is found without being installed, and hypothesis repeats itself."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "site_scons"))

for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"):
    os.environ.pop(name, None)  # what is printed is compared to the letter, in processes of their own, too

settings.register_profile(
    "repeatable", max_examples=50, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")


_ORDER = ("unit", "failing", "together", "fuzz", "scons", "judge", "faults", "browser", "example", "soundness", "real",
          "benchmarks")
_SLOW = ("browser", "example", "soundness")


def pytest_collection_modifyitems(items):
    """Fast tests first; the example and the attack on the proof are slow as a whole."""
    folder = {item: item.path.relative_to(Path(__file__).parent).parts[0] for item in items}
    for item in items:
        if folder[item] in _SLOW:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: _ORDER.index(folder[item]))
