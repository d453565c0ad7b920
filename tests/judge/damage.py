"""Damage done to a right result on disk: what a bug of ours, or a disk, could do to it.

Each kind takes a `Result` and changes its folder; the judge must not accept what comes out. `KINDS` names them all.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import readfs_reader
from network_reader import Source, Statement, read_source


class NotHere(Exception):
    """The network has nothing that this kind of damage could be done to."""


@dataclass(frozen=True)
class Result:
    """A folder that `share --hex` wrote, and the one it was made of."""

    original: Path
    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / "Network.c"

    @property
    def source(self) -> Source:
        return read_source(self.path)

    def new_aliases(self) -> list[Statement]:
        """Aliases that sharing made, in program order."""
        given = {(s.symbol, s.value) for s in read_source(self.original / "Network.c").only("alias")}
        return _needed([s for s in self.source.only("alias") if (s.symbol, s.value) not in given])

    def owner(self, kind: str) -> Statement:
        """The malloc or load of the symbol that the first alias points to."""
        return self.source.of_kind(kind)[self.new_aliases()[0].value]

    def other(self, kind: str) -> Statement:
        """The malloc or load of a constant with other bytes than the first shared one."""
        loads, mallocs = self.source.of_kind("load"), self.source.of_kind("malloc")
        first = self.owner("load").value
        found = [s for s in loads.values() if s.symbol in mallocs and self.files()[s.value] != self.files()[first]]
        return self.source.of_kind(kind)[_needed(found)[0].symbol]

    def inputs(self) -> list[Statement]:
        """Loads into the arena."""
        mallocs = self.source.of_kind("malloc")
        return _needed([s for s in self.source.only("load") if s.symbol not in mallocs], 2)

    def files(self) -> dict[str, bytes]:
        return {name: data for name, _, data in readfs_reader.read(self.image)}

    @property
    def image(self) -> bytes:
        return (self.folder / "readfs.img").read_bytes()

    def replace(self, statement: Statement, text: str) -> None:
        self.edit(statement.start, statement.end, text)

    def edit(self, start: int, end: int, text: str) -> None:
        code = self.source.text
        self.path.write_bytes((code[:start] + text + code[end:]).encode())

    def substitute(self, pattern: str, text: str) -> None:
        """Replace the first match; it must change something."""
        code = self.source.text
        new = re.sub(pattern, text, code, count=1)
        if new == code:
            raise NotHere(pattern)
        self.path.write_bytes(new.encode())

    def move(self, statement: Statement, to: int) -> None:
        """Move a statement to an offset of the text."""
        code = self.source.text
        without = code[:statement.start] + code[statement.end:]
        to -= len(statement.text) if to > statement.start else 0
        self.path.write_bytes((without[:to] + " " + statement.text + " " + without[to:]).encode())

    def write_image(self, image: bytes) -> None:
        (self.folder / "readfs.img").write_bytes(image)

    def write_files(self, files: list[tuple[str, bytes]], directory: int | None = None) -> None:
        """An image and `hex/` with these files."""
        end = size = 12 + sum(12 + len(name) + 1 for name, _ in files)
        entries, data = b"", b""
        for name, content in files:
            gap = -end % 8
            end += gap
            data += bytes(gap) + content
            entries += struct.pack("<III", end, len(content), len(name) + 1) + name.encode() + b"\0"
            end += len(content)
        self.write_image(struct.pack("<QI", size, len(files)) + entries + data)
        for old in (self.folder / "hex").iterdir():
            old.unlink()
        for name, content in files:
            (self.folder / "hex" / name).write_bytes(content)

    def change_manifest(self, change: Callable[[dict], None]) -> None:
        path = self.folder / "manifest.json"
        manifest = json.loads(path.read_text())
        change(manifest)
        path.write_text(json.dumps(manifest))


def _needed(found: list, count: int = 1) -> list:
    if len(found) < count:
        raise NotHere
    return found


# --- allocations and aliases ---

def alias_to_another_constant(r: Result) -> None:
    r.replace(r.new_aliases()[0], f"{r.new_aliases()[0].symbol} = (void *){r.other('load').symbol};")


def alias_dropped(r: Result) -> None:
    r.replace(r.new_aliases()[0], "")


def alias_to_itself(r: Result) -> None:
    r.replace(r.new_aliases()[0], f"{r.new_aliases()[0].symbol} = {r.new_aliases()[0].symbol};")


def alias_of_another_symbol(r: Result) -> None:
    r.replace(r.new_aliases()[0], f"{r.other('load').symbol} = (void *){r.new_aliases()[0].value};")


def alias_before_its_owners_load(r: Result) -> None:
    r.move(r.new_aliases()[0], r.owner("load").start)


def alias_before_its_owners_allocation(r: Result) -> None:
    r.move(r.new_aliases()[0], r.owner("malloc").start)


def alias_in_another_function(r: Result) -> None:
    r.move(r.new_aliases()[0], _in_run_network(r))


def alias_under_a_condition(r: Result) -> None:
    r.replace(r.new_aliases()[0], f"if (0) {r.new_aliases()[0].text}")


def alias_in_a_block_with_a_local(r: Result) -> None:
    alias = r.new_aliases()[0]
    r.replace(alias, f"{{ void *{alias.symbol}; {alias.symbol} = (void *){alias.value}; }}")


def alias_in_a_comment(r: Result) -> None:
    r.replace(r.new_aliases()[0], f"/* {r.new_aliases()[0].text} */")


def alias_cut_by_a_cast(r: Result) -> None:
    r.replace(r.new_aliases()[0], f"{r.new_aliases()[0].symbol} = (void *)(uint16_t){r.new_aliases()[0].value};")


def alias_beside_its_start(r: Result) -> None:
    r.replace(r.new_aliases()[0], f"{r.new_aliases()[0].symbol} = (void *)((char *){r.new_aliases()[0].value} + 4);")


def owner_too_small(r: Result) -> None:
    _shrink(r, r.owner("malloc"))


def owner_allocated_again(r: Result) -> None:
    last = r.source.statements[-1]
    r.edit(last.end, last.end, f" {r.owner('malloc').text}")


def owner_not_allocated(r: Result) -> None:
    r.replace(r.owner("malloc"), "")


def another_allocation_too_small(r: Result) -> None:
    _shrink(r, r.other("malloc"))


def allocations_swapped(r: Result) -> None:
    """Each symbol gets the other one's size; where both are equal, the other one's memory."""
    mine, other = r.owner("malloc"), r.other("malloc")
    first, second = sorted((mine, other), key=lambda s: s.start)
    here, there = second.text, first.text
    if mine.value != other.value:
        here, there = here.replace(second.symbol, first.symbol), there.replace(first.symbol, second.symbol)
    r.edit(second.start, second.end, there)
    r.edit(first.start, first.end, here)


def inputs_merged(r: Result) -> None:
    """Two inputs, which are written at run time, get one place in the arena."""
    first, second = (s.symbol for s in r.inputs()[:2])
    place = re.search(rf"\b{first}\s*=\s*([^;]*);", r.source.text)
    if place is None:
        raise NotHere
    r.substitute(rf"\b{second}\s*=\s*[^;]*;", f"{second} = (void *){place[1]};")


def input_becomes_a_constant(r: Result) -> None:
    r.substitute(rf"\b{r.inputs()[0].symbol}\s*=\s*[^;]*;", f"{r.inputs()[0].symbol} = (void *){r.owner('load').symbol};")


# --- loads ---

def load_dropped(r: Result) -> None:
    r.replace(r.owner("load"), "")


def load_of_an_input_dropped(r: Result) -> None:
    r.replace(r.inputs()[0], "")


def load_left_out_by_the_preprocessor(r: Result) -> None:
    r.replace(r.owner("load"), f"\n#if 0\n{r.owner('load').text}\n#endif\n")


def load_in_another_function(r: Result) -> None:
    r.move(r.owner("load"), _in_run_network(r))


def load_before_its_allocation(r: Result) -> None:
    r.move(r.owner("load"), r.owner("malloc").start)


def load_twice(r: Result) -> None:
    r.edit(r.owner("load").end, r.owner("load").end, r.owner("load").text.replace(r.owner("load").value, r.other("load").value))


def load_into_another_symbol(r: Result) -> None:
    r.replace(r.owner("load"), r.owner("load").text.replace(r.owner("load").symbol, r.other("load").symbol))


def load_beside_the_start(r: Result) -> None:
    r.replace(r.owner("load"), r.owner("load").text.replace(r.owner("load").symbol, f"(char *){r.owner('load').symbol} + 4"))


def loads_swapped(r: Result) -> None:
    first, second = sorted((r.owner("load"), r.other("load")), key=lambda s: s.start)
    r.edit(second.start, second.end, second.text.replace(second.value, first.value))
    r.edit(first.start, first.end, first.text.replace(first.value, second.value))


def load_of_a_file_that_is_not_there(r: Result) -> None:
    r.replace(r.owner("load"), r.owner("load").text.replace(r.owner("load").value, "no.hex"))


# --- files and image ---

def image_entry_off_by_4(r: Result) -> None:
    at = 12
    for name, offset, data in readfs_reader.read(r.image):
        if r.image[offset + 4:offset + 4 + len(data)] not in (data, data[4:]):  # zeros moved by 4 are the same zeros
            r.write_image(r.image[:at] + struct.pack("<I", offset + 4) + r.image[at + 4:])
            return
        at += 12 + len(name) + 1
    raise NotHere


def image_entry_too_short(r: Result) -> None:
    size = struct.unpack_from("<I", r.image, 16)[0]
    r.write_image(r.image[:16] + struct.pack("<I", size - 1) + r.image[20:])


def image_truncated(r: Result) -> None:
    r.write_image(r.image[:-1])


def image_with_a_tail(r: Result) -> None:
    r.write_image(r.image + b"\xff" * 8)


def image_empty(r: Result) -> None:
    r.write_image(b"")


def image_gone(r: Result) -> None:
    (r.folder / "readfs.img").unlink()


def image_directory_too_long(r: Result) -> None:
    r.write_image(struct.pack("<Q", struct.unpack_from("<Q", r.image)[0] + 8) + r.image[8:])


def file_with_another_byte(r: Result) -> None:
    _change_file(r, lambda data: bytes([data[0] ^ 1]) + data[1:])


def file_truncated(r: Result) -> None:
    _change_file(r, lambda data: data[:-4])


def file_longer(r: Result) -> None:
    _change_file(r, lambda data: data + bytes(64))


def file_renamed(r: Result) -> None:
    name = r.owner("load").value
    r.write_files([("x" + n if n == name else n, d) for n, d in r.files().items()])


def file_left_out(r: Result) -> None:
    r.write_files([(n, d) for n, d in r.files().items() if n != r.owner("load").value])


def files_swapped(r: Result) -> None:
    mine, other = r.owner("load").value, r.other("load").value
    names = {mine: other, other: mine}
    r.write_files([(names.get(n, n), d) for n, d in r.files().items()])


def file_that_nothing_loads(r: Result) -> None:
    r.write_files([*r.files().items(), ("left_over.bin", b"\1" * 8)])


def file_that_was_shared_shipped_again(r: Result) -> None:
    gone = _needed(sorted({p.name for p in (r.original / "hex").iterdir()} - set(r.files())))[0]
    r.write_files([*r.files().items(), (gone, (r.original / "hex" / gone).read_bytes())])


def file_under_two_entries(r: Result) -> None:
    """The device takes the first of two entries with one name."""
    r.write_files([(r.owner("load").value, r.files()[r.other("load").value]), *r.files().items()])


# --- the rest of the text ---

def direction_of_a_copy(r: Result) -> None:
    r.substitute(r"(pi_cl_ram_copy_2d\((?:[^()]|\([^()]*\))*), 1, (&?\w+\))", r"\1, 0, \2")


def another_constant_used(r: Result) -> None:
    alias = r.new_aliases()[0].symbol
    r.substitute(rf"\(char \*\){alias}\b", f"(char *){r.other('load').symbol}")


def step_of_a_tile(r: Result) -> None:
    r.substitute(r"\(\(char ?\*\) ?(\w+_ref) \+ (\d+)\)", r"((char *)\1 + 4 + \2)")


def macro_that_renames(r: Result) -> None:
    r.edit(0, 0, f"#define {r.new_aliases()[0].symbol} {r.other('load').symbol}\n")


def include_left_out(r: Result) -> None:
    r.substitute(r'#include "Network.h"', "")


def text_in_the_middle(r: Result) -> None:
    at = r.source.text.index("{") + 1
    r.edit(at, at, " return;")


def declaration_of_another_type(r: Result) -> None:
    r.substitute(rf"static ([^;=]*)\*\s*{r.new_aliases()[0].symbol};", rf"static char \1{r.new_aliases()[0].symbol};")


def header_changed(r: Result) -> None:
    path = r.folder / "Network.h"
    path.write_text(path.read_text() + f"#define {r.new_aliases()[0].symbol} 0\n")


def header_gone(r: Result) -> None:
    (r.folder / "Network.h").unlink()


def source_of_an_earlier_network(r: Result) -> None:
    (r.folder / "Old.c").write_text("void Old(void) {}\n")


def half_of_the_source(r: Result) -> None:
    code = r.source.text
    r.path.write_bytes(code[:len(code) // 2].encode())


# --- what only a result on disk has beside C and image ---

def hex_file_changed(r: Result) -> None:
    path = r.folder / "hex" / r.owner("load").value
    path.write_bytes(path.read_bytes()[:-1] + b"\x55")


def hex_file_left_over(r: Result) -> None:
    (r.folder / "hex" / "old.hex").write_bytes(b"\1" * 4)


def hex_file_gone(r: Result) -> None:
    (r.folder / "hex" / r.owner("load").value).unlink()


def manifest_with_a_sharing_that_is_not(r: Result) -> None:
    other = r.other("load").symbol
    r.change_manifest(lambda m: next(c for c in m["networks"][0]["constants"] if c["name"] == other).update(shared_with="X"))


def manifest_with_another_digest(r: Result) -> None:
    r.change_manifest(lambda m: m["networks"][0]["constants"][0].update(digest="0" * 32))


def manifest_with_another_file(r: Result) -> None:
    r.change_manifest(lambda m: m["image"]["files"].append("old.hex"))


def _in_run_network(r: Result) -> int:
    """Offset of the first statement of a function that is not Init."""
    found = re.search(r"^(?:static )?void (?!Init)[^;{}]*\{", r.source.text, re.M)
    if found is None:
        raise NotHere
    return found.end()


def _shrink(r: Result, allocation: Statement) -> None:
    r.replace(allocation, allocation.text.replace(f"({allocation.value})", f"({allocation.value - 1})"))


def _change_file(r: Result, change: Callable[[bytes], bytes]) -> None:
    name = r.owner("load").value
    r.write_files([(n, change(d) if n == name else d) for n, d in r.files().items()])


KINDS: list[Callable[[Result], None]] = [
    function for name, function in list(globals().items())
    if callable(function) and not name.startswith("_") and getattr(function, "__module__", "") == __name__
    and not isinstance(function, type)]
BESIDE = {f for f in KINDS if f.__name__.startswith(("hex_", "manifest_"))}
"""Kinds that a judge of C and image alone cannot see."""
