"""The patched C: a few byte spans replaced, every other byte as it was."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping

from .errors import InternalError
from .memory import Common, Placed
from .plan import Plan

Edit = tuple[int, int, bytes]


def patch(plan: Plan, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Text of every source after the plan; those without an edit are the same object."""
    edits: dict[str, list[Edit]] = {}
    commons: dict[str, set[str]] = {}
    ends = {path: _line_end(sources[path]) for path in {p.constant.path for p in plan.placed if p.common is not None}}
    for placed in plan.placed:
        path = placed.constant.path
        edits.setdefault(path, []).extend(_edits(placed, sources[path], ends.get(path, b"")))
        if placed.common is not None:
            commons.setdefault(path, set()).add(placed.common.symbol)
    for load, name in plan.local:
        if name != load.file and load.literal is not None:
            edits.setdefault(load.path, []).append((*load.literal, _string(name)))
    for path, symbols in commons.items():
        edits[path].append(_declarations(sources[path], symbols, ends[path]))
    return {path: _apply(path, data, edits.get(path, [])) for path, data in sources.items()}


def _line_end(source: bytes) -> bytes:
    return b"\r\n" if b"\r\n" in source else b"\n"


def _edits(placed: Placed, source: bytes, line_end: bytes) -> list[Edit]:
    constant = placed.constant
    if placed.common is not None:
        return [_common(placed, placed.common, source, line_end)]
    if placed.survivor is not None:
        if constant.allocation is None:
            raise InternalError(f"{constant.name} was shared without an allocation")
        kept = placed.survivor
        cast = "" if kept.kind == constant.kind and kept.kind else f"({constant.kind or 'void *'})"
        return [(*constant.allocation, f"{constant.name} = {cast}{kept.name};".encode("latin-1")), (*constant.load, b"")]
    edits: list[Edit] = []
    if constant.size is not None and placed.bytes != constant.bytes:
        edits.append((*constant.size, str(placed.bytes).encode()))
    if placed.image_file != constant.file and constant.literal is not None:
        edits.append((*constant.literal, _string(placed.image_file)))
    return edits


def _common(placed: Placed, common: Common, source: bytes, end: bytes) -> Edit:
    """Both statements of a constant, made to fill memory that several Init functions use unless another one has done so."""
    constant = placed.constant
    allocation, load = constant.allocation, constant.load
    size, literal, destination = constant.size, constant.literal, constant.destination
    if allocation is None or size is None or literal is None or destination is None:
        raise InternalError(f"{constant.name} was given common memory without a plain allocation and load")
    symbol = common.symbol.encode()
    line = source[source.rfind(b"\n", 0, allocation[0]) + 1:allocation[0]]
    indent = line if not line.strip() else b""
    request = source[allocation[0]:size[0]].partition(b"=")[2] + str(common.bytes).encode() + source[size[1]:allocation[1]]
    filling = (source[load[0]:destination[0]] + symbol + source[destination[1]:literal[0]] + _string(placed.image_file)
               + source[literal[1]:load[1]])
    lines = [b"if (!%s_loaded) {" % symbol, b"  %s = %s" % (symbol, request.strip()), b"  " + filling,
             b"  %s_loaded = 1;" % symbol, b"}",
             b"%s = (%s)%s;" % (constant.name.encode("latin-1"), (constant.kind or "void *").encode("latin-1"), symbol)]
    return allocation[0], load[1], (end + indent).join(lines)


def _declarations(source: bytes, symbols: Iterable[str], end: bytes) -> Edit:
    """Definitions of common memory, on top of a file; the linker makes one of all that have a name."""
    lines = [b"/* Constants that several Init functions use: the first that runs allocates and loads them. */"]
    for symbol in sorted(symbols):
        lines += [b"__attribute__((weak)) %s;" % variable.encode() for variable in (f"void *{symbol}", f"char {symbol}_loaded")]
    start = len(BOM_UTF8) if source.startswith(BOM_UTF8) else 0
    return start, start, b"".join(line + end for line in lines)


def _string(name: str) -> bytes:
    return b'"' + name.replace("\\", "\\\\").replace('"', '\\"').encode("ascii") + b'"'


def _apply(path: str, data: bytes, edits: list[Edit]) -> bytes:
    if not edits:
        return data
    out: list[bytes] = []
    done = 0
    for start, end, text in sorted(edits):
        if start < done or end < start:
            raise InternalError(f"two edits of {path} overlap at byte {start}")
        out += [data[done:start], text]
        done = end
    return b"".join(out) + data[done:]
