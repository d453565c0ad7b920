"""Construction variables of the tool: names, defaults, documentation, and what their values must be."""

import os
import sys
from pathlib import Path

import SCons
from gapnet import boards
from gapnet.errors import InputError
from gapnet.functions import function_table
from gapnet.gate import Rules
from gapnet.image import DEFAULT_ALIGN, LARGEST_ALIGN, checked_align
from gapnet.listing import as_text, headline
from gapnet.options import Options
from gapnet.progress import shown
from gapnet.sizes import parse_size
from gapnet.terminal import look
from SCons.Errors import UserError
from SCons.Util import is_List
from SCons.Variables import BoolVariable

PREFIX = "GAPNETWORK_"
DEFAULTS = {
    "GAPNETWORK_NAME": (None, "how reports call the network (default: the name of the target folder)"),
    "GAPNETWORK_FUNCTIONS": ((), "what the project's own functions do, as in functions.txt: "
                                 "['my_read(none, read, local, number)']"),
    "GAPNETWORK_ALIGN": (DEFAULT_ALIGN, "alignment of file data in the image, bytes; 4 is what gapy writes"),
    "GAPNETWORK_SHARE": (True, "off: the C stays as it is and only the image is built"),
    "GAPNETWORK_COMMON": (True, "off: Init functions have no memory in common, each allocates what it needs"),
    "GAPNETWORK_VERIFY": (True, "compare the result with the original in every build"),
    "GAPNETWORK_BOARD": (None, f"board whose L3 and flash hold: {', '.join(boards.BOARDS)} (default: none)"),
    "GAPNETWORK_L3_SIZE": (None, "bytes of the RAM behind L3, as 8M: networks must fit (default: the board's, or no limit)"),
    "GAPNETWORK_L2_SIZE": (None, "bytes of L2 that the image's directory and open files may take, as 16K (default: no limit)"),
    "GAPNETWORK_BASELINE": (None, "manifest of an earlier build that every build is compared with (default: none)"),
    "GAPNETWORK_MAX_GROWTH": (None, "bytes, as 4K, by which L3 and the image may each outgrow the baseline (default: no limit)"),
    "GAPNETWORK_REQUIRE_SHARED": ((), "constants that must share memory, as NAME or NETWORK/NAME"),
    "GAPNETWORK_FLASH_TYPE": (None, "flash for GapFlashImage: hyper or spi (default: the board's, or hyper)"),
    "GAPNETWORK_FLASH_SIZE": (None, "bytes of the flash, as 64M (default: the board's, or 64M for hyper, 16M for spi)"),
    "GAPNETWORK_BLOCK_SIZE": (None, "bytes of its erase block, as 4K (default: the board's, or 256K for hyper, 4K for spi)"),
    "GAPNETWORK_PARTITION_TABLE": (None, "partition table of flash images, CSV (default: one partition for each content)"),
    "GAPNETWORK_BOOT_LOADER": (None, "ELF that GAP8 boots from flash images (default: none)"),
    "GAPNETWORK_FLASHCOMSTR": (None, "line printed when a flash image is built (default: Building the flash image ...)"),
    "GAPNETWORKVERBOSE": (False, "print a table of what shares memory, and why others do not"),
    "GAPNETWORKCOMSTR": (None, "line printed when constants are shared (default: Sharing constants of ...)"),
}


def set_defaults(env):
    """Give every variable that the user has not set its default."""
    env.SetDefault(**{name: value for name, (value, _) in DEFAULTS.items()})


def add_variables(env, variables):
    """Let the options be set on the command line: env.GapNetworkVariables(vars), then vars.Update(env)."""
    for name in ("GAPNETWORK_SHARE", "GAPNETWORK_COMMON", "GAPNETWORK_VERIFY", "GAPNETWORKVERBOSE"):
        variables.Add(BoolVariable(name, DEFAULTS[name][1], DEFAULTS[name][0]))
    for name in ("GAPNETWORK_ALIGN", "GAPNETWORK_NAME", "GAPNETWORK_FUNCTIONS", "GAPNETWORK_BOARD", "GAPNETWORK_L3_SIZE",
                 "GAPNETWORK_L2_SIZE", "GAPNETWORK_BASELINE", "GAPNETWORK_MAX_GROWTH",
                 "GAPNETWORK_REQUIRE_SHARED", "GAPNETWORK_FLASH_TYPE", "GAPNETWORK_FLASH_SIZE", "GAPNETWORK_BLOCK_SIZE",
                 "GAPNETWORK_PARTITION_TABLE", "GAPNETWORK_BOOT_LOADER",
                 "GAPNETWORK_FLASHCOMSTR", "GAPNETWORKCOMSTR"):
        variables.Add(name, DEFAULTS[name][1], DEFAULTS[name][0])
    return variables


