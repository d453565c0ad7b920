"""How one node names its pointers and what tables its tiles need."""

from .graph import round_up

PREFIX = "DeeployNetwork_"
DMA_TO_LOCAL = (1 | 2 | 8) << 17  # read ext, increment, event: see sdk/mchan.h for the direction bit
DMA_TO_EXTERNAL = (2 | 8) << 17


def table_type(values):
    """The smallest unsigned type that holds all of them."""
    return next(
        ctype for ctype, limit in (("uint8_t", 2**8), ("uint16_t", 2**16), ("uint32_t", 2**32)) if max(values) < limit
    )


class NodeTiling:
    """Names, argument lists and tables of one node; the closures build on them."""

    def __init__(self, text, node):
        self.text = text
        self.node = node
        self.inputs = [operand for operand in node.operands if not operand.writes]
        self.outputs = [operand for operand in node.operands if operand.writes]
        self.varying = {name: sizes for name, sizes in node.dimensions.items() if len(set(sizes)) > 1}

    def tiling(self, level, suffix):
        return f"{PREFIX}TILING_CODEGEN_{level}_{self.node.name}_{suffix}"

    def local(self, level, operand):
        """The pointer to an operand's tile in L1 or L2."""
        return self.tiling(level, f"{operand.name}_ref")

    def external(self, level, operand):
        """The pointer to where an operand's tile comes from or goes to: in L2 for level L1, in L3 for level L2."""
        is_update = operand.writes and any(other.buffer is operand.buffer for other in self.inputs)
        return self.tiling(level, f"{operand.buffer.name}{f'_{operand.name}' if is_update else ''}_ref")

    def closure(self, kind):
        return f"_{self.node.name}_{kind}"

    def fields(self, kind):
        """(type, name) of every field of a closure's arguments."""
        pointers = {
            level: [(f"{o.buffer.ctype} *", self.local(level, o)) for o in self.node.operands] for level in ("L1", "L2")
        }
        index = {level: [("uint8_t *", self.tiling(level, "tileIdxPtr"))] for level in ("L1", "L2")}
        if kind == "cluster_fork":
            return pointers["L1"] + [("uint16_t *", self.tiling("L1", f"{name}_ref")) for name in self.varying]
        if kind == "closure":
            return index["L1"] + pointers["L2"]
        return (
            index["L1"]
            + pointers["L2"]
            + index["L2"]
            + [("void *", self.external("L2", o)) for o in self.node.operands]
        )

    def table(self, level, suffix, values, ctype=None):
        self.text.array(
            f"static PI_{level} {ctype or table_type(values)} {self.tiling(level, suffix)}[{len(values)}]",
            [str(v) for v in values],
        )
        self.text.line()

    def value(self, level, suffix, values):
        """A literal, or the entry of the table that `tables` writes for sizes that differ from tile to tile."""
        return str(values[0]) if len(set(values)) == 1 else f"{self.tiling(level, suffix)}[TILING_I]"

    @staticmethod
    def steps(operand):
        return [after.offset - before.offset for before, after in zip(operand.tiles, operand.tiles[1:])]

    def tables(self):
        count = self.node.tile_count
        for name, sizes in self.varying.items():
            self.table("L1", name, sizes, "uint16_t")
        self.table("L1", "numTiles", range(count + 1))
        self.table("L2", "numTiles", [0, count])
        for operand in self.node.operands:
            sizes = [tile.size for tile in operand.tiles]
            if len(set(sizes)) > 1:
                command = DMA_TO_EXTERNAL if operand.writes else DMA_TO_LOCAL
                self.table("L1", f"{operand.name}_cmd", [command + size for size in sizes])
                self.table("L1", f"{operand.name}_size", sizes)
                self.table("L2", f"{operand.name}_transfer_size", sizes)
                self.table("L2", f"{operand.name}_length", [tile.length for tile in operand.tiles])
            if len(set(self.steps(operand))) > 1:
                self.table("L2", f"{operand.name}_relativeOffset", [*self.steps(operand), 0])


def tile_bytes(operand):
    """What the largest tile takes in L1 and L2."""
    return round_up(max(tile.size for tile in operand.tiles))


def arena_bytes(node):
    return sum(tile_bytes(operand) for operand in node.operands)
