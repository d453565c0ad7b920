"""`python -m gapnet share`, `verify`, `flash`, `inspect` and `diff`: the same jobs without SCons."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from . import __version__, boards, diff_command, flash_command, progress
from .analysis import Analysis, dump, parse
from .errors import GapnetError, InputError, Mismatch
from .folder import HEX, is_plain_name, name_of, read_bytes, read_folder
from .image import DEFAULT_ALIGN
from .inspection import inspect
from .layout import parse_size
from .listing import as_text, headline
from .recheck import recheck
from .share import ANALYSIS, IMAGE, MANIFEST, REPORT, Network, Options, share_together
from .terminal import fault, look
from .verify import read_image
from .writing import write_outputs


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Exit status: 0 done, 1 a rule of `diff` is broken, 2 the input is at fault, 70 a bug of ours."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a file's name may have letters that the terminal has not
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except GapnetError as error:
        if error.exit_status == 70 and not isinstance(error, Mismatch):
            return _bug(str(error))
        print(fault(error, look(sys.stderr)), file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:  # the reader of our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("interrupted; nothing is half-written", file=sys.stderr)
        return 130
    except Exception as error:  # a traceback is for us, not for a user
        if os.environ.get("GAPNET_TRACEBACK"):
            import traceback
            traceback.print_exc()
        return _bug(f"{type(error).__name__}: {error}")
    return 0


def _bug(what: str) -> int:
    print(f"gapnet {__version__}: this is a bug of gapnet, not of your input: {what}. Please report it with the generated "
          "folder; GAPNET_TRACEBACK=1 shows where it happened", file=sys.stderr)
    return 70


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m gapnet", description=__doc__)
    parser.add_argument("--version", action="version", version=f"gapnet {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser("share", help="let the equal constants of a firmware's networks share L3 and flash")
    one.add_argument("source", type=Path, nargs="+", metavar="SOURCE_DIR",
                     help="generated folder: C, headers and hex/; several are the networks of one firmware")
    one.add_argument("--output", "-o", type=Path, required=True, metavar="OUT_DIR",
                     help="where the patched folder goes; of several networks, each into a folder of its name in it")
    one.add_argument("--file", action="append", default=[], type=Path, metavar="FILE",
                     help="another file for the image; may be repeated")
    one.add_argument("--hex", action="store_true", help="also write hex/ with the files of the image, for gapy")
    one.add_argument("--name", help="how the report calls the one network (the folder's name)")
    one.add_argument("--align", type=int, default=DEFAULT_ALIGN, metavar="BYTES",
                     help=f"alignment of file data in the image ({DEFAULT_ALIGN}); 4 is what gapy writes")
    one.add_argument("--function", action="append", default=[], metavar="SPEC",
                     help="what a function does, as in functions.txt: 'my_read(none, read, local, number)'; may be repeated")
    one.add_argument("--board", metavar="NAME", help=f"take the size of L3 from a board: {', '.join(boards.BOARDS)}")
    one.add_argument("--l3-size", metavar="BYTES",
                     help="bytes of the RAM behind L3, as 8M; fails where that is too little (the board's, or no limit)")
    one.add_argument("--l2-size", metavar="BYTES", help="bytes of L2 for the image's directory and open files (no limit)")
    one.add_argument("--no-common", action="store_true",
                     help="no memory in common to several Init functions: each allocates what it needs")
    one.add_argument("--no-share", action="store_true", help="leave the C as it is, only build the image")
    one.add_argument("--no-verify", action="store_true", help="do not compare the result with the original")
    one.add_argument("--full", action="store_true", help=f"read all of the C, and nothing from the {ANALYSIS} of an earlier run")
    one.add_argument("--verbose", "-v", action="store_true", help="print a table of what shares memory, and why others do not")
    one.set_defaults(run=_share)
    judge = commands.add_parser("verify", help="compare generated folders with what share made of them")
    judge.add_argument("original", type=Path, nargs="+", metavar="ORIGINAL_DIR", help="the folders that share was given")
    judge.add_argument("shared", type=Path, metavar="SHARED",
                       help="the folder that share wrote, or the manifest of a GapReadfs image")
    judge.add_argument("--function", action="append", metavar="SPEC", help="as for share (default: those that share was given)")
    judge.set_defaults(run=_verify)
    flash_command.add(commands)
    two = commands.add_parser("inspect", help="show a manifest, an image, a generated folder or what share made of it")
    two.add_argument("path", type=Path, metavar="PATH")
    two.add_argument("--function", action="append", default=[], metavar="SPEC", help="as for share")
    two.set_defaults(run=_inspect)
    diff_command.add(commands)
    return parser


def _share(options: argparse.Namespace) -> None:
    target: Path = options.output
    names = _names(options)
    inside = os.path.realpath(target / HEX)
    written = {os.path.realpath(p) for p in (target, target / HEX, *(target / name for name in names if len(names) > 1))}
    for source in options.source:
        if os.path.realpath(source) in written or os.path.realpath(source / HEX) == inside:
            raise InputError("source and target are the same folder", str(target), hint="Give a folder of its own for the output")
    chosen = Options(tuple(options.function), options.align, not options.no_share, not options.no_verify, not options.no_common,
                     boards.l3_size(options.board, options.l3_size, "--l3-size"),
                     None if options.l2_size is None else parse_size(options.l2_size, what="--l2-size"), options.full)
    kept = {name: f"{name}/{ANALYSIS}" if len(names) > 1 else ANALYSIS for name in names}
    networks = [Network(name, *read_folder(source), chosen, former=_former(target / kept[name]))
                for name, source in zip(names, options.source, strict=True)]
    extra = {path.name: read_bytes(path) for path in _distinct(options.file)}
    with progress.shown(sys.stderr) as stage:
        try:
            result = share_together(networks, chosen, extra, stage=stage)
        except GapnetError as error:
            raise _placed(error, networks, options.source) from None
        outputs = result.outputs() | {kept[name]: dump(r.analysis) for name, r in result.results.items()}
        if options.hex:
            outputs |= {f"{HEX}/{name}": data for name, data in result.files.items()}
        stage(f"writing {target}")
        write_outputs(target, outputs, stamp=MANIFEST, stale=_stale(target, set(outputs), options.hex))
    print((as_text if options.verbose else headline)(result.manifest, look(sys.stdout)))


def _former(path: Path) -> Analysis | None:
    """The analysis that an earlier run wrote, None where there is none that can be used."""
    try:
        return parse(path.read_bytes())
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _verify(options: argparse.Namespace) -> None:
    with progress.shown(sys.stderr) as stage:
        verdict = recheck(options.original, options.shared, options.function, stage)
    print(verdict)


def _inspect(options: argparse.Namespace) -> None:
    with progress.shown(sys.stderr) as stage:
        text = inspect(options.path, tuple(options.function), look(sys.stdout), stage)
    print(text, end="")


def _names(options: argparse.Namespace) -> list[str]:
    """How each network is called. Raises InputError where two would be called the same."""
    names = [name_of(source) for source in options.source]
    if options.name and len(names) == 1:
        return [options.name]
    if options.name:
        raise InputError("--name is for one network; of several, each is called as its folder is")
    double = next((n for i, n in enumerate(names) if n in names[:i]), None)
    if double is not None:
        raise InputError(f"two networks are called {double}", hint="The folder's name is the network's name: rename one")
    ours = next((n for n in names if len(names) > 1 and n in (HEX, IMAGE, MANIFEST, REPORT, ANALYSIS)), None)
    if ours is not None:
        raise InputError(f"a network is called {ours}, as what is written beside the folders of the networks",
                         hint="The folder's name is the network's name: rename it")
    return names


def _distinct(files: Sequence[Path]) -> Sequence[Path]:
    double = next((f for i, f in enumerate(files) if f.name in {g.name for g in files[:i]}), None)
    if double is not None:
        raise InputError(f"two files are called {double.name}", str(double), hint="An image has one name space: rename one")
    return files


def _placed(error: GapnetError, networks: Sequence[Network], folders: Sequence[Path]) -> GapnetError:
    """The error with a path that a user can open."""
    if error.path == ", ".join(network.name for network in networks):
        return type(error)(error.message, ", ".join(map(str, folders)), error.line, error.hint)
    for network, folder in zip(networks, folders, strict=True):
        known = {(f"{network.name}/{n}" if len(networks) > 1 else n): folder / n for n in network.sources}
        if error.path in known:
            return type(error)(error.message, str(known[error.path]), error.line, error.hint)
    return error


def _as_in_image(target: Path) -> set[str]:
    """Names of the files in hex/ that hold what the image beside it holds: an earlier run wrote them."""
    try:
        held = read_image((target / IMAGE).read_bytes())
        return {n for n, data in held.items() if is_plain_name(n) and (target / HEX / n).read_bytes() == data}
    except (OSError, GapnetError):
        return set()


def _stale(target: Path, outputs: set[str], with_hex: bool) -> list[str]:
    """What an earlier run wrote and this one does not; files that are not ours stay."""
    try:
        before = json.loads((target / MANIFEST).read_text())
        several = len(before["networks"]) > 1
        ours = {(network["name"] if several else "", name) for network in before["networks"]
                for name in (*network["sources"], *network["headers"], ANALYSIS)}
        shipped = set(before["image"]["files"]) if before["image"] else set()
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    if not with_hex:  # files of the image that was are not those of the image that will be
        shipped &= _as_in_image(target)
    ours |= {("", IMAGE), ("", REPORT), *((HEX, name) for name in shipped)}
    gone = {f"{place}/{n}" if place else n for place, n in ours if is_plain_name(n) and (place == "" or is_plain_name(place))}
    return sorted(n for n in gone - outputs if len((target / n).name) < 256 and (target / n).is_file())
