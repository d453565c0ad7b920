"""Every odd input that is understood, as data: what is odd, and what comes out. `table` prints it for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from refusals import both, code, file, folder_at, nothing
from runs import CODE, SHARE, A

SHARED = "gen: L3 48 -> 32 B, 3 -> 2 files, 1 shared, 0 doubled"
EMPTY = "gen: loads nothing into L3, nothing to share"


@dataclass(frozen=True)
class Oddity:
    """about: what is odd; prepare: makes it so; line: what the run prints; becomes: what comes of it, for people. image: names
    of the files in the image, empty where there is none. reason: why P is not shared, with its place. scons: whether a build
    with SCons says the same."""

    name: str
    about: str
    prepare: Callable[[Path], object]
    line: str
    becomes: str
    image: tuple[str, ...] = ("0.hex", "2.hex")
    reason: str | None = None
    arguments: tuple[str, ...] = SHARE
    scons: bool = True


def not_shared(loads, reason, files=2):
    return f"gen: L3 48 -> {loads} B, 3 -> {files} files, 0 shared, 1 doubled (0 shared: {reason})"


DEAD = '#if 0\n  load_file_to_ram(R, "9.hex");\n#endif\n}\n'
NULL_CHECK = "  if (P == NULL)\n    return;\n  Q ="

ODDITIES = [
    Oddity("no Init function", "C without an Init function", file("gen/Network.c", "int a;\n"), EMPTY,
           "the C as it is, no image", ()),
    Oddity("empty C", "a C file of no bytes", file("gen/Network.c", ""), EMPTY, "the same", ()),
    Oddity("shorter", "a file shorter than its allocation", file("gen/hex/0.hex", b"\1" * 12),
           "gen: L3 48 -> 48 B, 3 -> 3 files, 0 shared, 0 doubled (0 shared: no two constants are equal)",
           "it is loaded as before, and shares with nothing", ("0.hex", "1.hex", "2.hex"),
           "its file has 12 bytes of the 16 that are allocated (Network.c:5)"),
    Oddity("padded", "a file padded to a multiple of 4", code("(16)", "(13)"),
           "gen: L3 39 -> 26 B, 3 -> 2 files, 1 shared, 0 doubled", "sharing as ever"),
    Oddity("expression", "a size that is `sizeof(T) * N`", code("(16)", "(sizeof(float32_t) * 4)"), SHARED, "sharing as ever"),
    Oddity("size unknown", "a size that is not a number in the C", code("(16)", "(SIZE)", 1),
           "gen: L3 32 -> 32 B, 3 -> 2 files, 0 shared, 1 doubled (0 shared: its size is not a positive literal, Network.c:5)",
           "that constant keeps its memory; files are shared in flash",
           reason="its size is not a positive literal (Network.c:5)"),
    Oddity("loaded twice", "a constant that is loaded twice", code("}\n", '  load_file_to_ram(P, "0.hex");\n}\n'),
           "gen: L3 48 -> 48 B, 3 -> 2 files, 0 shared, 2 doubled (0 shared: P is loaded more than once, Network.c:11)",
           "the same", reason="P is loaded more than once (Network.c:11)"),
    Oddity("computed name", "a load of a name that is computed", code('"0.hex"', "name_of(0)"),
           "gen: L3 48 -> 48 B, 3 -> 3 files, 0 shared, 0 doubled (0 shared: no two constants are equal)",
           "all files are in the image", ("1.hex", "2.hex", "0.hex")),
    Oddity("null check", "`if (P == NULL) return;` in an Init function", code("  Q =", NULL_CHECK),
           not_shared(48, "it is allocated behind the return at line 8, so it may not be allocated at all, Network.c:9"),
           "what comes behind it keeps its memory; the report names the line"),
    Oddity("dead load", "a load under `#if 0` of a file that is not there", code("}\n", DEAD), SHARED,
           "no compiler sees it, and no file is needed"),
    Oddity("dead load with file", "a load under `#if 0` of a file that is there",
           both(code("}\n", DEAD), file("gen/hex/9.hex", b"\7" * 16)),
           "gen: L3 48 -> 32 B, 4 -> 3 files, 1 shared, 0 doubled", "the file stays in the image", ("0.hex", "2.hex", "9.hex")),
    Oddity("case", "two files whose names differ by case", both(
        file("gen/Network.c", CODE.replace("0.hex", "a.hex").replace("2.hex", "A.hex")), file("gen/hex/a.hex", A),
        file("gen/hex/A.hex", b"\xcc" * 16)), SHARED, "two files, as on the device", ("a.hex", "A.hex")),
    Oddity("hash", "a name that begins with `#`", both(code("0.hex", "#a.hex"), file("gen/hex/#a.hex", A)), SHARED,
           "sharing as ever", ("#a.hex", "2.hex")),
    Oddity("dollar", "a name with `$`", both(code("0.hex", "$a.hex"), file("gen/hex/$a.hex", A)), SHARED, "sharing as ever",
           ("$a.hex", "2.hex")),
    Oddity("Latin-1", "a comment in Latin-1", file("gen/Network.c", ("// für\n" + CODE).encode("latin-1")), SHARED,
           "the bytes stay as they are"),
    Oddity("CR LF in C", "C with CR LF", file("gen/Network.c", CODE.replace("\n", "\r\n")), SHARED, "CR LF stays"),
    Oddity("nested", "blocks nested 200 deep",
           file("gen/Network.c", CODE + "void f(int a) {" + "if (a) {" * 200 + "}" * 201 + "\n"), SHARED, "sharing as ever"),
    Oddity("target inside source", "the target inside the source", nothing, SHARED, "the source's own files stay as they are",
           arguments=("share", "gen", "--output", "gen/out"), scons=False),
    Oddity("source inside target", "the source inside the target", nothing, SHARED, "the same",
           arguments=("share", "gen", "--output", "."), scons=False),
    Oddity("stale", "files that nothing loads", file("gen/hex/7.hex", b"\7" * 16), SHARED, "they are not in the image"),
    Oddity("folder beside", "a folder in `hex/` that nothing loads", folder_at("gen/hex/more"), SHARED,
           "it is left alone"),
]
BY_NAME = {case.name: case for case in ODDITIES}
