"""Changes that keep most of an input's form: C by tokens and lines, JSON by values, bundles file by file.

Random bytes hardly ever get past a tokenizer; these do. Each takes bytes, a seed and libFuzzer's own mutator, and gives bytes.
"""

from __future__ import annotations

import json
import random
import re
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any

import seeds
from _paths import HERE
from targets import FACTS, FUNCTIONS, HEX, OPTIONS, files_of

Mutate = Callable[[bytes], bytes]
Mutator = Callable[[bytes, int, Mutate], bytes]

_TOKEN = re.compile(rb'//// [^\n]*\n|[A-Za-z_$][\w$]*|\d[\w.]*|"(?:[^"\\\n]|\\.)*"|->|\+\+|--|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|##'
                    rb'|\s+|.', re.S)
_NAME = re.compile(rb"[A-Za-z_]\w*$")

TOKENS = (*(HERE / "c_words.txt").read_bytes().split(), b"\n", b"\\\n", b"\r", b"\f", b"\0", b"\xff", b"\xef\xbb\xbf")
SNIPPETS = tuple(s.encode() for s in (
    "\n#if A\n", "\n#else\n", "\n#elif B\n", "\n#endif\n", "\n#define W V\n", "\n#define M(a, b) a ## b\n",
    "\n#define S(a) #a\n", "\n#undef W\n", '\n#include "Network.h"\n', '\n#include "body.inc"\n',
    "\n#define cl_ram_malloc(n) f(n)\n", "\n#pragma pack(1)\n", " W = cl_ram_malloc(16); ",
    ' load_file_to_ram(W, "0.hex"); ', ' load_file_to_ram(V, "0" ".hex"); ', " V = W; ", " *W = 0; ",
    " cl_ram_write(W, tile, 16); ", " cl_ram_read(tile, W, 16); ", " { ", " } ", " if (n) { ", " switch (n) { case 1: ",
    " x: goto x; ", " static float32_t *W; ", " float32_t *V = W; ", " struct S { float32_t *a; int b[2]; } s = {.a = W}; ",
    " s.a = W; ", " p->a = V; ", " f(W); ", " (void)W; ", " W++; ", " W[0] ", " (uint32_t)W ", " (W ? V : W) ",
    " int f(int a) { return a; } ", " typedef float32_t W; ", " enum { W, V }; ", ' __asm__("W"); ',
    ' __asm__ volatile("" : : "r"(W)); ', " ({ W; }) ", " [0 ... 3] = 1 ", " (float32_t *(*)(int))f ", " (struct S){W, 1} ",
    " __builtin_va_arg(a, int) ", ' __attribute__((alias("W"))) ', " , ...) ", " /* ", " */ ", " // x\n", "\\\n", '"', "'",
    "\n//// more.c\n", "\n//// Network.h\n"))

NUMBERS = (0, 1, -1, 2, 3, 7, 8, 16, 255, 256, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 63, 1 << 64,
           -(1 << 63), 10 ** 400)
STRINGS = ("", "0.hex", "1.hex", "W", "Network.c", "\0", "\ud800", "ä", "<b>", "a/b")
OTHERS = (None, True, False, 1.5, float("nan"), float("inf"), [], {}, [[]], {"": {}}, [1, 2], ["x"])


def limited(data: bytes, room: int) -> bytes:
    """At most `room` bytes."""
    return data[:room]


def c_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """One to four changes to C, or to a bundle of it, by tokens and lines."""
    r = random.Random(seed)
    if r.random() < 0.1:
        return mutate(data)
    for _ in range(r.choice((1, 1, 1, 2, 2, 3, 4))):
        data = r.choice(_C_CHANGES)(data, r)
    return data


def _tokens(data: bytes) -> list[bytes]:
    return _TOKEN.findall(data) or [b""]


def _range(length: int, r: random.Random) -> tuple[int, int]:
    start = r.randrange(length)
    return start, min(length, start + r.choice((1, 1, 1, 2, 3, 5, 8, 20)))


def _drop(data: bytes, r: random.Random) -> bytes:
    tokens = _tokens(data)
    start, end = _range(len(tokens), r)
    return b"".join(tokens[:start] + tokens[end:])


def _repeat(data: bytes, r: random.Random) -> bytes:
    tokens = _tokens(data)
    start, end = _range(len(tokens), r)
    at = r.choice((end, r.randrange(len(tokens))))
    return b"".join(tokens[:at] + tokens[start:end] * r.choice((1, 1, 1, 2, 40)) + tokens[at:])


