"""A project folder with a generated network, and runs of the command line in it, as a user starts them."""

import ctypes
import os
import stat
import subprocess
import sys

from networks import network, write_folder
from scons_project import NETWORK, SITE_SCONS, Project

A, B = b"\xaa" * 16, b"\xbb" * 16
CODE = network([("P", 16, "0.hex"), ("Q", 16, "1.hex"), ("R", 16, "2.hex")])
FILES = {"0.hex": A, "1.hex": A, "2.hex": B}
"""P and Q are equal."""
SHARE = ("share", "gen", "--output", "build/kws")
_CAPBSET_DROP, _DAC_OVERRIDE, _DAC_READ_SEARCH = 24, 1, 2
_PEAK = "import sys; from gapnet.cli import main; status = main(sys.argv[1:])\n" \
        "print(*(l for l in open('/proc/self/status') if l.startswith('VmHWM')), end='', file=sys.stderr); sys.exit(status)"


def make_project(folder, sconstruct=NETWORK):
    """A project with the network of `CODE` in gen/; given to SCons and to the command line alike."""
    project = Project(folder, sconstruct)
    for path in sorted((folder / "gen").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (folder / "gen").rmdir()
    write_folder(folder / "gen", CODE, FILES)
    return project


def obey_permissions():
    """Make a process of root obey the permissions of files, as everybody else's does; for `preexec_fn`."""
    if os.getuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (_DAC_OVERRIDE, _DAC_READ_SEARCH):
            if libc.prctl(_CAPBSET_DROP, capability, 0, 0, 0):
                raise OSError(ctypes.get_errno(), "prctl")


def environment(**more):
    return {**os.environ, "PYTHONPATH": str(SITE_SCONS), **more}


def run_cli(folder, *arguments, obedient=False, **more):
    """One run of `python -m gapnet`: (status, stdout, stderr), decoded."""
    done = subprocess.run([sys.executable, "-m", "gapnet", *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          env=environment(**more), preexec_fn=obey_permissions if obedient else None, timeout=300, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def run_scons(folder, *arguments, obedient=False, **more):
    """One run of SCons: (status, what it printed)."""
    done = subprocess.run([sys.executable, "-m", "SCons", "-Q", *arguments], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(**more),
                          preexec_fn=obey_permissions if obedient else None, timeout=300, check=False)
    return done.returncode, done.stdout.decode()


def run_measured(folder, *arguments):
    """As `run_cli`, and the most memory that the run held at a time, bytes."""
    done = subprocess.run([sys.executable, "-c", _PEAK, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          env=environment(), timeout=600, check=False)
    *said, peak = done.stderr.decode().splitlines()
    return done.returncode, done.stdout.decode(), "\n".join(said), int(peak.split()[1]) << 10


def everything(folder):
    """All that is below a folder by relative path: bytes of files, and what else there is, in words."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            path = os.path.join(place, name)
            mode = os.lstat(path).st_mode
            if stat.S_ISREG(mode):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = file.read()
            else:
                found[os.path.relpath(path, folder)] = os.readlink(path) if stat.S_ISLNK(mode) else stat.S_IFMT(mode)
    return found
