"""env.GapFlash(app, images) and env.GapRun(app, images): gapy fills the flashes of a chip and starts a program on it.

    env.GapFlash(app, net)                                    # scons flash
    env.GapRun(app, net, target="gap9", platform="gvsoc")     # scons run

The files that gapy is given are taken out of the readfs image, so what is flashed is what was built and nothing else. They lie
with everything that gapy writes in a work folder beside the program. Both always run when they are asked for, and only then.
"""

import os
import shlex
import sys
from dataclasses import replace
from pathlib import Path

from gapnet import gapy, workfolder
from gapnet.errors import GapnetError, InputError
from gapnet.folder import read_bytes
from gapnet.sdk import environment_of
from SCons.Action import Action
from SCons.Errors import BuildError, UserError
from SCons.Node import executed
from SCons.Node.Alias import default_ans
from SCons.Node.FS import Dir, File
from SCons.Util import flatten

from . import settings
from .gapy_settings import DEFAULTS
from .network import Network, Readfs

_SHORT = {"target": "GAP_TARGET", "platform": "GAP_PLATFORM", "memory": "GAP_MEMORY", "work": "GAP_WORK"}


def gap_flash(env, app, images=(), flash_image=None, **arguments):
    """Let `scons flash` fill the flashes with a program and the files of readfs images.

    app: node of the program. images: a Network, a readfs image, or a list of them. flash_image: node of a flash image that is
    complete, for chips whose gapy takes one (GAP8). arguments: construction variables, see `DEFAULTS`, and target, platform,
    memory and work for those that begin with GAP_. Returns the alias node that runs it. Raises UserError.
    """
    return _declared(env, "GapFlash", gapy.FLASH, app, images, flash_image, arguments)


def gap_run(env, app, images=(), flash_image=None, **arguments):
    """Let `scons run` fill the flashes, if `scons flash run` has not just done so, and start the program.

    Takes and gives what `gap_flash` does; its exit status is gapy's.
    """
    return _declared(env, "GapRun", gapy.RUN, app, images, flash_image, arguments)


def _declared(env, caller, step, app, images, flash_image, arguments):
    try:
        return _declare(env, caller, step, app, images, flash_image, arguments)
    except (UserError, InputError) as error:  # SCons would name a line of this file
        raise UserError(f"{settings.place_of_call(env)}: {caller}: {error}") from None


def _declare(env, caller, step, app, images, flash_image, arguments):
    env = env.Override(_overrides(env, arguments))
    program = _one(env, app, "program")
    ready = _one(env, flash_image, "flash image") if flash_image else None
    nodes = [] if ready else _images(env, images)
    if not env.subst("$GAP_TARGET"):
        raise UserError(f"say which chip: target= or GAP_TARGET, one of {', '.join(gapy.TARGETS)}")
    target = gapy.target_of(env.subst("$GAP_TARGET"))
    platform = target.platform(env.subst("$GAP_PLATFORM"))
    memory = gapy.memory_of(target, env.subst("$GAP_MEMORY"))
    if ready and target.image is None:
        raise UserError(f"gapy takes no flash image for {target.name}; give it the network or its readfs image")
    work = _work_folder(env, program, target, platform)
    names = {what: f"{caller_name}:{work}" for what, caller_name in ((gapy.FLASH, "GapFlash"), (gapy.RUN, "GapRun"))}
    setting = dict(_GAP_TARGET=target, _GAP_PLATFORM=platform, _GAP_MEMORY=memory, _GAP_WORK=work, _GAP_STEP=step,
                   _GAP_READY=ready is not None, _GAP_FLASHED=names[gapy.FLASH])
    if default_ans.lookup(names[step]):
        raise UserError(f"{work} is already the work folder of another call; give each its own with work=")
    done = env.Override(setting).Alias(names[step], [program, *([ready] if ready else nodes)], Action(_act, _comment))
    env.AlwaysBuild(done)
    device = "GapDevice:" + (str(work) if platform.name == "gvsoc" else platform.name)
    env.SideEffect(env.Alias(device), done)  # one at a time: there is one board, and one simulator in a folder
    if not env.subst("$GAP_WORK"):
        env.Clean(program, work)
    env.Alias(step, done)
    return done


