"""Every input that is refused, as data: what is wrong, what is said about it, and what cures it. `table` prints it for people.

A case starts from the network of `runs`, in gen/, and changes something. What the command line says is exact; SCons must say
the same behind the place that it names, or what the case gives for it.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from runs import CODE, SHARE

GENERATE = "generate C and `hex/` again, together, into an empty folder"
LINK = "mend or remove the link"
MOVE = "move it away, or give another target folder"
OTHER_RUN = ". C and files are from different runs of the generator: generate both again, into an empty folder"
NOTHING_SHARED = ". Nothing in this network was shared. Mend the C, or put what is no C behind a macro in a header"
GIVE = ". Give the folder that the generator wrote: C, headers and hex/"
ABSENT = ", but there is no such file in hex/. Generate the network again, C and files together"
WRITE = ". Write it as in functions.txt, for example 'my_read(none, read, local, number)'"
NO_C = "GapNetwork: there is no .c file in gen. If a builder of this build writes it, give GapNetwork the builder's nodes"
NEEDED = "Install it with '{python} -m pip install pycparser xxhash'"


@dataclass(frozen=True)
class Refusal:
    """about: what is wrong, for people. prepare: makes it so in a project folder. message: what the command line prints;
    scons: what SCons prints at the end of its line if that is something else, None where it makes no sense there. cure: what to
    do. arguments: of the command line. sconstruct: options of the call in the SConstruct. obedient: permissions count even for
    root. environment: what the run finds there."""

    name: str
    about: str
    prepare: Callable[[Path], object]
    message: str
    cure: str
    scons: str | None = ""
    arguments: tuple[str, ...] = SHARE
    options: str = ""
    obedient: bool = False
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def keeps(self) -> bool:
        """Whether a good run can go before: its outputs are not what the case is about."""
        return self.arguments[:len(SHARE)] == SHARE and not self.obedient and not self.environment and \
            not self.message.startswith("build/")


# --- what prepares ---

def nothing(folder):
    """Leave the network as it is."""


def code(old, new, count=-1):
    """Replace text of Network.c."""
    def prepare(folder):
        assert old in CODE
        (folder / "gen/Network.c").write_text(CODE.replace(old, new, count), encoding="utf-8")
    return prepare


def file(name, data):
    """Write a file."""
    def prepare(folder):
        remove(name)(folder)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return prepare


def remove(name):
    def prepare(folder):
        path = folder / name
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    return prepare


def instead(name, make):
    """Put something else where a file or folder is."""
    def prepare(folder):
        remove(name)(folder)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        make(folder / name)
    return prepare


def folder_at(name):
    return instead(name, Path.mkdir)


def loop_at(name):
    return instead(name, lambda path: path.symlink_to(path.name))


def unreadable(name, mode=0):
    return lambda folder: (folder / name).chmod(mode)


def copied(name):
    """A second network beside the first one."""
    return lambda folder: shutil.copytree(folder / "gen", folder / name)


def both(*steps):
    def prepare(folder):
        for step in steps:
            step(folder)
    return prepare


ARENA = ("() {\n", "() {\n  ARENA = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 32);\n  in = (float32_t *)((char *)ARENA + 24);\n"
         '  load_file_to_ram(in, "2.hex");\n')
TOP = ("static PI_L2 float32_t *P;", "static PI_L2 float32_t *P; int8_t *ARENA; float32_t *in;")


def arena(folder):
    text = CODE.replace(*TOP).replace(*ARENA)
    (folder / "gen/Network.c").write_text(text)


def without(package):
    """A Python that has not got a package."""
    return file("without/sitecustomize.py", f"import sys\nsys.modules[{package!r}] = None\n")


LONG = "x" * 300 + ".hex"
_COUNTS = ("l3_requested_bytes", "l3_allocations", "file_loads", "loaded_bytes", "files", "file_bytes", "image_bytes")
MANIFEST_OF_NOTHING = json.dumps({"schema": 1, "networks": [], "totals": dict.fromkeys(_COUNTS, {"before": 0, "after": 0})})

REFUSALS = {
    "The folder": [
        Refusal("no folder", "there is no such folder", remove("gen"), "gen: there is no such folder" + GIVE,
                "give the folder that the generator wrote", NO_C),
        Refusal("empty folder", "an empty folder", both(remove("gen"), folder_at("gen")),
                "gen: there is no .c file in it. Give the folder that the generator wrote",
                "the same; where a builder of the same build writes it, give its nodes",
                NO_C),
        Refusal("file for a folder", "a file where the generated folder should be", nothing,
                "gen/Network.c: is not a folder" + GIVE, "the same", None, ("share", "gen/Network.c", "--output", "build/kws")),
        Refusal("source loop", "the generated folder is a link to itself", loop_at("gen"),
                "gen: is a link that leads nowhere" + GIVE, LINK,
                "GapNetwork: gen: is a link that leads nowhere"),
        Refusal("long path", "a path with a name of more than 255 bytes", nothing,
                f"{'x' * 300}: cannot be read (File name too long)", "give a path that the file system can have", None,
                ("share", "x" * 300, "--output", "build/kws")),
        Refusal("unreadable folder", "a folder that you may not read", unreadable("gen"),
                "gen: cannot be read (Permission denied)", "give yourself the right to read it", obedient=True),
        Refusal("hex is a file", "`hex` is a file", file("gen/hex", "x"),
                "gen/hex: is not a folder. It must be the folder of the files that the C loads", GENERATE),
        Refusal("hex loop", "`hex` is a link to itself", loop_at("gen/hex"),
                "gen/hex: is a link that leads nowhere. It must be the folder of the files that the C loads", LINK),
        Refusal("unreadable hex", "a folder of files that you may not read", unreadable("gen/hex"),
                "gen/hex: cannot be read (Permission denied)", "give yourself the right to read it", obedient=True),
    ],
    "The C": [
        Refusal("C unreadable", "C that you may not read", unreadable("gen/Network.c"),
                "gen/Network.c: cannot be read (Permission denied)", "give yourself the right to read it",
                obedient=True),
        Refusal("C is a folder", "a folder of the name of a C file", folder_at("gen/Network.c"),
                "gen/Network.c: cannot be read (Is a directory)", GENERATE),
        Refusal("C loop", "a C file that is a link to itself", loop_at("gen/Network.c"),
                "gen/Network.c: is a link that leads nowhere", LINK),
        Refusal("header dangles", "a header that is a link to nothing", instead("gen/n.h", lambda p: p.symlink_to("gone.h")),
                "gen/n.h: is a link that leads nowhere", LINK),
        Refusal("C is a pipe", "a pipe of the name of a C file", instead("gen/Network.c", os.mkfifo),
                "gen/Network.c: is neither a file nor a folder", GENERATE),
        Refusal("UTF-16", "C in UTF-16, with its mark", file("gen/Network.c", CODE.encode("utf-16")),
                "gen/Network.c: is UTF-16 text, which no C compiler reads. Save it as UTF-8",
                "save it as UTF-8; Windows' PowerShell writes UTF-16 when output is sent to a file with `>`"),
        Refusal("UTF-16 without mark", "C in UTF-16, without a mark", file("gen/Network.c", CODE.encode("utf-16-be")),
                "gen/Network.c: is UTF-16 text, which no C compiler reads. Save it as UTF-8", "the same"),
        Refusal("UTF-16 header", "a header in UTF-16", file("gen/n.h", "int x;\n".encode("utf-16")),
                "gen/n.h: is UTF-16 text, which no C compiler reads. Save it as UTF-8", "the same"),
        Refusal("binary C", "a binary file of the name of a C file", file("gen/Network.c", b"\x7fELF\n\1\0" + bytes(range(256))),
                "gen/Network.c:2: is no text: a NUL byte stands here. Generate the network again: the file is damaged, or is no "
                "C", "generate the network again"),
        Refusal("cut off", "C that was cut off", code("2.hex\");\n}\n", "2."),
                "gen/Network.c:4: the C cannot be read: brackets do not pair up" + NOTHING_SHARED, "generate the network again"),
        Refusal("no C", "C with what is no C in it", code("}\n", "  P @ 1;\n}\n"),
                "gen/Network.c:11: the C cannot be read: Illegal character '@'" + NOTHING_SHARED,
                "the text behind the colon is where the parser stopped: mend it, or put it behind a macro in a header"),
        Refusal("letters", "a symbol with a letter that is not ASCII", code("P", "ä"),
                "gen/Network.c:1: the C cannot be read: Illegal character 'ä'" + NOTHING_SHARED, "name it with ASCII letters"),
        Refusal("call not closed", "a call that is not closed", code('"2.hex");', '"2.hex";'),
                "gen/Network.c:4: the C cannot be read: brackets do not pair up" + NOTHING_SHARED, "generate the network again"),
    ],
    "Sizes": [
        Refusal("longer", "a file longer than its allocation", file("gen/hex/0.hex", b"\1" * 20),
                "gen/Network.c:5: '0.hex' has 20 bytes, but P is allocated with 16" + OTHER_RUN, GENERATE),
        Refusal("CR LF", "a file whose LF bytes became CR LF", file("gen/hex/0.hex", b"\r\n" * 3 + b"\1" * 13),
                "gen/Network.c:5: '0.hex' has 19 bytes, but P is allocated with 16: a CR was put before each of its 3 LF bytes. "
                "A tool took it for text: say '*.hex binary' in .gitattributes or copy it in binary mode, and generate again",
                "keep Git, FTP and mail from changing line ends: `*.hex binary` in `.gitattributes`"),
        Refusal("empty file", "a file of no bytes", file("gen/hex/0.hex", b""),
                "gen/Network.c:5: '0.hex' is empty, but P is allocated with 16. The generator was stopped, or its disk was full: "
                "generate again", GENERATE),
        Refusal("arena", "an input that is longer than the rest of its arena", arena,
                "gen/Network.c:7: '2.hex' has 16 bytes, but in has 8 left in ARENA" + OTHER_RUN, GENERATE),
        Refusal("negative", "a negative size", code("(16)", "(-16)", 1),
                "gen/Network.c:5: P is allocated with -16 bytes. Mend the C: a size is at least 1 and has 32 bits",
                "the generator computed it wrongly: mend it there"),
        Refusal("huge", "a size that no device has", code("(16)", "(0x100000000)", 1),
                "gen/Network.c:5: P is allocated with 4294967296 bytes. Mend the C: a size is at least 1 and has 32 bits",
                "the same"),
    ],
    "Files": [
        Refusal("missing", "a loaded file that is not there", remove("gen/hex/1.hex"),
                "gen/Network.c:8: '1.hex' is loaded here" + ABSENT, GENERATE),
        Refusal("missing under #if", "the same under an `#if` that may be true",
                code("}\n", '#ifdef TRAINING\n  load_file_to_ram(P, "9.hex");\n#endif\n}\n'),
                "gen/Network.c:12: '9.hex' is loaded here" + ABSENT, GENERATE + "; what stands under `#if 0` needs no file"),
        Refusal("hex file is a folder", "a folder of the name of a loaded file", folder_at("gen/hex/0.hex"),
                "gen/hex/0.hex: cannot be read (Is a directory)", GENERATE),
        Refusal("hex file loop", "a loaded file that is a link to itself", loop_at("gen/hex/1.hex"),
                "gen/hex/1.hex: is a link that leads nowhere", LINK),
        Refusal("hex file is a pipe", "a pipe of the name of a loaded file", instead("gen/hex/1.hex", os.mkfifo),
                "gen/hex/1.hex: is neither a file nor a folder", GENERATE),
        Refusal("hex file unreadable", "a loaded file that you may not read", unreadable("gen/hex/1.hex"),
                "gen/hex/1.hex: cannot be read (Permission denied)", "give yourself the right to read it", obedient=True),
        Refusal("letters in a name", "a name with a letter that is not ASCII",
                both(code("0.hex", "ä.hex"), file("gen/hex/ä.hex", b"\xaa" * 16)),
                "gen/Network.c:6: 'ä.hex' cannot be a file name in a readfs image. Use one or more printable ASCII characters "
                "without ':', '/' and '\\'", "the device compares bytes: name the file with ASCII letters"),
        Refusal("colon in a name", "a name with `:`", both(code("0.hex", "a:b.hex"), file("gen/hex/a:b.hex", b"\xaa" * 16)),
                "gen/Network.c:6: 'a:b.hex' cannot be a file name in a readfs image. Use one or more printable ASCII characters "
                "without ':', '/' and '\\'", "the device cannot open it: give it another name"),
        Refusal("long name", "a loaded name of more than 255 bytes", code("0.hex", LONG),
                f"gen/Network.c:6: '{LONG}' is loaded here{ABSENT}", "shorten the name"),
        Refusal("way out", "a name that leads out of `hex/`", code("0.hex", "../Network.c"),
                "gen/Network.c:6: '../Network.c' is loaded here" + ABSENT, "put the file into `hex/`"),
        Refusal("NUL in a name", "a name with a NUL", code("0.hex", "0\\0.hex"),
                "gen/Network.c:6: '0\\x00.hex' is loaded here" + ABSENT, "mend the name"),
    ],
    "The target": [
        Refusal("same folder", "source and target are one folder", nothing,
                "gen: source and target are the same folder. Give a folder of its own for the output",
                "give a folder of its own for the output", None, ("share", "gen", "--output", "gen")),
        Refusal("source in target's hex", "the source is the target's `hex/`", nothing,
                "gen: source and target are the same folder. Give a folder of its own for the output", "the same", None,
                ("share", "gen/hex", "--output", "gen")),
        Refusal("target is a file", "a file where the target should be", file("build/kws", "mine"),
                "build/kws: is not a folder, but files must be written there. Give another one, or move it away", MOVE,
                "GapNetwork: the target build/kws is a file; give a folder"),
        Refusal("target loop", "the target is a link to itself", loop_at("build/kws"),
                "build/kws: is not a folder, but files must be written there. Give another one, or move it away", MOVE),
        Refusal("manifest is a folder", "a folder of the name of an output", folder_at("build/kws/manifest.json"),
                "build/kws/manifest.json: is a folder, but a file must be written there. Move it away", MOVE),
        Refusal("target hex is a link", "the target's `hex` is a link",
                both(folder_at("other"), instead("build/kws/hex", lambda p: p.symlink_to("../../other"))),
                "build/kws/hex: is a link. What it points to would be written over: remove it", LINK, None, (*SHARE, "--hex")),
        Refusal("target hex is a file", "the target's `hex` is a file", file("build/kws/hex", "mine"),
                "build/kws/hex: is not a folder, but files must be written there. Move it away", MOVE, None, (*SHARE, "--hex")),
        Refusal("read-only target", "a target that you may not write",
                both(folder_at("build/kws"), unreadable("build/kws", 0o555)),
                "build/kws: cannot be written (Permission denied)", "give yourself the right to write it", obedient=True),
        Refusal("read-only parent", "a target that you may not make", both(folder_at("build"), unreadable("build", 0o555)),
                "build/kws: cannot be written (Permission denied)", "the same", "build/kws: Permission denied", obedient=True),
    ],
    "Options": [
        Refusal("alignment", "an alignment that is no power of two", nothing,
                "alignment 6 is not a power of two. Use 8, or 4 for an image as gapy writes it", "use 8, or 4",
                "GAPNETWORK_ALIGN is 6, but must be a power of two up to 1048576", (*SHARE, "--align", "6"), "ALIGN=6"),
        Refusal("large alignment", "an alignment larger than a block of flash", nothing,
                "alignment 1099511627776 is larger than the erase block of any flash. Use 8, or 4 for an image as gapy writes it",
                "use 8, or 4", "GAPNETWORK_ALIGN is 1099511627776, but must be a power of two up to 1048576",
                (*SHARE, "--align", str(1 << 40)), "ALIGN=1 << 40"),
        Refusal("function", "a line for the function table that is none", nothing,
                "function 'my_read none' cannot be understood: it is not name(effect, ...) or name(effect, ...) -> "
                "result" + WRITE,
                "write it as in [`functions.txt`](../site_scons/gapnet/functions.txt)",
                arguments=(*SHARE, "--function", "my_read none"), options="FUNCTIONS=['my_read none']"),
        Refusal("effect", "a line with an unknown effect", nothing,
                "function 'my_read(reed)' cannot be understood: 'reed' is not one of none, number, read, write, free, local, "
                "out, request, load, file, size, read_if(N), task(N), ..." + WRITE, "the same",
                arguments=(*SHARE, "--function", "my_read(reed)"), options="FUNCTIONS=['my_read(reed)']"),
        Refusal("argument", "a line with a number of no argument", nothing,
                "function 'my_read(read_if(3), read)' cannot be understood: there is no argument 3" + WRITE, "the same",
                arguments=(*SHARE, "--function", "my_read(read_if(3), read)"), options="FUNCTIONS=['my_read(read_if(3), read)']"),
        Refusal("result", "a line with an unknown result", nothing,
                "function 'f(size) -> ram' cannot be understood: 'ram' is not one of l3, heap, device" + WRITE, "the same",
                arguments=(*SHARE, "--function", "f(size) -> ram"), options="FUNCTIONS=['f(size) -> ram']"),
    ],
    "Several networks, more files, sizes": [
        Refusal("two of a name", "two networks in folders of one name", copied("other/gen"),
                "two networks are called gen. The folder's name is the network's name: rename one", "rename one folder", None,
                ("share", "gen", "other/gen", "--output", "build/kws")),
        Refusal("called as hex", "a network in a folder `hex`", copied("hex"),
                "a network is called hex, as what is written beside the folders of the networks. The folder's name is the "
                "network's name: rename it", "rename the folder", None, ("share", "gen", "hex", "--output", "build/kws")),
        Refusal("name of several", "a name for several networks", copied("two"),
                "--name is for one network; of several, each is called as its folder is", "leave it out", None,
                ("share", "gen", "two", "--name", "n", "--output", "build/kws")),
        Refusal("sources would be written over", "networks in the folders where their results would go",
                both(copied("out/gen"), copied("out/two")),
                "out: source and target are the same folder. Give a folder of its own for the output", "give another folder",
                None, ("share", "out/gen", "out/two", "--output", "out")),
        Refusal("fault in one of several", "a fault in one of several networks", both(copied("two"), remove("two/hex/1.hex")),
                "two/Network.c:8: '1.hex' is loaded here" + ABSENT, GENERATE, None,
                ("share", "gen", "two", "--output", "build/kws")),
        Refusal("letters in one of several", "a name that no device can open in one of several networks",
                both(copied("two"), file("two/Network.c", CODE.replace("0.hex", "ä.hex")), file("two/hex/ä.hex", b"\xaa" * 16)),
                "two/Network.c:6: 'ä.hex' cannot be a file name in a readfs image. Use one or more printable ASCII characters "
                "without ':', '/' and '\\'", "name the file with ASCII letters", None,
                ("share", "gen", "two", "--output", "build/kws")),
        Refusal("files of one name", "two more files of one name", both(file("a.txt", "x"), file("more/a.txt", "y")),
                "more/a.txt: two files are called a.txt. An image has one name space: rename one", "rename one", None,
                (*SHARE, "--file", "a.txt", "--file", "more/a.txt")),
        Refusal("no more file", "another file for the image that is not there", nothing,
                "a.txt: cannot be read (No such file or directory)", "give a file", None, (*SHARE, "--file", "a.txt")),
        Refusal("board", "an unknown board", nothing,
                "board 'gap10' is not known. Known are ai_deck, gap9_evk, gapoc_a, gapoc_b, gapuino, pulp_open, siracusa; of "
                "others, give the sizes", "take one of those, or give `--l3-size`", options="BOARD='gap10'",
                arguments=(*SHARE, "--board", "gap10")),
        Refusal("no size", "a size that is none", nothing,
                "--l3-size '4x' cannot be understood. Write bytes, as 4096, 0x1000, 4K or 1M, below 4 GiB", "write it so",
                "GAPNETWORK_L3_SIZE '4x' cannot be understood. Write bytes, as 4096, 0x1000, 4K or 1M, below 4 GiB",
                (*SHARE, "--l3-size", "4x"), "L3_SIZE='4x'"),
    ],
    "What is needed": [
        Refusal(f"no {name}", f"the package {name} is missing", without(name),
                f"gapnet needs the Python package {name}. {NEEDED}",
                "install it for the Python that runs SCons or the command line",
                f"the gapnetwork tool needs the Python package {name}; install it for the Python that runs SCons: "
                "{python} -m pip install pycparser xxhash",
                environment={"PYTHONPATH": "without" + os.pathsep, "PYTHONDONTWRITEBYTECODE": "1"})
        for name in ("pycparser", "xxhash")
    ],
    "`inspect`": [
        Refusal("nothing to inspect", "there is nothing of that name", nothing,
                "nowhere: cannot be read (No such file or directory)", "give a manifest, an image or a generated folder", None,
                ("inspect", "nowhere")),
        Refusal("inspect something else", "something else", nothing,
                "gen/Network.c: is neither a manifest, nor a readfs image, nor a flash image, nor a generated folder",
                "the same", None,
                ("inspect", "gen/Network.c")),
        Refusal("no manifest", "JSON that is no manifest", file("m.json", "{}"), "m.json: is not a manifest of gapnet",
                "the same", None, ("inspect", "m.json")),
        Refusal("newer manifest", "a manifest of a newer version", file("m.json", '{"schema": 2}'),
                "m.json: manifest schema 2 is not known. Use a newer gapnet", "use the gapnet that wrote it", None,
                ("inspect", "m.json")),
        Refusal("damaged image", "a damaged image", file("r.img", b"\x1c\0\0\0\0\0\0\0\1\0\0\0\x1c\0\0\0\7\0\0\0\4\0\0\0ab\0\0"),
                "r.img: damaged readfs image: entry 0 has no proper name", "build it again", None, ("inspect", "r.img")),
    ],
    "`diff`": [
        Refusal("no baseline", "there is no older manifest", nothing,
                "base.json: there is no such manifest. Keep one of a state that is as it should be: cp build/m.json base.json",
                "keep one, as it says", None, ("diff", "base.json", "build/m.json")),
        Refusal("no new manifest", "there is no newer manifest", file("base.json", MANIFEST_OF_NOTHING),
                "build/m.json: cannot be read (No such file or directory)", "run `share` or SCons first", None,
                ("diff", "base.json", "build/m.json")),
        Refusal("baseline loop", "an older manifest that is a link to itself", loop_at("base.json"),
                "base.json: is a link that leads nowhere", LINK, None, ("diff", "base.json", "base.json")),
        Refusal("folder without manifest", "a folder that `share` did not write", file("base.json", MANIFEST_OF_NOTHING),
                "gen/manifest.json: cannot be read (No such file or directory)", "give a manifest", None,
                ("diff", "base.json", "gen")),
        Refusal("diff of no manifest", "a file that is no manifest", file("base.json", MANIFEST_OF_NOTHING),
                "gen/Network.c: is not a manifest of gapnet", "give a manifest", None, ("diff", "base.json", "gen/Network.c")),
        Refusal("diff of a newer manifest", "a manifest of a newer version", file("base.json", '{"schema": 2}'),
                "base.json: manifest schema 2 is not known. Use a newer gapnet", "use the gapnet that wrote it", None,
                ("diff", "base.json", "base.json")),
        Refusal("growth", "a size that is none", file("base.json", MANIFEST_OF_NOTHING),
                "--max-growth '4x' cannot be understood. Write bytes, as 4096, 0x1000, 4K or 1M, below 4 GiB", "write it so",
                None, ("diff", "base.json", "base.json", "--max-growth", "4x")),
        Refusal("negative growth", "a growth below zero", file("base.json", MANIFEST_OF_NOTHING),
                "--max-growth '-1' cannot be understood. Write bytes, as 4096, 0x1000, 4K or 1M, below 4 GiB",
                "0 is the least that can be asked for", None, ("diff", "base.json", "base.json", "--max-growth=-1")),
        Refusal("nothing to share", "a name that neither manifest has", file("base.json", MANIFEST_OF_NOTHING),
                "--require-shared W: there is no such constant. Write its name as manifest.json does, or NETWORK/NAME",
                "spell it as `manifest.json` does", None, ("diff", "base.json", "base.json", "--require-shared", "W")),
    ],
}
ALL = {case.name: case for cases in REFUSALS.values() for case in cases}
