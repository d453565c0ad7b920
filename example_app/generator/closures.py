"""The C of one node: how its operands reach a kernel, from L3 over L2 to L1.

`RunNetwork` passes addresses to `_<node>_closure_L3`, which copies the operands of a tile from L3 to L2 and calls
`_<node>_closure`; that one moves them on to L1 by the cluster's DMA and forks `_<node>_cluster_fork` to all cores,
which calls the kernel. Results go the same way back.
"""

from .layout import COLUMNS
from .tiling import DMA_TO_EXTERNAL, DMA_TO_LOCAL, PREFIX, NodeTiling, tile_bytes


class NodeText(NodeTiling):
    """Writes the closures and the call of one node into a `Text`."""

    def _open(self, kind):
        """The argument struct, the function's head, and a local of the same name for every argument."""
        text, name = self.text, self.closure(kind)
        text.line("typedef struct {")
        for ctype, field in self.fields(kind):
            text.line(f"{ctype}{field};", 2)
        text.line(f"}} {name}_args_t;")
        text.line()
        text.line(f"static void {name}(void *{name}_args) {{")
        text.line("// CLOSURE ARG CAST", 2)
        text.assign(f"{name}_args_t *args", f"({name}_args_t *){name}_args", 2)
        text.line()
        for ctype, field in self.fields(kind):
            text.assign(f"{ctype}{field}", f"args->{field}", 2)
        text.line()
        text.line("// CLOSURE FUNCTION CALL", 2)

    def _close(self):
        self.text.line()
        self.text.line("// CLOSURE ARG WRITEBACK", 2)
        self.text.line("}")
        self.text.line()

    def _arguments(self, kind, indent):
        name = self.closure(kind)
        self.text.compound_literal(
            f"{name}_args_t", f"{PREFIX}{name}_args", [(field, field) for _, field in self.fields(kind)], indent
        )

    def _loop(self, level):
        tiles, index = self.tiling(level, "numTiles"), f"*{self.tiling(level, 'tileIdxPtr')}"
        start, condition, step = (
            f"for (int TILING_I = {tiles}[{index}];",
            f"TILING_I < {tiles}[({index}) + 1];",
            "TILING_I++) {",
        )
        self.text.line()
        self.text.line("// TILING LOOP", 2)
        if len(f"  {start} {condition} {step}") <= COLUMNS:
            self.text.line(f"{start} {condition} {step}", 2)
        else:
            self.text.line(start, 2)
            together = len(f"       {condition} {step}") <= COLUMNS
            self.text.line(f"{condition} {step}" if together else condition, 7)
            if not together:
                self.text.line(step, 7)
        self.text.line()

    def _end_loop(self, level):
        self.text.line()
        self.text.line("// CLOSE TILING LOOP", 4)
        self.text.line("}", 2)
        self.text.line(f"*{self.tiling(level, 'tileIdxPtr')} += 1;", 2)
        self.text.line()
        self.text.line("// Deinitialize DMA futures", 2)
        self._close()

    def cluster_fork(self):
        text, node = self.text, self.node
        self._open("cluster_fork")
        operands = {operand.name: self.local("L1", operand) for operand in node.operands}
        dimensions = {
            name: f"*{self.tiling('L1', f'{name}_ref')}" if name in self.varying else str(sizes[0])
            for name, sizes in node.dimensions.items()
        }
        text.line()
        text.comment(f"{node.op} (Name: {node.name}, Op: {node.op})", 2)
        text.line()
        text.call(node.kernel, [operands.get(a) or dimensions.get(a) or str(a) for a in node.arguments], 2)
        text.line()
        text.line("pi_cl_team_barrier();", 2)
        self._close()

    def _dma(self, operand):
        command = DMA_TO_EXTERNAL if operand.writes else DMA_TO_LOCAL
        sizes = [tile.size for tile in operand.tiles]
        self.text.line("{", 4)
        fields = [
            ("cmd", self.value("L1", f"{operand.name}_cmd", [command + size for size in sizes])),
            ("size", self.value("L1", f"{operand.name}_size", sizes)),
            ("loc", self.local("L1", operand)),
            ("ext", self.external("L1", operand)),
        ]
        self.text.initialiser("mchan_transfer_t __mchan_tmp", fields, 6)
        self.text.line("mchan_transfer_push_1d(__mchan_tmp);", 6)
        self.text.line("}", 4)

    def _wait_dma(self, future, indent):
        self.text.line(f"if ({future} >= 0) {{", indent)
        self.text.line(f"mchan_transfer_wait({future});", indent + 2)
        self.text.line(f"mchan_transfer_free({future});", indent + 2)
        self.text.line("}", indent)

    def l1_closure(self):
        """L2 to L1 and back, the kernel on all cores in between."""
        text = self.text
        self._open("closure")
        offset = 0
        for operand in self.node.operands:
            ctype = operand.buffer.ctype
            text.assign(
                f"{ctype} *{self.local('L1', operand)}", f"({ctype} *)((char *){PREFIX}MEMORYARENA_L1 + {offset})", 2
            )
            offset += tile_bytes(operand)
        for operand in self.node.operands:
            text.assign(
                f"void *{self.external('L1', operand)}", f"(void *)((char *){self.local('L2', operand)} + 0)", 2
            )
        for name in self.varying:
            text.assign(f"uint16_t *{self.tiling('L1', f'{name}_ref')}", f"{self.tiling('L1', name)}", 2)
        text.line()
        text.line("// Initialize DMA futures", 2)
        text.line("int transfer_input = -1;", 2)
        text.line("int transfer_output = -1;", 2)
        self._loop("L1")
        text.line("// Transfer input tiles", 4)
        text.line("transfer_input = mchan_transfer_get_id();", 4)
        for operand in self.inputs:
            self._dma(operand)
        text.line()
        text.line("// Wait for input tiles", 4)
        text.line()
        self._wait_dma("transfer_input", 4)
        text.line()
        for name in self.varying:
            reference = self.tiling("L1", f"{name}_ref")
            text.comment(f"UPDATE VARIABLE {reference}", 4)
            text.assign(reference, f"&{self.tiling('L1', name)}[TILING_I]", 4)
            text.line()
        self._arguments("cluster_fork", 4)
        text.line()
        fork = self.closure("cluster_fork")
        text.call("pi_cl_team_fork", ["NUM_CORES", f"(void *){fork}", f"&{PREFIX}{fork}_args"], 4)
        text.line()
        text.line("// Transfer output tiles", 4)
        text.line("transfer_output = mchan_transfer_get_id();", 4)
        for operand in self.outputs:
            self._dma(operand)
        text.line()
        text.line("// Wait for output tiles", 4)
        text.line()
        self._wait_dma("transfer_output", 4)
        self._end_loop("L1")

    def _future(self, operand):
        return f"{operand.name}_{'LocalToExternal' if operand.writes else 'ExternalToLocal'}"

    def _wait_ram(self, operand):
        self.text.line(f"if ({self._future(operand)}.size != 0) {{", 4)
        self.text.line(f"pi_cl_ram_copy_wait(&{self._future(operand)});", 6)
        self.text.line("}", 4)
        self.text.line()

    def _copy_l3(self, operand):
        """One tile between L3 and L2, then the L3 pointer moves on to the next tile."""
        external, tiles = self.external("L2", operand), operand.tiles
        size = self.value("L2", f"{operand.name}_transfer_size", [tile.size for tile in tiles])
        length = self.value("L2", f"{operand.name}_length", [tile.length for tile in tiles])
        stride = tiles[0].stride if tiles[0].rows > 1 else max(tile.length for tile in tiles)
        self.text.call(
            "pi_cl_ram_copy_2d",
            [
                "get_ram_ptr()",
                external,
                self.local("L2", operand),
                size,
                str(stride),
                length,
                "0" if operand.writes else "1",
                f"&{self._future(operand)}",
            ],
            4,
        )
        self.text.line()
        self._wait_ram(operand)
        steps = self.steps(operand)
        if any(steps):
            step = (
                str(steps[0])
                if len(set(steps)) == 1
                else f"{self.tiling('L2', f'{operand.name}_relativeOffset')}[TILING_I]"
            )
            self.text.comment(f"UPDATE VARIABLE {external}", 4)
            self.text.advance(external, step, 4)
            self.text.line()

    def l3_closure(self):
        """L3 to L2 and back, the L1 closure in between."""
        text = self.text
        self._open("closure_L3")
        text.line()
        text.line("// Initialize DMA futures", 2)
        for operand in self.node.operands:
            text.line(f"pi_cl_ram_req_t {self._future(operand)} = {{0}};", 2)
        self._loop("L2")
        text.line("// Transfer input tiles", 4)
        text.line()
        for operand in self.inputs:
            self._copy_l3(operand)
        text.line("// Wait for input tiles", 4)
        text.line()
        for operand in self.inputs:
            self._wait_ram(operand)
        text.lines.pop()
        self._arguments("closure", 4)
        text.line()
        name = self.closure("closure")
        text.line(f"// {name} CLOSURE CALL", 4)
        text.call(name, [f"&{PREFIX}{name}_args"], 4)
        text.line()
        text.line("// Transfer output tiles", 4)
        text.line()
        for operand in self.outputs:
            self._copy_l3(operand)
        text.line("// Wait for output tiles", 4)
        text.line()
        for operand in self.outputs:
            self._wait_ram(operand)
        text.lines.pop()
        self._end_loop("L2")

    def call(self):
        """The part of RunNetwork: addresses of the operands, then the call of the outermost closure."""
        text = self.text
        for level in ("L1", "L2"):
            index = self.tiling(level, "tileIdxPtr")
            text.line(f"uint8_t bu_{index} = 0;", 2)
            text.assign(f"uint8_t *{index}", f"&bu_{index}", 2)
        offset = 0
        for operand in self.node.operands:
            ctype = operand.buffer.ctype
            text.assign(
                f"{ctype} *{self.local('L2', operand)}", f"({ctype} *)((char *){PREFIX}MEMORYARENA_L2 + {offset})", 2
            )
            offset += tile_bytes(operand)
        for operand in self.node.operands:
            text.assign(
                f"void *{self.external('L2', operand)}",
                f"(void *)((char *){PREFIX}{operand.buffer.name} + {operand.tiles[0].offset})",
                2,
            )
        self._arguments("closure_L3", 2)
        text.line()
        name = self.closure("closure_L3")
        text.line(f"// {name} CLOSURE CALL", 2)
        text.call(name, [f"&{PREFIX}{name}_args"], 2)
        text.line()