def _replace(data: bytes, r: random.Random) -> bytes:
    tokens = _tokens(data)
    at = r.randrange(len(tokens))
    tokens[at] = r.choice(TOKENS)
    return b"".join(tokens)


def _insert(data: bytes, r: random.Random) -> bytes:
    tokens = _tokens(data)
    return b"".join([*tokens[:(at := r.randrange(len(tokens)))], r.choice(r.choice((TOKENS, SNIPPETS))), b" ", *tokens[at:]])


def _rename(data: bytes, r: random.Random) -> bytes:
    tokens = _tokens(data)
    names = [i for i, t in enumerate(tokens) if _NAME.match(t)]
    if len(names) < 2:
        return data
    old, new = tokens[r.choice(names)], tokens[r.choice(names)]
    if r.random() < 0.3:
        return b"".join(new if t == old else t for t in tokens)
    tokens[r.choice(names)] = new
    return b"".join(tokens)


def _lines(data: bytes, r: random.Random) -> bytes:
    lines = data.split(b"\n")
    start, end = _range(len(lines), r)
    taken, rest = lines[start:end], lines[:start] + lines[end:]
    what = r.randrange(4)
    if what == 0:
        return b"\n".join(rest)
    at = r.randrange(len(rest) + 1)
    if what == 1:
        return b"\n".join(rest[:at] + taken + rest[at:])
    return b"\n".join(lines[:at] + (taken if what == 2 else _foreign(r)) + lines[at:])


def _foreign(r: random.Random) -> list[bytes]:
    lines = r.choice(seeds.programs()).split(b"\n")
    start = r.randrange(len(lines))
    return lines[start:start + r.choice((1, 2, 4, 8, 16))]


def _wrap(data: bytes, r: random.Random) -> bytes:
    tokens = _tokens(data)
    start, end = _range(len(tokens), r)
    left, right = r.choice(((b"(", b")"), (b"{", b"}"), (b"[", b"]"), (b"(float32_t *)(", b")"), (b"\n#if X\n", b"\n#endif\n"),
                            (b"/*", b"*/"), (b'"', b'"'), (b"if (x) {", b"}"), (b"M(", b")"), (b"\n#define M(a) ", b"\n")))
    count = r.choice((1, 1, 1, 1, 30))
    return b"".join([*tokens[:start], left * count, *tokens[start:end], right * count, *tokens[end:]])


def _hex(data: bytes, r: random.Random) -> bytes:
    """Another content for the files of a bundle."""
    files = files_of(data)
    names = [n for n in files if n.startswith(HEX)]
    if not names:
        return data
    files[r.choice(names)] = r.choice((b"\n", b"A" * r.choice((3, 15, 16, 17, 31, 63)) + b"\n", files[r.choice(names)]))
    if r.random() < 0.2:
        files.pop(r.choice(names))
    if r.random() < 0.2:
        files[HEX + r.choice(("9.hex", "a", "x.hex", "1.hex"))] = b"AAAAAAAAAAAAAAA\n"
    return seeds.bundle(files)


def _options(data: bytes, r: random.Random) -> bytes:
    """Other options for a bundle."""
    files = files_of(data)
    where = FUNCTIONS if FUNCTIONS in files else OPTIONS
    line = r.choice((b"align %d" % r.choice((1, 2, 4, 16, 4096, 1 << 40, 3, 0)), b"no-share", b"no-verify", b"no-common",
                     _spec(r), _spec(r)))
    files[where] = files.get(where, b"") + line + b"\n"
    return seeds.bundle(files)


def _spec(r: random.Random) -> bytes:
    name = r.choice((b"f", b"my_read", b"cl_ram_malloc", b"cl_ram_read", b"load_file_to_ram", b"load_file_to_local", b"memcpy",
                     b"W", b"InitNetwork"))
    words = r.choices((b"none", b"number", b"read", b"write", b"free", b"local", b"out", b"request", b"load", b"file", b"size",
                       b"read_if(1)", b"read_if(2)", b"task(1)", b"task(3)"), k=r.randrange(5))
    ends = r.choice((b"", b"", b", ...")), r.choice((b"", b"", b" -> l3", b" -> heap", b" -> device"))
    return b"%s(%s%s)%s" % (name, b", ".join(words), *ends)


_C_CHANGES = (_drop, _drop, _repeat, _replace, _insert, _insert, _rename, _rename, _lines, _lines, _wrap)


def network_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """Changes to a bundle's C, its files and its options."""
    r = random.Random(seed)
    chosen = r.random()
    return _hex(data, r) if chosen < 0.1 else _options(data, r) if chosen < 0.2 else c_mutator(data, seed, mutate)


