"""SCons tool: env.GapNetwork(target, source, **options) and env.GapFlashImage(target, {partition: contents}, **options).

    net = env.GapNetwork("build/kws", "generated/kws")
    env.Append(CPPPATH=[net.dir])
    app = env.Program("build/app", ["main.c", *net.sources])
    env.GapFlashImage("build/flash.img", {"readfs": net.image}, BOOT_LOADER=app)
    env.GapRun(app, net, target="gap9", platform="gvsoc")

All work is done by the package `gapnet`; this is the glue between it and SCons.
"""

import sys
from pathlib import Path

from SCons.Errors import UserError

try:
    import gapnet
except ImportError:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    import gapnet

try:
    from . import builder, flash, readfs, run, settings
except ModuleNotFoundError as error:
    if error.name not in ("pycparser", "xxhash"):
        raise
    raise UserError(f"the gapnetwork tool needs the Python package {error.name}; install it for the Python that runs SCons: "
                    f"{sys.executable} -m pip install pycparser xxhash") from None

__all__ = ["exists", "gapnet", "generate"]


def exists(env):
    """Whether the tool can be used."""
    return True


def generate(env):
    """Add the methods and their construction variables to an environment; what the user has set stays."""
    settings.set_defaults(env)
    run.set_defaults(env)
    env.AddMethod(builder.gap_network, "GapNetwork")
    env.AddMethod(readfs.gap_readfs, "GapReadfs")
    env.AddMethod(flash.gap_flash_image, "GapFlashImage")
    env.AddMethod(run.gap_flash, "GapFlash")
    env.AddMethod(run.gap_run, "GapRun")
    env.AddMethod(settings.add_variables, "GapNetworkVariables")
