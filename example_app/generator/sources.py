"""The files of the generated folder: Network.c, Network.h, testinputs.h, testoutputs.h and hex/*.hex."""

from .closures import NodeText
from .layout import Text
from .model import build, expected_outputs, step_inputs
from .tiling import PREFIX, arena_bytes

INCLUDES = [
    '"DeeployPULPMath.h"',
    '"bsp/ram.h"',
    '"dory_mem.h"',
    '"mchan.h"',
    '"pmsis.h"',
    "<stdint.h>",
    "<stdio.h>",
    "<stdlib.h>",
]
PARAMETERS = "__attribute__((unused)) uint32_t core_id, __attribute__((unused)) uint32_t numThreads"
ARENA_ALLOCATORS = {"L1": "pi_l1_malloc((void *)0, {})", "L2": "pi_l2_malloc({})", "L3": "cl_ram_malloc({})"}


def output_files():
    """Names of all generated files, relative to the output folder. They do not depend on the arithmetic, so this is quick."""
    graph, _ = build()
    return ["Network.c", "Network.h", "testinputs.h", "testoutputs.h"] + [
        f"hex/{buffer.file}" for buffer in graph.buffers if buffer.file
    ]


def generate():
    """The whole generated folder as {relative name: bytes}."""
    graph, l3_bytes = build()
    local_bytes = max(arena_bytes(node) for node in graph.nodes)
    arenas = {"L1": local_bytes, "L2": local_bytes, "L3": l3_bytes}
    texts = {
        "Network.c": network_source(graph, arenas),
        "Network.h": network_header(graph, arenas),
        "testinputs.h": test_inputs(graph),
        "testoutputs.h": test_outputs(graph),
    }
    files = {name: str(text).encode("ascii") for name, text in texts.items()}
    files.update((f"hex/{buffer.file}", buffer.file_bytes()) for buffer in graph.buffers if buffer.file)
    return files


def network_source(graph, arenas):
    text = Text()
    for include in ['"Network.h"', *INCLUDES]:
        text.line(f"#include {include}")
    for level in arenas:
        text.line(f"int8_t *{PREFIX}MEMORYARENA_{level};")
    public = graph.of_kind("input") + graph.of_kind("output")
    for buffer in public:
        text.line(f"{buffer.ctype} *{PREFIX}{buffer.name};")
    text.line()
    for buffer in graph.of_kind("constant"):
        text.comment(f"{PREFIX}{buffer.name} is allocated in L3")
        text.line()
        text.line(f"static PI_L2 {buffer.ctype} *{PREFIX}{buffer.name};")
        text.line()
    nodes = [NodeText(text, node) for node in graph.nodes]
    for node in nodes:
        node.tables()
    text.line(f"void *{PREFIX}inputs[{len(graph.of_kind('input'))}];")
    text.line(f"void *{PREFIX}outputs[{len(graph.of_kind('output'))}];")
    text.line("extern struct pi_device cluster_dev;")
    for node in nodes:
        node.cluster_fork()
        node.l1_closure()
        node.l3_closure()
    _run_network(text, graph, nodes)
    _init_network(text, graph, arenas)
    return text


def _in_arena(text, buffer):
    text.assign(f"{PREFIX}{buffer.name}", f"({buffer.ctype} *)((char *){PREFIX}MEMORYARENA_L3 + {buffer.offset})", 2)


def _run_network(text, graph, nodes):
    text.line(f"void RunNetwork({PARAMETERS}) {{")
    for buffer in graph.of_kind("activation"):
        text.line(f"{buffer.ctype} *{PREFIX}{buffer.name};", 2)
    text.line()
    for buffer in graph.of_kind("activation"):
        _in_arena(text, buffer)
    text.line()
    for node in nodes:
        node.call()
    text.lines.pop()
    text.line("}")


def _init_network(text, graph, arenas):
    text.line(f"void InitNetwork({PARAMETERS}) {{")
    text.line()
    for level, size in arenas.items():
        text.assign(
            f"{PREFIX}MEMORYARENA_{level}", f"(int8_t *){ARENA_ALLOCATORS[level].format(f'sizeof(int8_t) * {size}')}", 2
        )
        text.line()
    tables = {"input": graph.of_kind("input"), "output": graph.of_kind("output")}
    for buffer in tables["input"] + tables["output"]:
        _in_arena(text, buffer)
    for kind, buffers in tables.items():
        for number, buffer in enumerate(buffers):
            text.assign(f"{PREFIX}{kind}s[{number}]", f"(void *){PREFIX}{buffer.name}", 2)
    for buffer in graph.buffers:
        if buffer.kind == "constant":
            text.line(f"{PREFIX}{buffer.name} = cl_ram_malloc({buffer.bytes});", 2)
            text.line()
        if buffer.file:
            text.call("load_file_to_ram", [f"{PREFIX}{buffer.name}", f'"{buffer.file}"'], 2)
            text.line()
    text.lines.pop()
    text.line("}")


def network_header(graph, arenas):
    text = Text()
    text.line("#ifndef __DEEPLOY_HEADER__")
    text.line("#define __DEEPLOY_HEADER__")
    for include in INCLUDES:
        text.line(f"#include {include}")
    text.line(f"void RunNetwork({PARAMETERS});")
    text.line(f"void InitNetwork({PARAMETERS});")
    for level, size in arenas.items():
        text.line(f"extern int8_t *{PREFIX}MEMORYARENA_{level};")
        text.line(f"static const uint32_t {PREFIX}MEMORYARENA_{level}_len = {size};")
    tables = {"input": graph.of_kind("input"), "output": graph.of_kind("output")}
    for buffer in tables["input"] + tables["output"]:
        text.line(f"extern {buffer.ctype} *{PREFIX}{buffer.name};")
        text.line(f"static const uint32_t {PREFIX}{buffer.name}_len = {buffer.count};")
    for kind, buffers in tables.items():
        text.line(f"static const uint32_t {PREFIX}num_{kind}s = {len(buffers)};")
    for kind, buffers in tables.items():
        text.line(f"extern void *{PREFIX}{kind}s[{len(buffers)}];")
    for kind, buffers in tables.items():
        text.array(
            f"static const uint32_t {PREFIX}{kind}s_bytes[{len(buffers)}]", [str(buffer.bytes) for buffer in buffers]
        )
    text.line("#endif")
    return text


def _vectors(text, name, steps, ctypes):
    """One array per step and buffer, and a table of them all in that order."""
    names = []
    for values_of_step in steps:
        for values, ctype in zip(values_of_step, ctypes):
            names.append(f"{name}{len(names)}")
            text.array(
                f"{ctype} {names[-1]}[]", [f"{value!r}f" if ctype == "float32_t" else str(value) for value in values]
            )
    text.array(f"void *{name}[]", names)


def test_inputs(graph):
    steps = step_inputs()
    text = Text()
    text.comment("The first inputs of the network, step by step; the other ones stay in L3.")
    text.line(f"#define TRAINING_STEPS {len(steps)}")
    text.line(f"#define STEP_INPUTS {len(steps[0])}")
    _vectors(text, "testInputVector", steps, [buffer.ctype for buffer in graph.of_kind("input")])
    return text


def test_outputs(graph):
    text = Text()
    _vectors(text, "testOutputVector", expected_outputs(graph), [buffer.ctype for buffer in graph.of_kind("output")])
    return text
