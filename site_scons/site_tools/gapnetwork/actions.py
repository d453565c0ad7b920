"""What the actions of all builders here share: signatures, with the tool itself in them, and faults as one line."""

import os
from pathlib import Path

import gapnet
import xxhash
from gapnet.errors import GapnetError
from gapnet.identity import files_digest, tool_digest
from SCons.Errors import BuildError

VERSIONS = (gapnet.__version__, tool_digest(), files_digest(list(Path(__file__).parent.glob("*.py"))), xxhash.VERSION)
"""Another tool makes other outputs: this is in the signature of every action."""


def literal(*values):
    """A text in which SCons finds no variable."""
    return repr(values).replace("$", "$$")


def path_of(node):
    """Where a node's file lies; in a repository or a source folder, if it is there."""
    return Path(node.rfile().get_abspath())


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
            if isinstance(error.__cause__, KeyboardInterrupt):  # Python wraps one that comes while a class is made
                raise KeyboardInterrupt from None
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
