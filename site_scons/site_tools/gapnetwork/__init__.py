"""SCons tool: env.GapNetwork(target, source, **options) and env.GapFlashImage(target, {partition: contents}, **options).

    net = env.GapNetwork("build/kws", "generated/kws")
    env.Append(CPPPATH=[net.dir])
    app = env.Program("build/app", ["main.c", *net.sources])
    env.GapFlashImage("build/flash.img", {"readfs": net.image}, BOOT_LOADER=app)
    env.GapRun(app, net, target="gap9", platform="gvsoc")

All work is done by the package `gapnet`; this is the glue between it and SCons.
"""

import sys
from importlib import import_module
from pathlib import Path

from SCons.Errors import UserError

try:
    import gapnet
except ImportError:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    import gapnet

try:
    from . import builder, gapy_settings, readfs, settings
except ModuleNotFoundError as error:
    if error.name not in ("pycparser", "xxhash"):
        raise
    raise UserError(f"the gapnetwork tool needs the Python package {error.name}; install it for the Python that runs SCons: "
                    f"{sys.executable} -m pip install pycparser xxhash") from None

__all__ = ["exists", "gapnet", "generate"]


def exists(env):
    """Whether the tool can be used."""
    return True


def _later(module, name):
    """A method whose module is imported when a SConstruct calls it: most have neither flash images nor a chip."""
    def method(env, *positional, **named):
        return getattr(import_module(f".{module}", __package__), name)(env, *positional, **named)
    return method


def generate(env):
    """Add the methods and their construction variables to an environment; what the user has set stays."""
    settings.set_defaults(env)
    gapy_settings.set_defaults(env)
    env.AddMethod(builder.gap_network, "GapNetwork")
    env.AddMethod(readfs.gap_readfs, "GapReadfs")
    env.AddMethod(_later("flash", "gap_flash_image"), "GapFlashImage")
    env.AddMethod(_later("run", "gap_flash"), "GapFlash")
    env.AddMethod(_later("run", "gap_run"), "GapRun")
    env.AddMethod(settings.add_variables, "GapNetworkVariables")
