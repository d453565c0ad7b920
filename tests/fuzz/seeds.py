"""Where fuzzing starts, taken from the repository when it is asked for: bundles of files, manifests, images, arguments.

`GAPNET_FUZZ_NETWORK` may name one more Network.c, of a real network, whose pieces are taken as well.
"""

from __future__ import annotations

import hashlib
import os
import re
import struct
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from pathlib import Path

from _paths import TESTS
from gapnet import analysis, boot, flash, image, layout
from gapnet.analyse import analyse
from gapnet.errors import InputError
from gapnet.pieces import cut
from gapnet.share import MANIFEST, share
from gapnet.tokens import read_text
from targets import FACTS, FUNCTIONS, HEX, OPTIONS, files_of, hex_of, own_functions, sources_of

LARGEST = 10_000
"""Bytes of one input; what is larger is another kind of test."""

_LOADED = re.compile(rb'"([\w.]+\.hex)"')


def bundle(files: dict[str, bytes]) -> bytes:
    """Files as one text, see `targets.files_of`."""
    return b"".join(b"//// %s\n%s%s" % (name.encode(), data, b"\n" * (not data.endswith(b"\n"))) for name, data in files.items())


@cache
def programs() -> tuple[bytes, ...]:
    """Bundles of C and headers: refused networks and ways to hide a write."""
    found = [bundle({p.name: p.read_bytes() for p in sorted(folder.iterdir()) if p.suffix in (".c", ".h", ".inc")})
             for folder in sorted((TESTS / "failing").iterdir()) if (folder / "expected.json").exists()]
    found += [p.read_bytes() for p in sorted((TESTS / "soundness" / "regressions").glob("*.c"))]
    found.append(own_functions())
    return tuple(p for p in found if len(p) <= LARGEST)


def _generated() -> Iterator[bytes]:
    """Pieces of generated networks."""
    yield from _pieces_of(_example())
    if "GAPNET_FUZZ_NETWORK" in os.environ:
        yield from _pieces_of(Path(os.environ["GAPNET_FUZZ_NETWORK"]).read_bytes())


def _example() -> bytes:
    sys.path.insert(0, str(TESTS.parent / "example_app"))
    from generator.sources import generate
    return generate()["Network.c"]


