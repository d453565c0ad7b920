"""Real Deeploy networks for the tests: a virtual environment with Deeploy, and what it generates.

Both are kept outside of the work tree, in `GAPNET_TEST_CACHE` (default: `gapnet-tests` in the user's cache
folder), because the installation takes a minute or more and a network takes seconds. An entry is named by a
hash of all that it was made from, so it is never stale, only unused; delete the folder to start over.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REQUIREMENTS = HERE / "requirements-deeploy.txt"
GENERATOR = HERE / "generate_network.py"
MODELS = HERE / "models.py"

SUPPORTED = [(3, 12), (3, 11), (3, 10)]
"""Versions of Python for which all pinned packages have wheels."""


class Unavailable(Exception):
    """Deeploy cannot be had here: no network, or no Python that it runs on."""


class NoNetwork(Exception):
    """Deeploy made no network of a model: it finds no tiling for the memory that it may use, as a rule."""


def cache_folder():
    if chosen := os.environ.get("GAPNET_TEST_CACHE"):
        return Path(chosen).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gapnet-tests"


def own_model(name):
    """Folder of the model `name` of models.py."""
    return _cached(name, [MODELS.read_bytes(), REQUIREMENTS.read_bytes()],
                   lambda folder: _run([str(python()), str(MODELS), name, str(folder)]))


def generate(model, options=()):
    """Folder of the network generated from the folder `model`, made once for all runs of the tests.

    Raises NoNetwork where Deeploy gives up.
    """
    parts = [(model / name).read_bytes() for name in ("network.onnx", "inputs.npz", "outputs.npz")]
    parts += [GENERATOR.read_bytes(), REQUIREMENTS.read_bytes(), "\0".join(options).encode()]

    def make(folder):
        _run([str(python()), str(GENERATOR), str(model), str(folder), *options], NoNetwork)
        shutil.rmtree(folder / "deeployStates", ignore_errors=True)  # Deeploy's debug dumps

    return _cached(f"network-{model.parent.name}", parts, make)


def python():
    """The Python of a virtual environment with Deeploy in it."""
    global _failure
    if _failure:
        raise _failure
    try:
        return _venv() / "bin/python"
    except Unavailable as error:
        _failure = error
        raise


_failure = None
"""What went wrong the first time: pip takes seconds to give up, and every test would ask again."""


def _venv():
    base = _base_python()
    identity = _run([base, "-c", "import sys; print(sys.version, sys.base_prefix)"]).stdout

    def make(folder):
        _run([base, "-m", "venv", "--clear", str(folder)], Unavailable)
        _run([str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
              "-r", str(REQUIREMENTS)], Unavailable)

    return _cached("deeploy", [REQUIREMENTS.read_bytes(), identity.encode()], make)


def _base_python():
    if sys.version_info[:2] in SUPPORTED:
        return sys.executable
    for major, minor in SUPPORTED:
        if found := shutil.which(f"python{major}.{minor}"):
            return found
    raise Unavailable("Deeploy needs Python 3.10, 3.11 or 3.12, and none of these is on PATH")


def _cached(label, parts, make):
    """The folder `label-HASH(parts)/content` of the cache; `make(folder)` fills it where it is not complete.

    A virtual environment cannot be moved after it was made, so an entry is built in its place and a marker
    beside it is written last. Until then others wait for the lock, which dies with the process that holds it.
    """
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    entry = cache_folder() / f"{label}-{digest.hexdigest()[:16]}"
    content, marker = entry / "content", entry / "complete"
    if not marker.exists():
        with _lock(entry.with_name(entry.name + ".lock")):
            if not marker.exists():
                shutil.rmtree(entry, ignore_errors=True)
                content.mkdir(parents=True)
                make(content)
                marker.touch()
    return content


@contextlib.contextmanager
def _lock(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _run(command, error=RuntimeError):
    """Run a command with its own folder first on PATH, which is how the generator finds clang-format."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", os.defpath)])
    # No bytecode: the scripts live in the work tree, which a test run should leave as it was.
    environment = {**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(command, env=environment, text=True, capture_output=True)
    if done.returncode:
        last_lines = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise error(f"{' '.join(command)} failed:\n{last_lines}")
    return done
