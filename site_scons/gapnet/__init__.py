"""GapNetwork: constants with equal bytes share one allocation in L3 and one file in flash, proved on the C."""

__version__ = "1.0.0"
