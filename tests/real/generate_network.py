#!/usr/bin/env python3
"""Generate a real Deeploy network (C sources and .hex constants) from an ONNX model.

    python generate_network.py MODEL_DIR OUT_DIR [--l1 BYTES] [--l2 BYTES] [--double-buffer] [--raw]

MODEL_DIR holds network.onnx, inputs.npz and outputs.npz. OUT_DIR receives what a GAP/PULP project
gets from Deeploy: Network.c, Network.h, testinputs.h, testoutputs.h and hex/*.hex, for the PULPOpen
(Siracusa) target with the network in L3.

The C is formatted by clang-format, as Deeploy's own flow does; --raw leaves it as the templates wrote
it, as happens where clang-format is missing. Needs what requirements-deeploy.txt lists.
"""

import argparse
import shutil
import subprocess
from pathlib import Path

import numpy as np
import onnx
import onnx_graphsurgeon as gs
from Deeploy.AbstractDataTypes import PointerClass
from Deeploy.CommonExtensions.DataTypes import minimalFloatType, minimalIntegerType
from Deeploy.DeeployTypes import CodeGenVerbosity, ConstantBuffer, TransientBuffer
from Deeploy.MemoryLevelExtension.MemoryLevels import MemoryHierarchy, MemoryLevel
from Deeploy.MemoryLevelExtension.NetworkDeployers.MemoryLevelDeployer import MemoryDeployerWrapper
from Deeploy.MemoryLevelExtension.OptimizationPasses.MemoryLevelAnnotationPasses import (
    AnnotateDefaultMemoryLevel,
    AnnotateIOMemoryLevel,
)
from Deeploy.Targets.PULPOpen.Deployer import PULPDeployer
from Deeploy.Targets.PULPOpen.Platform import MemoryPULPPlatformWrapper, PULPOptimizer, PULPPlatform
from Deeploy.TilingExtension.TilerExtension import Tiler, TilerDeployerWrapper

VERBOSITY = CodeGenVerbosity(None)


class SingleBuffer(Tiler):
    """One copy of every tile."""

    def multiBufferStrategy(self, tilerModel, ctxt, pattern, path, hop, tensorName):
        return 1


class DoubleBufferL3(Tiler):
    """Two copies of a tile on the L3 to L2 hop, one on the L2 to L1 hop."""

    def multiBufferStrategy(self, tilerModel, ctxt, pattern, path, hop, tensorName):
        transient = isinstance(ctxt.lookup(tensorName), TransientBuffer)
        return 1 if transient or hop == "L1" else 2


def element_type(array):
    """Smallest Deeploy element type that holds `array`; zeros keep their own kind."""
    values = array.astype(np.float64)
    whole = np.abs(values - np.rint(values)).max(initial=0) <= 1e-3
    if whole and not (np.all(values == 0) and np.issubdtype(array.dtype, np.floating)):
        return minimalIntegerType(values)
    return minimalFloatType(values)


def build_deployer(model_dir, out_dir, l1, l2, double_buffer):
    graph = gs.import_onnx(onnx.load_model(str(model_dir / "network.onnx")))
    stored = np.load(model_dir / "inputs.npz")
    inputs = [stored[name] for name in stored.files]
    input_types = {f"input_{i}": PointerClass(element_type(a)) for i, a in enumerate(inputs)}

    hierarchy = MemoryHierarchy([
        MemoryLevel(name="L3", neighbourNames=["L2"], size=64_000_000),
        MemoryLevel(name="L2", neighbourNames=["L3", "L1"], size=l2),
        MemoryLevel(name="L1", neighbourNames=["L2"], size=l1),
    ])
    hierarchy.setDefaultMemoryLevel("L3")

    deployer = PULPDeployer(graph, PULPPlatform(), input_types, PULPOptimizer,
                            lambda g: [[node] for node in g.nodes],
                            name="DeeployNetwork", default_channels_first=False,
                            deeployStateDir=str(out_dir / "deeployStates"),
                            inputOffsets={name: 0 for name in input_types})
    deployer.Platform = MemoryPULPPlatformWrapper(deployer.Platform, hierarchy, hierarchy.memoryLevels["L1"])
    deployer = MemoryDeployerWrapper(deployer, [AnnotateIOMemoryLevel("L3"), AnnotateDefaultMemoryLevel(hierarchy)])
    tiler = DoubleBufferL3 if double_buffer else SingleBuffer
    deployer = TilerDeployerWrapper(deployer, tiler, testName="net", workDir=str(out_dir))
    deployer.tiler.memoryAllocStrategy = "TetrisRandom"
    deployer.tiler.searchStrategy = "random-max"
    deployer.prepare(VERBOSITY)
    return deployer, [a.reshape(-1) for a in inputs]


