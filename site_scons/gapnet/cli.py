"""`python -m gapnet share`, `verify`, `flash`, `inspect` and `diff`: the same jobs without SCons."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from . import __version__
from .errors import GapnetError, Mismatch

NEEDED = ("pycparser", "xxhash")
"""Packages that may not be installed. Which of them a run needs is only known when it does."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Exit status: 0 done, 1 a rule of `diff` is broken, 2 the input is at fault, 70 a bug of ours. Raises
    ModuleNotFoundError for one of the packages in `NEEDED`."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a file's name may have letters that the terminal has not
    try:
        options = _parser().parse_args(arguments)  # imports what the command needs
        options.run(options)
    except GapnetError as error:
        if error.exit_status == 70 and not isinstance(error, Mismatch):
            return _bug(str(error))
        from .terminal import fault, look
        print(fault(error, look(sys.stderr)), file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:  # the reader of our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _interrupted()
    except ModuleNotFoundError as error:
        if error.name in NEEDED:
            raise
        return _bug(str(error))
    except Exception as error:  # a traceback is for us, not for a user
        if isinstance(error.__cause__, KeyboardInterrupt):  # Python wraps one that comes while a class is made
            return _interrupted()
        if os.environ.get("GAPNET_TRACEBACK"):
            import traceback
            traceback.print_exc()
        return _bug(f"{type(error).__name__}: {error}")
    return 0


def _interrupted() -> int:
    print("interrupted; nothing is half-written", file=sys.stderr)
    return 130


def _bug(what: str) -> int:
    print(f"gapnet {__version__}: this is a bug of gapnet, not of your input: {what}. Please report it with the generated "
          "folder; GAPNET_TRACEBACK=1 shows where it happened", file=sys.stderr)
    return 70


class _Command(argparse.ArgumentParser):
    """One command. Its module, which has its options, is imported when it is chosen: no run waits for what another needs."""

    def __init__(self, module: str, **settings: Any):
        super().__init__(**settings)
        self._module = module

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        import_module(f".{self._module}", __package__).add_options(self)
        return super().parse_known_args(args, namespace)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m gapnet", description=__doc__)
    parser.add_argument("--version", action="version", version=f"gapnet {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Command, prog=parser.prog)
    commands.add_parser("share", module="share_command",
                        help="let the equal constants of a firmware's networks share L3 and flash")
    commands.add_parser("verify", module="verify_command", help="compare generated folders with what share made of them")
    commands.add_parser("flash", module="flash_command", help="build a GAP8 flash image of partitions and a boot binary",
                        fromfile_prefix_chars="@", epilog="@FILE stands for the arguments in a file, one a line.")
    commands.add_parser("inspect", module="inspect_command",
                        help="show a manifest, an image, a generated folder or what share made of it")
    commands.add_parser("diff", module="diff_command", help="show what changed between two manifests, and fail where it may not",
                        epilog="Exit status 1 where a rule is broken; without rules, a difference is no failure.")
    return parser