def json_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """Another value somewhere in a JSON text."""
    r = random.Random(seed)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return mutate(data)
    if r.random() < 0.15:
        return mutate(data)
    for _ in range(r.choice((1, 1, 2, 3))):
        value = _changed(value, r)
    try:
        return json.dumps(value, indent=r.choice((None, 1))).encode()
    except (ValueError, RecursionError):
        return data


def _changed(value: Any, r: random.Random) -> Any:
    if isinstance(value, dict) and value and r.random() < 0.93:
        key = r.choice(list(value))
        what = r.random()
        if what < 0.05:
            return {k: v for k, v in value.items() if k != key}
        if what < 0.08:
            return {(k + r.choice("_xs") if k == key else k): v for k, v in value.items()}
        return value | {key: _changed(value[key], r)}
    if isinstance(value, list) and value and r.random() < 0.93:
        at = r.randrange(len(value))
        what = r.random()
        if what < 0.1:
            return value[:at] + value[at + 1:]
        if what < 0.2:
            return [*value, value[at]]
        return [*value[:at], _changed(value[at], r), *value[at + 1:]]
    if isinstance(value, int) and r.random() < 0.6:
        return r.choice((value + 1, value - 1, value * 2, -value, r.choice(NUMBERS), r.randrange(1000)))
    if isinstance(value, str) and r.random() < 0.6:
        return r.choice((value + "x", value[1:], value * 2, "../" + value, *STRINGS))
    return r.choice((*NUMBERS, *STRINGS, *OTHERS))


def facts_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """Changes to the analysis of a bundle, seldom to its other files."""
    r = random.Random(seed)
    files = files_of(data)
    if FACTS not in files or r.random() < 0.1:
        return c_mutator(data, seed, mutate)
    files[FACTS] = json_mutator(files[FACTS], seed, mutate)
    return seeds.bundle(files)


def image_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """Other numbers in an image's directory, or other bytes."""
    r = random.Random(seed)
    if r.random() < 0.3 or len(data) < 12:
        return mutate(data)
    out = bytearray(data)
    for _ in range(r.choice((1, 1, 2))):
        at = r.randrange(len(out) - 3)
        old = int.from_bytes(out[at:at + 4], "little")
        new = r.choice((old + 1, old - 1, old + r.randrange(-16, 16), len(out), len(out) - old, r.choice(NUMBERS)))
        out[at:at + 4] = (new % (1 << 32)).to_bytes(4, "little")
    return bytes(out) + (b"" if r.random() < 0.9 else b"\xff" * r.randrange(9))


@cache
def _words() -> tuple[bytes, ...]:
    fixed = (b"share verify flash inspect net net/hex net/Network.c net/hex/0.hex net/ . missing out out/a/b a=net/hex/0.hex "
             b"readfs -o --output --outpu --hex --name --align 4 8 -1 0 1e3 --function --no-share --no-common --no-verify --file "
             b"-p --files --table --boot -b -s 4K 1M --flash-type spi hyper -v --verbose -h -- --version").split(b" ")
    return *fixed, *seeds.own_specs().splitlines(), b"", b"\xff", b"9" * 5000, b"x" * 300


def lines_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """Other lines, each an argument or a line of the function table."""
    r = random.Random(seed)
    if r.random() < 0.3:
        return mutate(data)
    lines = data.split(b"\n")
    for _ in range(r.choice((1, 1, 2, 3))):
        at = r.randrange(len(lines) + 1)
        what = r.randrange(4)
        if what == 0:
            lines.insert(at, r.choice(_words()))
        elif what == 1:
            lines.insert(at, _spec(r))
        elif what == 2:
            del lines[at:at + 1]
        elif at < len(lines):
            lines[at] = b"".join(r.choice(TOKENS) if r.random() < 0.2 else t for t in _tokens(lines[at]))
    return b"\n".join(lines)


def flash_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """Other lines of a table, other numbers in an image or a program; the sum over a boot section mostly stays right."""
    if data.isascii() and b"\0" not in data:
        return lines_mutator(data, seed, mutate)
    out = image_mutator(data, seed, mutate)
    end = 16 + 16 * int.from_bytes(out[4:8], "little")
    if seed % 8 and 16 < end < len(out) - 4:
        return out[:end] + zlib.crc32(out[:end]).to_bytes(4, "little") + out[end + 4:]
    return out


MUTATORS: dict[str, Mutator] = {
    "source": c_mutator, "share": network_mutator, "manifest": json_mutator, "image": image_mutator, "flash": flash_mutator,
    "facts": facts_mutator, "specs": lines_mutator, "arguments": lines_mutator}