def overrides_of(env, arguments, call="GapNetwork"):
    """Keyword arguments of a call as construction variables; ALIGN=4 is short for GAPNETWORK_ALIGN=4.

    Any variable that the environment has can be overridden, for texts that use it; another name is a misspelt option.
    """
    known = {}
    for name, value in arguments.items():
        full = name if name in DEFAULTS else PREFIX + name
        if full not in DEFAULTS and (name.startswith("GAPNETWORK") or name not in env):
            raise UserError(f"{call} has no option {name}; it has {', '.join(sorted(DEFAULTS))}")
        known[full if full in DEFAULTS else name] = value
    return known


def name_of(env):
    """The name that the user has chosen, or an empty string."""
    return env.subst(str(env.get("GAPNETWORK_NAME") or ""))


def options_of(env):
    """The package's options from the environment of a call. Raises UserError for a value that cannot be."""
    functions = env.get("GAPNETWORK_FUNCTIONS") or ()
    functions = tuple(str(f) for f in functions) if is_List(functions) or isinstance(functions, tuple) else (str(functions),)
    try:
        function_table(functions)
    except InputError as error:
        raise UserError(f"GAPNETWORK_FUNCTIONS: {error}") from None
    share, verify, common = (truth(env.get(PREFIX + name, True)) for name in ("SHARE", "VERIFY", "COMMON"))
    try:
        l3_size = boards.l3_size(_given(env, "BOARD"), _given(env, "L3_SIZE"), "GAPNETWORK_L3_SIZE")
        l2_size = _given(env, "L2_SIZE") and parse_size(_given(env, "L2_SIZE"), what="GAPNETWORK_L2_SIZE")
    except InputError as error:
        raise UserError(str(error)) from None
    return Options(functions, align_of(env), share, verify, common, l3_size, l2_size)


def rules_of(env):
    """What a network has to keep beside its baseline. Raises UserError for a value that cannot be."""
    names = env.get("GAPNETWORK_REQUIRE_SHARED") or ()
    names = [str(n) for n in names] if is_List(names) or isinstance(names, tuple) else str(names).split()
    try:
        growth = _given(env, "MAX_GROWTH")
        growth = None if growth is None else parse_size(growth, what="GAPNETWORK_MAX_GROWTH")
    except InputError as error:
        raise UserError(str(error)) from None
    return Rules(growth, tuple(env.subst(n) for n in names), ("GAPNETWORK_MAX_GROWTH", "GAPNETWORK_REQUIRE_SHARED"))


def align_of(env):
    """Alignment of file data in readfs images. Raises UserError."""
    try:
        return checked_align(int(env.get("GAPNETWORK_ALIGN", DEFAULT_ALIGN)))
    except (TypeError, ValueError, InputError):
        raise UserError(f"GAPNETWORK_ALIGN is {env.get('GAPNETWORK_ALIGN')!r}, but must be a power of two up to "
                        f"{LARGEST_ALIGN}") from None


def flash_of(env):
    """The flash that images are for. Raises UserError."""
    from gapnet import flash  # most builds have no flash image
    try:
        return flash.geometry(*(_given(env, name) for name in ("FLASH_TYPE", "BLOCK_SIZE", "FLASH_SIZE", "BOARD")))
    except InputError as error:
        raise UserError(f"GapFlashImage: {error}") from None


def _given(env, name):
    """The text of an option, None where nothing is given."""
    value = env.get(PREFIX + name)
    return None if value is None else env.subst(str(value)) or None


def place_of_call(env):
    """`path:line` of the SConstruct line that is being read, seen from the folder of the SConstruct."""
    ours = (str(Path(__file__).parent), str(Path(SCons.__file__).parent))
    frame = sys._getframe()
    while frame.f_back and frame.f_code.co_filename.startswith(ours):
        frame = frame.f_back
    return f"{os.path.relpath(frame.f_code.co_filename, env.Dir('#').get_abspath())}:{frame.f_lineno}"


def say(env, manifest):
    """Print what was done, unless SCons is to be silent."""
    if not env.GetOption("silent"):
        show = as_text if truth(env.get("GAPNETWORKVERBOSE")) else headline
        sys.stdout.write(f"{show(manifest, look(sys.stdout))}\n")  # at once: other threads print, too


def progress(env):
    """What shows the stages of long work: only one line fits, so several jobs at a time show none."""
    return shown(None if env.GetOption("silent") or env.GetOption("num_jobs") > 1 else sys.stderr)


def truth(value):
    """A construction variable as a boolean; 'no' and '0' from a command line are false."""
    return str(value).lower() not in ("0", "", "no", "none", "false", "off", "n", "f")