def _pieces_of(code: bytes) -> list[bytes]:
    """Parts of a generated network, each small enough: pieces that name each other, in the order of the file."""
    text = read_text("Network.c", code)
    pieces = [code[p.start:p.end] for p in cut(text.code) if p.end - p.start < LARGEST // 2]
    runs: list[list[bytes]] = [[]]
    for piece in pieces:
        if sum(map(len, runs[-1])) + len(piece) > LARGEST * 4 // 5:
            runs.append([])
        runs[-1].append(piece)
    step = max(1, len(runs) // 25)
    return [b"\n".join(run) + _SMALL_INIT for run in runs[::step]]


_SMALL_INIT = b"""
static PI_L2 float32_t *W;
static PI_L2 float32_t *V;
void InitOwn(void) {
  W = cl_ram_malloc(16);
  load_file_to_ram(W, "0.hex");
  V = cl_ram_malloc(16);
  load_file_to_ram(V, "1.hex");
}
"""


def networks() -> Iterator[bytes]:
    """Programs with the files that they load and options."""
    for number, program in enumerate(chain(programs(), _generated())):
        files = files_of(program)
        for name in sorted(set(_LOADED.findall(b"".join(files.values())))):
            files.setdefault(HEX + name.decode(), b"AAAAAAAAAAAAAAA\n" if number % 5 else b"A" * (number % 64) + b"\n")
        if program == own_functions():
            files[OPTIONS] = b"align 4\n" + own_specs()
        if len(found := bundle(files)) <= LARGEST:
            yield found


def own_specs() -> bytes:
    """Lines of the function table for the network with functions of its own."""
    return (b"my_malloc(none, size) -> l3\nmy_load(none, file, load)\n"
            b"my_read(none, read, local, number)\nmy_copy(read_if(4), local, number, number)\n")


def _sources() -> Iterator[bytes]:
    yield from programs()
    yield from _generated()
    yield bundle({**files_of(own_functions()), FUNCTIONS: own_specs()})


def _shared() -> Iterator[tuple[dict[str, bytes], dict[str, bytes]]]:
    """(files, outputs) of the small networks that can be shared."""
    for network in islice(networks(), 0, None, 9):
        files = files_of(network)
        try:
            result = share("net", sources_of(files), hex_of(files))  # type: ignore[arg-type]
        except InputError:
            continue
        yield files, result.outputs()


def _manifests() -> Iterator[bytes]:
    for _, outputs in _shared():
        yield outputs[MANIFEST]
    yield b"[" * 5000


def _images() -> Iterator[bytes]:
    files = [("0.hex", b"0123"), ("1.hex", b""), ("2.hex", b"0123"), ("long name.bin", bytes(range(70)))]
    for count in range(1, len(files) + 1):
        for align in (1, 4, 8):
            yield image.build(files[:count], align)
    yield image.build([("a", b""), ("b", b"")])
    yield image.build([("a", b"12345")], once=False) + b"x"


def _facts() -> Iterator[bytes]:
    for files, _ in _shared():
        facts = analysis.dump(analyse(sources_of(files)))
        both = bundle({**files, FACTS: facts})
        if len(both) <= LARGEST:
            yield both


def _specs() -> Iterator[bytes]:
    yield own_specs()
    yield from own_specs().splitlines()
    shipped = (TESTS.parent / "site_scons" / "gapnet" / "functions.txt").read_bytes()
    yield from (line for line in shipped.splitlines() if b"(" in line)
    yield b"f(task(2), none, ...)\ng() -> heap\n"


def _arguments() -> Iterator[bytes]:
    yield b"share\nnet\n--output\nout"
    yield b"share\nnet\n-o\nout\n--hex\n--no-verify\n-v\n--align\n4\n--name\nkws"
    yield b"share\nnet\n-o\nout\n" + b"".join(b"--function\n" + line + b"\n" for line in own_specs().splitlines())[:-1]
    yield b"share\nnet\n--output=net"
    yield b"share\nnet\n--output=net/hex\n--no-share"
    yield b"share\nnet\nnet2\n--output\nout\n--no-common\n--file\nnet/hex/0.hex"
    yield b"verify\nnet\nnet\n--function\nf(none)"
    yield b"flash\n-p\nreadfs\nnet/hex/0.hex\n--files\nsounds\nnet/hex/0.hex\nnet/hex/1.hex\n-o\nout/flash.img"
    yield b"flash\n--table\nnet/hex/0.hex\n--boot\nnet/hex/1.hex\n--flash-type\nspi\n-b\n4K\n-s\n1M\n-o\nflash.img"
    yield b"inspect\nnet"
    yield b"inspect\nnet/hex/0.hex\n--function\nf(none)"
    yield b"inspect\nnet/Network.c"
    yield b"--version"
    yield b"share\n--help"


def _flash_parts() -> Iterator[bytes]:
    spi = flash.geometry("spi", 4096, "1M")
    yield (b"# a comment\nname, type, subtype, offset, size, flags\nreadfs, data, readfs, , 4K\n"
           b"app, app, factory, 0x4000, 2sec, encrypted\n")
    yield b"a,1,0x82,,1M\n"
    program = struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\1\1\1", 2, 243, 1, 0x1C000080, 52, 0, 0, 52, 32, 1, 0, 0, 0)
    program += struct.pack("<IIIIIIII", 1, 84, 0, 0x1C000000, 12, 12, 5, 4) + b"instructions"
    yield program
    rows = layout.read_csv(b"readfs, data, readfs\n", spi.block, "t.csv")
    contents = {"readfs": flash.Content(image.build([("0.hex", b"0123")]))}
    built = flash.build(rows, contents, spi)
    yield built
    yield built.replace(hashlib.md5(built[4096 + 32:4096 + 64]).digest(), bytes(16)).replace(b"\xba\2\1\1\1", b"\xba\2\1\1\0")
    yield flash.build([], {}, spi, boot.read_elf(program))


SEEDS = {"source": _sources, "share": networks, "manifest": _manifests, "image": _images, "flash": _flash_parts, "facts": _facts,
         "specs": _specs, "arguments": _arguments}


def write(name: str, folder: Path) -> int:
    """Write a target's seeds into a folder; how many."""
    folder.mkdir(parents=True, exist_ok=True)
    seeds = [s for s in SEEDS[name]()]
    for number, seed in enumerate(seeds):
        (folder / f"seed-{number:04}").write_bytes(seed)
    return len(seeds)

