"""What the actions of all builders here share: signatures, dependencies on the tool itself, and faults as one line."""

import os
from pathlib import Path

import gapnet
import pycparser
import xxhash
from gapnet.errors import GapnetError
from SCons.Errors import BuildError

_PACKAGE = Path(gapnet.__file__).resolve().parent
VERSIONS = (gapnet.__version__, pycparser.__version__, xxhash.VERSION)
"""What beside the files of the tool decides an output."""


def literal(*values):
    """A text in which SCons finds no variable."""
    return repr(values).replace("$", "$$")


def path_of(node):
    """Where a node's file lies; in a repository or a source folder, if it is there."""
    return Path(node.rfile().get_abspath())


def tool_files(env):
    """Nodes of the tool's own files: another tool makes other outputs."""
    data = [_PACKAGE / "functions.txt", *_PACKAGE.glob("page/*.*")]
    files = [*_PACKAGE.glob("*.py"), *data, *Path(__file__).parent.glob("*.py")]
    return [env.fs.File(str(p)) for p in sorted(files)]


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
