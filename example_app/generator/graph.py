"""The vocabulary of a network description: buffers in L3, nodes that work on them tile by tile, and the L3 arena."""

import struct
from dataclasses import dataclass, field

ALIGNMENT = 8
FORMATS = {"float32_t": "f", "int32_t": "i", "int8_t": "b", "uint8_t": "B"}


def round_up(value, multiple=ALIGNMENT):
    return (value + multiple - 1) // multiple * multiple


@dataclass
class Buffer:
    """A tensor in L3.

    kind  "constant": an allocation of its own, loaded from a file, read only
          "input", "output": in the arena and in the tables of the network; an input is loaded from a file
          "activation": in the arena, known to RunNetwork only
    """

    name: str
    ctype: str
    count: int
    kind: str
    values: list = None  # what is loaded; None: nothing is
    alias: "Buffer" = None  # the buffer whose memory this one uses, for updates in place
    offset: int = None  # in the arena
    file: str = None

    @property
    def element_bytes(self):
        return struct.calcsize(FORMATS[self.ctype])

    @property
    def bytes(self):
        return self.count * self.element_bytes

    def file_bytes(self):
        """The values as little-endian elements, zero-padded to a multiple of 4. The allocation is not padded."""
        data = struct.pack(f"<{self.count}{FORMATS[self.ctype]}", *self.values)
        return data.ljust(round_up(len(data), 4), b"\0")


@dataclass(frozen=True)
class Tile:
    """A part of a buffer, in bytes: `rows` rows of `length` bytes, `stride` apart."""

    offset: int
    rows: int
    length: int
    stride: int

    @property
    def size(self):
        return self.rows * self.length


@dataclass(frozen=True)
class Operand:
    """How a node reaches a buffer: under which name, in which tiles, and whether it reads or writes it."""

    name: str
    buffer: Buffer
    tiles: tuple
    writes: bool = False


@dataclass
class Node:
    """One kernel call per tile. `arguments` holds operand names, dimension names, and literals of the C call."""

    name: str
    op: str
    kernel: str
    operands: list
    arguments: list
    dimensions: dict = field(default_factory=dict)  # name -> size in each tile
    compute: object = None  # (values by operand name) -> values by operand name, for whole buffers

    @property
    def tile_count(self):
        return len(self.operands[0].tiles)


@dataclass
class Graph:
    """Nodes in the order of execution and buffers in the order of declaration."""

    buffers: list
    nodes: list

    def of_kind(self, kind):
        return [buffer for buffer in self.buffers if buffer.kind == kind]

    def number_files(self):
        """Gives every loaded buffer its file: an ordinal over all of them, inputs first."""
        for number, buffer in enumerate(buffer for buffer in self.buffers if buffer.values is not None):
            buffer.file = f"{number}.hex"

    def place_in_arena(self):
        """Gives every buffer of the arena its offset and returns the size of the arena.

        Inputs and outputs live for ever; an activation lives from the node that writes it first to the last node
        that touches it, and shares its place with those that live at other times. An output without a file comes
        first: the host's L3 takes an allocation whose first byte is loaded for a constant, and the arena is none.
        """
        last = len(self.nodes)
        lives = {}
        for position, node in enumerate(self.nodes):
            for operand in node.operands:
                buffer = operand.buffer.alias or operand.buffer
                first_use = lives.get(buffer.name, (position, position))[0]
                lives[buffer.name] = (first_use, position)
        placed = []
        in_arena = self.of_kind("output") + self.of_kind("input") + self.of_kind("activation")
        for buffer in (buffer for buffer in in_arena if buffer.alias is None):
            life = lives[buffer.name] if buffer.kind == "activation" else (0, last)
            rivals = sorted(
                (other.offset, other.bytes) for other, (start, end) in placed if start <= life[1] and life[0] <= end
            )
            offset = 0
            for start, size in rivals:
                if start - offset >= round_up(buffer.bytes):
                    break
                offset = max(offset, start + round_up(size))
            buffer.offset = offset
            placed.append((buffer, life))
        for buffer in in_arena:
            if buffer.alias is not None:
                buffer.offset = buffer.alias.offset
        if any(buffer.offset == 0 and buffer.values is not None for buffer in in_arena):
            raise ValueError("a loaded input lies at offset 0 of the arena")
        return max(buffer.offset + round_up(buffer.bytes) for buffer, _ in placed)


def whole(buffer, tiles=1):
    """The whole buffer, the same in every tile."""
    return (Tile(0, 1, buffer.bytes, buffer.bytes),) * tiles


def split_rows(buffer, row_bytes, parts):
    """Consecutive rows: part n holds parts[n] rows of row_bytes bytes each."""
    starts = [sum(parts[:n]) for n in range(len(parts))]
    return tuple(Tile(start * row_bytes, 1, part * row_bytes, part * row_bytes) for start, part in zip(starts, parts))


def split_columns(buffer, rows, parts):
    """Columns of a matrix of `rows` rows: part n holds parts[n] columns, a strided tile."""
    stride = sum(parts) * buffer.element_bytes
    starts = [sum(parts[:n]) for n in range(len(parts))]
    return tuple(
        Tile(start * buffer.element_bytes, rows, part * buffer.element_bytes, stride)
        for start, part in zip(starts, parts)
    )
