"""SCons tool: compiles and links for a chip with the SDK that is set up in this shell.

    env = Environment(tools=["default", "gap_sdk", "gapnetwork"], GAP_TARGET="gap9", GAP_PLATFORM="board")
    app = env.Program("build/app", ["main.c", *env.GapOs("build/os")])

GAP_TARGET is gap8, gap9, siracusa or pulp-open, GAP_PLATFORM gvsoc (the default) or board. The tool sets the compiler, and in
GAP_CCFLAGS, GAP_LINKFLAGS and GAP_LIBFLAGS flags, definitions, header folders and libraries of the SDK; where they come from
stands in gapnet/chips.py. CCFLAGS, CPPPATH, LIBS and the others are the user's, and come behind them.
env.GapOs(folder) compiles what each program takes of the operating system's sources and gives the objects: PULP OS on Siracusa
and PULP-open, its configuration on GAP8. On GAP9 that is nothing: there the operating system, the device tree and the linker
script come from the SDK's own CMake, and are given with LIBS, LIBPATH, LINKFLAGS and CPPPATH.
"""

import os
import subprocess
import sys
from pathlib import Path

from SCons.Errors import UserError

try:
    import gapnet  # noqa: F401 - is it there?
except ImportError:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from gapnet.chips import chip_of, compiler_of, options_of
from gapnet.errors import InputError
from gapnet.sdk import environment_of

TOOLS = {"GAP_CC": "gcc", "GAP_CXX": "g++", "AR": "ar", "RANLIB": "ranlib", "OBJCOPY": "objcopy", "SIZE": "size"}


def exists(env):
    """Whether the tool can be used; `generate` tells what is missing."""
    return True


def generate(env):
    """Set an environment up for the chip GAP_TARGET. Raises UserError where the SDK is not set up in this shell."""
    env.SetDefault(GAP_TARGET="", GAP_PLATFORM="gvsoc")
    name, platform = env.subst("$GAP_TARGET"), env.subst("$GAP_PLATFORM")
    try:
        chip = chip_of(name, platform)
        environment = environment_of(chip.sdk, {k: str(v) for k, v in env["ENV"].items()}, os.environ)
        compiler = compiler_of(chip, environment)
        version = _version(f"{compiler}gcc", environment) if len(chip.march) > 1 else ""
        options = options_of(chip, platform, environment, version)
    except InputError as error:
        if env.GetOption("clean") or env.GetOption("help"):  # neither compiles
            env["_GAP_OS"] = (), ""
            env.AddMethod(gap_os, "GapOs")
            return
        raise UserError(f"gap_sdk: {error}") from None
    env["ENV"].update(environment)
    env.Replace(**{variable: [compiler + tool] for variable, tool in TOOLS.items()})
    # Flags of the SDK are words of the commands, as Environment(CCFLAGS=...) would take the place of what a tool puts there.
    forced = [word for header in options.forced for word in ("-include", header)]
    system = [word for folder in options.includes for word in ("-isystem", folder)]
    env.Replace(GAP_CCFLAGS=[*options.flags, *(f"-D{name}" for name in options.defines), *system, *forced],
                GAP_LINKFLAGS=[*(flag for flag in options.flags if flag.startswith("-m")), *options.link],
                GAP_LIBFLAGS=[*(f"-L{folder}" for folder in options.folders), *(f"-l{name}" for name in options.libraries)])
    env.Replace(CC="$GAP_CC $GAP_CCFLAGS", CXX="$GAP_CXX $GAP_CCFLAGS", LINK="$GAP_CC $GAP_LINKFLAGS", SMARTLINK="$LINK",
                AS="$GAP_CC $GAP_CCFLAGS", ASPPFLAGS="$ASFLAGS -DLANGUAGE_ASSEMBLY", PROGSUFFIX="", OBJSUFFIX=".o",
                LIBPREFIX="lib", LIBSUFFIX=".a")
    if "$GAP_LIBFLAGS" not in env["_LIBFLAGS"]:
        env["_LIBFLAGS"] += " $GAP_LIBFLAGS"
    env["_GAP_OS"] = options.sources, environment[chip.sdk.home]
    env.AddMethod(gap_os, "GapOs")


def gap_os(env, folder):
    """Objects of the operating system's sources that a program needs, compiled into a folder. Raises UserError."""
    sources, home = env["_GAP_OS"]
    place = env.Dir(folder)
    return [node for source in sources
            for node in env.Object(place.File(os.path.splitext(os.path.relpath(source, home))[0] + env["OBJSUFFIX"]), source)]


def _version(compiler, environment):
    try:
        done = subprocess.run([compiler, "-dumpversion"], env=environment, check=True, capture_output=True, text=True)
        return done.stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise InputError(f"does not tell its version ({error})", compiler, hint="Is the toolchain complete?") from None
