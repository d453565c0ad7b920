"""What the actions of all builders here share: signatures, dependencies on the tool itself, and faults as one line."""

import os
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import gapnet
import xxhash
from gapnet.contents import digest_of
from gapnet.errors import GapnetError
from SCons.Errors import BuildError

_PACKAGE = Path(gapnet.__file__).resolve().parent


def _parser():
    """Digest of what tells the version of the parser: to import it takes longer than all else in a build that does nothing."""
    found = find_spec("pycparser")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("No module named 'pycparser'", name="pycparser")
    return digest_of(Path(found.origin).read_bytes())


VERSIONS = (gapnet.__version__, _parser(), xxhash.VERSION)
"""What beside the files of the tool decides an output."""


def literal(*values):
    """A text in which SCons finds no variable."""
    return repr(values).replace("$", "$$")


def path_of(node):
    """Where a node's file lies; in a repository or a source folder, if it is there."""
    return Path(node.rfile().get_abspath())


def tool_files(env):
    """Nodes of the tool's own files: another tool makes other outputs."""
    return _tool_files(env.fs)


@lru_cache(maxsize=1)
def _tool_files(fs):
    data = [_PACKAGE / "functions.txt", *_PACKAGE.glob("page/*.*")]
    files = [*_PACKAGE.glob("*.py"), *data, *Path(__file__).parent.glob("*.py")]
    return [fs.File(str(path)) for path in sorted(files)]


def reported(work):
    """An action whose faults are one line: the user's with place and cure, ours as ours."""
    def action(target, source, env):
        try:
            work(target, source, env)
        except GapnetError as error:
            if error.exit_status != 2:
                raise _Bug(node=target[0], errstr=f"{_OURS}{error}") from None
            place = shown(error.path, env, source)
            raise BuildError(node=target[0], errstr=str(type(error)(error.message, place, error.line, error.hint))) from None
        except Exception as error:
            raise _Bug(node=target[0], errstr=f"{_OURS}{type(error).__name__}: {error}") from None
    return action


_OURS = "a bug of gapnet, please report it: "


class _Bug(BuildError):
    """A fault of ours. SCons sets the exit status of every other fault of a build to 2."""

    exitstatus = property(lambda self: 70, lambda self, status: None)


def shown(path, env, source=()):
    """How a message names a place: a source as SCons does, another one from the folder of the SConstruct on."""
    node = next((n for n in source if path in (n.name, str(path_of(n)))), None)
    if node is not None:
        return str(node if node.is_derived() else node.srcnode())
    return path and path.removeprefix(env.Dir("#").get_abspath() + os.sep)
