"""Construction variables of env.GapFlash and env.GapRun: names, defaults and documentation."""

DEFAULTS = {
    "GAP_TARGET": ("", "chip that gapy is for, as gap9: one of those in gapnet/gapy.py"),
    "GAP_PLATFORM": ("gvsoc", "where gapy runs the program: gvsoc or board"),
    "GAP_MEMORY": ("", "flash whose readfs partition gets the files (default: the chip's usual one)"),
    "GAP_WORK": ("", "folder for gapy's files (default: PROGRAM.TARGET-PLATFORM beside the program)"),
    "GAPY": ("", "gapy itself (default: the SDK's, else the one on PATH)"),
    "GAPYFLAGS": ((), "further options for gapy, before its sub-commands"),
    "GAPYCOMSTR": (None, "line printed when gapy is called (default: Running ... on ...)"),
    "GAPYVERBOSE": (False, "print the whole command line of gapy"),
}


def set_defaults(env):
    """Give every variable that the user has not set its default."""
    env.SetDefault(**{name: value for name, (value, _) in DEFAULTS.items()})