def network_header(deployer):
    return "\n".join([
        "#ifndef __DEEPLOY_HEADER__", "#define __DEEPLOY_HEADER__",
        "#include <stdio.h>", "#include <stdint.h>", "#include <stdlib.h>",
        deployer.generateIncludeString(),
        "void RunNetwork();", "void InitNetwork();",
        deployer.generateIOBufferInitializationCode(), "#endif", ""])


def network_source(deployer):
    return "\n".join([
        "#include <stdio.h>", "#include <stdlib.h>", "#include <math.h>",
        deployer.generateIncludeString(), '#include "Network.h"',
        deployer.generateBufferInitializationCode(),
        deployer.generateGlobalDefinitionCode(),
        "void RunNetwork(){",
        deployer.generateInferenceInitializationCode(),
        deployer.generateFunction(VERBOSITY), "}",
        "void InitNetwork(){",
        deployer.generateEngineInitializationCode(),
        deployer.generateBufferAllocationCode(), "}", ""])


def array_header(prefix, arrays):
    lines = []
    for i, (c_type, values) in enumerate(arrays):
        floating = c_type.startswith("float")
        text = ", ".join(f"{v}f" if floating else str(int(v)) for v in values.reshape(-1))
        lines.append(f"{c_type} {prefix}{i}[] = {{{text}}};")
    lines.append(f"void *{prefix}[] = {{{', '.join(f'{prefix}{i}' for i in range(len(arrays)))}}};")
    return "\n".join(lines) + "\n"


def hex_bytes(buffer, inputs, outputs):
    """Raw little-endian elements of an L3 buffer, zero-padded to a multiple of four bytes."""
    kind, _, index = buffer.name.partition("_")
    if isinstance(buffer, ConstantBuffer):
        values = np.asarray(buffer.values)
    else:
        values = {"input": inputs, "output": outputs}[kind][int(index)]
        repeat = int(np.prod(buffer.shape)) // values.size
        values = np.tile(values, repeat)
    referenced = buffer._type.referencedType
    dtype = "<f4" if referenced.typeName == "float32_t" else \
        f"<{'i' if referenced.typeMin < 0 else 'u'}{max(1, referenced.typeWidth // 8)}"
    raw = np.ascontiguousarray(values.reshape(-1)).astype(dtype).tobytes()
    return raw + bytes(-len(raw) % 4)


def generate(model_dir, out_dir, l1=122_000, l2=1_024_000, double_buffer=False, raw=False):
    out_dir.mkdir(parents=True, exist_ok=True)
    deployer, inputs = build_deployer(model_dir, out_dir, l1, l2, double_buffer)
    stored = np.load(model_dir / "outputs.npz")
    outputs = [stored[name].reshape(-1) for name in stored.files]

    def typed(kind, arrays):
        return [(deployer.ctxt.lookup(f"{kind}_{i}")._type.referencedType.typeName, a)
                for i, a in enumerate(arrays) if deployer.ctxt.is_buffer(f"{kind}_{i}")]

    files = {
        "Network.h": network_header(deployer),
        "Network.c": network_source(deployer),
        "testinputs.h": array_header("testInputVector", typed("input", inputs)),
        "testoutputs.h": array_header("testOutputVector", typed("output", outputs)),
    }
    for name, text in files.items():
        (out_dir / name).write_text(text)
    if not raw:
        style = "{BasedOnStyle: llvm, IndentWidth: 2, ColumnLimit: 160}"
        subprocess.run(["clang-format", "-i", f"--style={style}", *(str(out_dir / n) for n in files)], check=True)

    hex_dir = out_dir / "hex"
    shutil.rmtree(hex_dir, ignore_errors=True)
    hex_dir.mkdir()
    for buffer in deployer.ctxt.globalObjects.values():
        if hasattr(buffer, "extName"):
            (hex_dir / f"{buffer.extName}.hex").write_bytes(hex_bytes(buffer, inputs, outputs))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model_dir", type=Path)
    parser.add_argument("out_dir", type=Path)
    parser.add_argument("--l1", type=int, default=122_000, help="L1 size in bytes")
    parser.add_argument("--l2", type=int, default=1_024_000, help="L2 size in bytes")
    parser.add_argument("--double-buffer", action="store_true")
    parser.add_argument("--raw", action="store_true", help="do not run clang-format over the C")
    args = parser.parse_args()
    generate(args.model_dir, args.out_dir, args.l1, args.l2, args.double_buffer, args.raw)


if __name__ == "__main__":
    main()
