"""GapNetwork: constants with equal bytes share one allocation in L3 and one file in flash, proved on the C."""

from pathlib import Path

__version__ = "1.0.0"

_HERE = Path(__file__).parent
TOOLPATH = str(next((p for p in (_HERE / "site_tools", _HERE.parent / "site_tools") if p.is_dir()), _HERE))
"""For `Environment(toolpath=[gapnet.TOOLPATH])` where the package is installed and not copied as site_scons."""