def _overrides(env, arguments):
    known = {}
    for name, value in arguments.items():
        full = _SHORT.get(name, name)
        if full not in DEFAULTS and (full.startswith("GAP") or full not in env):
            raise UserError(f"there is no option {name}; there are {', '.join([*_SHORT, *sorted(DEFAULTS)])}")
        known[full] = value
    return known


def _one(env, given, what):
    nodes = env.arg2nodes(flatten([given]), env.fs.File)
    if len(nodes) != 1:
        raise UserError(f"give one {what}, not {', '.join(map(str, nodes)) or 'an empty list'}")
    return nodes[0]


def _images(env, given):
    """Nodes of readfs images. A Network stands for its image, and so does the list of its nodes."""
    nodes = []
    for item in [given] if isinstance(given, (Network, Readfs)) or not isinstance(given, (list, tuple)) else given:
        nodes += flatten([item.image]) if isinstance(item, (Network, Readfs)) else env.arg2nodes(flatten([item]), env.fs.File)
    wrong = [n for n in nodes if not isinstance(n, File)]
    if wrong:
        raise UserError(f"{wrong[0]} is no readfs image; give the network or its image")
    return list(dict.fromkeys(nodes))


def _work_folder(env, program, target, platform):
    chosen = env.subst("$GAP_WORK")
    work = env.Dir(chosen) if chosen else program.dir.Dir(f"{program.name}.{target.name}-{platform.name}")
    if not isinstance(work, Dir) or env.fs.Top is work or env.fs.Top.is_under(work):
        raise UserError(f"{work} cannot be the work folder of gapy; give a folder of its own")
    return work


# --- actions ---

class GapyEnded(BuildError):
    """gapy's own status, kept: SCons gives every BuildError the exit status 2."""

    def __init__(self, node, status):
        self._status = status
        super().__init__(node=node, errstr=f"gapy ended with status {status}", status=status)

    @property
    def exitstatus(self):
        return self._status

    @exitstatus.setter
    def exitstatus(self, value):
        pass


def _comment(target, source, env):
    line = env.get("GAPYCOMSTR")
    if line is not None:
        return env.subst(line, 1, target, source)
    doing = "Flashing" if env["_GAP_STEP"] == gapy.FLASH else "Running"
    return f"{doing} {source[0]} ({env['_GAP_TARGET'].name}, {env['_GAP_PLATFORM'].name})"


def _act(target, source, env):
    try:
        status = _call_gapy(target, source, env)
    except GapnetError as error:
        raise BuildError(node=target[0], errstr=str(error), exitstatus=error.exit_status) from None
    except Exception as error:
        raise BuildError(node=target[0], exitstatus=70, errstr="a bug of gapnet, please report it: "
                         f"{type(error).__name__}: {error}") from None
    if status:
        raise GapyEnded(target[0], status)


def _call_gapy(target, source, env):
    chip, work = env["_GAP_TARGET"], Path(env["_GAP_WORK"].get_abspath())
    environment = environment_of(chip.sdk, {k: str(v) for k, v in env["ENV"].items()}, os.environ)
    ready = env["_GAP_READY"]
    job = gapy.Job(chip, env["_GAP_PLATFORM"], environment, str(work), source[0].rfile().get_abspath(), (), env["_GAP_MEMORY"],
                   ready, tuple(env.subst_list("$GAPYFLAGS")[0]))
    program = workfolder.program_of(chip, environment, env.subst("$GAPY"))
    step = env["_GAP_STEP"]
    flashed = default_ans.lookup(env["_GAP_FLASHED"])
    if step == gapy.RUN and flashed is not None and flashed.get_state() == executed:
        step = gapy.RUN_ONLY
    gapy.command(job, program, step)  # what is wrong with it is said before anything is written
    paths = [(str(n), Path(n.rfile().get_abspath())) for n in source[1:]]
    if ready:
        workfolder.place(paths[0][1], work / chip.image)
    else:
        files = workfolder.unpack([(name, read_bytes(path)) for name, path in paths], work)
        job = replace(job, files=files)
    workfolder.prepare(job)
    arguments = [str(a) for a in gapy.command(job, program, step)]
    if settings.truth(env.get("GAPYVERBOSE")) and not env.GetOption("silent"):
        sys.stdout.write(shlex.join(arguments) + "\n")
    return workfolder.call(arguments, job)
