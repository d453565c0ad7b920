"""`python -m gapnet share`: patched C, image, manifest and report of generated folders, in a folder."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from . import boards, progress
from .analysis import Analysis, dump, parse
from .errors import GapnetError, InputError
from .folder import HEX, is_plain_name, name_of, read_bytes, read_folder
from .image import DEFAULT_ALIGN
from .listing import as_text, headline
from .options import ANALYSIS, IMAGE, MANIFEST, REPORT, Options
from .share import Network, share_together
from .sizes import parse_size
from .terminal import look
from .verify import read_image
from .writing import write_outputs


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    parser.add_argument("source", type=Path, nargs="+", metavar="SOURCE_DIR",
                        help="generated folder: C, headers and hex/; several are the networks of one firmware")
    parser.add_argument("--output", "-o", type=Path, required=True, metavar="OUT_DIR",
                        help="where the patched folder goes; of several networks, each into a folder of its name in it")
    parser.add_argument("--file", action="append", default=[], type=Path, metavar="FILE",
                        help="another file for the image; may be repeated")
    parser.add_argument("--hex", action="store_true", help="also write hex/ with the files of the image, for gapy")
    parser.add_argument("--name", help="how the report calls the one network (the folder's name)")
    parser.add_argument("--align", type=int, default=DEFAULT_ALIGN, metavar="BYTES",
                        help=f"alignment of file data in the image ({DEFAULT_ALIGN}); 4 is what gapy writes")
    parser.add_argument("--function", action="append", default=[], metavar="SPEC",
                        help="what a function does, as in functions.txt: 'my_read(none, read, local, number)'; may be repeated")
    parser.add_argument("--board", metavar="NAME", help=f"take the size of L3 from a board: {', '.join(boards.BOARDS)}")
    parser.add_argument("--l3-size", metavar="BYTES",
                        help="bytes of the RAM behind L3, as 8M; fails where that is too little (the board's, or no limit)")
    parser.add_argument("--l2-size", metavar="BYTES", help="bytes of L2 for the image's directory and open files (no limit)")
    parser.add_argument("--no-common", action="store_true",
                        help="no memory in common to several Init functions: each allocates what it needs")
    parser.add_argument("--no-share", action="store_true", help="leave the C as it is, only build the image")
    parser.add_argument("--no-verify", action="store_true", help="do not compare the result with the original")
    parser.add_argument("--full", action="store_true",
                        help=f"read all of the C, and nothing from the {ANALYSIS} of an earlier run")
    parser.add_argument("--verbose", "-v", action="store_true", help="print a table of what shares memory, and why others do not")
    parser.set_defaults(run=_share)


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
    before = {name: _former(target / kept[name]) for name in names}
    networks = [Network(name, *read_folder(source), chosen, former=before[name][0])
                for name, source in zip(names, options.source, strict=True)]
    extra = {path.name: read_bytes(path) for path in _distinct(options.file)}
    with progress.shown(sys.stderr) as stage:
        try:
            result = share_together(networks, chosen, extra, stage=stage)
        except GapnetError as error:
            raise _placed(error, networks, options.source) from None
        outputs = result.outputs() | {kept[name]: before[name][1] if r.analysis is before[name][0] else dump(r.analysis)
                                      for name, r in result.results.items()}
        if options.hex:
            outputs |= {f"{HEX}/{name}": data for name, data in result.files.items()}
        stage(f"writing {target}")
        write_outputs(target, outputs, stamp=MANIFEST, stale=_stale(target, set(outputs), options.hex))
    print((as_text if options.verbose else headline)(result.manifest, look(sys.stdout)))


def _former(path: Path) -> tuple[Analysis | None, bytes]:
    """The analysis that an earlier run wrote, with its bytes; None where there is none that can be used."""
    try:
        data = read_bytes(path)  # of a pipe nothing would ever come
        return parse(data), data
    except (InputError, OSError, ValueError, KeyError, TypeError, RecursionError):
        return None, b""


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
