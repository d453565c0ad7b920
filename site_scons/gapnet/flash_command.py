"""`python -m gapnet flash`: one flash image of a boot binary, a partition table and the contents of partitions.

The options that `gapy gen_flash_image` has are named as there.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from . import flash, image
from .boards import BOARDS
from .boot import read_elf
from .errors import InputError
from .folder import read_bytes
from .layout import Row, read_csv, row_of
from .writing import write_outputs


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    parser.add_argument("--partition", "-p", action=_Asked, dest="asked", nargs="+", default=(), metavar=("NAME", "IMG"),
                        help="a partition and the file it holds; NAME=IMG is the same; may be repeated")
    parser.add_argument("--files", action=_Asked, dest="asked", nargs="+", default=(), metavar=("NAME", "FILE"),
                        help="a readfs partition, and the files of which its image is made")
    parser.add_argument("--partition-table", "--table", "-t", type=Path, metavar="CSV",
                        help="lines of name, type, subtype, offset, size, flags (one partition for each -p and --files)")
    parser.add_argument("--boot-loader", "--boot", type=Path, metavar="ELF", help="the program that the ROM of GAP8 starts")
    parser.add_argument("--flash-type", choices=tuple(flash.BLOCK_SIZE), help="what the ROM boots from (the board's, or hyper)")
    parser.add_argument("--block-size", "-b", metavar="BYTES", help="erase block (the board's, or hyper: 256K, spi: 4K)")
    parser.add_argument("--flash-size", "-s", metavar="BYTES", help="all of the flash (the board's, or hyper: 64M, spi: 16M)")
    parser.add_argument("--board", metavar="NAME", help=f"take them from a board: {', '.join(BOARDS)}")
    parser.add_argument("--align", type=int, default=image.DEFAULT_ALIGN, metavar="BYTES",
                        help=f"alignment of file data in images made by --files ({image.DEFAULT_ALIGN}); 4 is what gapy writes")
    parser.add_argument("--output", "-o", type=Path, required=True, metavar="IMG", help="the flash image")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> None:
    geometry = flash.geometry(options.flash_type, options.block_size, options.flash_size, options.board)
    inputs = [path for path in (options.partition_table, options.boot_loader) if path]
    contents: dict[str, flash.Content] = {}
    rows: list[Row] = []
    for is_files, words in options.asked:
        name, paths = _of_files(words) if is_files else _of_image(words)
        if name in contents:
            raise InputError(f"partition {name!r} is given twice")
        inputs += paths
        contents[name] = (flash.Content(image.build([(p.name, read_bytes(p)) for p in paths], options.align)) if is_files
                          else flash.Content(read_bytes(paths[0]), str(paths[0])))
        rows.append(row_of({"name": name, "subtype": "readfs" if is_files else None}, geometry.block))
    if options.partition_table:
        rows = read_csv(read_bytes(options.partition_table), geometry.block, str(options.partition_table))
        if not rows:
            raise InputError("there is no partition in it", str(options.partition_table))
    boot = options.boot_loader and read_elf(read_bytes(options.boot_loader), str(options.boot_loader))
    result = flash.build(rows, contents, geometry, boot)
    output: Path = options.output
    if any(path.resolve() == output.resolve() for path in inputs):
        raise InputError("is an input, too", str(output), hint="Give another name for the flash image")
    write_outputs(output.parent, {output.name: result}, stamp=output.name)
    print(f"{output}: {flash.summary(result, geometry)}")


def _of_image(words: list[str]) -> tuple[str, list[Path]]:
    name, found, path = words[0].partition("=") if len(words) == 1 else (words[0], len(words) == 2, words[1])
    if not found or not path:
        raise InputError(f"--partition {' '.join(words)}: it is not a name and a file", hint="Write -p NAME IMG or -p NAME=IMG; "
                         "--files NAME FILE... makes a readfs image of several files")
    return name, [Path(path)]


def _of_files(words: list[str]) -> tuple[str, list[Path]]:
    if len(words) < 2:
        raise InputError(f"--files {words[0]}: there are no files", hint="Write --files NAME FILE...")
    return words[0], [Path(w) for w in words[1:]]


class _Asked(argparse.Action):
    """Partitions in the order of the command line, whichever of the two options names them."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        namespace.asked = [*namespace.asked, (self.option_strings[0] == "--files", values)]
