"""What the actions of all builders here share: signatures, dependencies on the tool itself, and faults as one line."""

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
    files = [*_PACKAGE.glob("*.py"), _PACKAGE / "functions.txt", *Path(__file__).parent.glob("*.py")]
    return [env.fs.File(str(p)) for p in sorted(files)]


def reported(work):
    """An action whose faults are one line: the user's with place and cure, ours as ours."""
    def action(target, source, env):
        try:
            work(target, source, env)
        except GapnetError as error:
            node = next((n for n in source if n.name == error.path), None)
            if node is not None:
                place = node if node.is_derived() else node.srcnode()
                error = type(error)(error.message, str(place), error.line, error.hint)
            ours = "" if error.exit_status == 2 else "a bug of gapnet, please report it: "
            raise BuildError(node=target[0], errstr=f"{ours}{error}", exitstatus=error.exit_status) from None
        except Exception as error:
            raise BuildError(node=target[0], exitstatus=70, errstr="a bug of gapnet, please report it: "
                             f"{type(error).__name__}: {error}") from None
    return action
