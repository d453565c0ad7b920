"""Networks for the pages that the tests open: their manifests are made by `share`, as every user's are."""

import sys
from pathlib import Path

from gapnet.share import Network, Options, share_together

EXAMPLE = Path(__file__).resolve().parents[2] / "example_app"
UNKNOWN = "void consume(float32_t *);\n"


def manifest_of(folder, networks, options=None, extra=None):
    """Manifest of networks by name, each C and a dict of file contents."""
    given = []
    options = options or Options()
    for name, (code, files) in networks.items():
        place = folder / f"net{len(given)}"
        place.mkdir(exist_ok=True)
        for file, data in files.items():
            (place / file).write_bytes(data)
        given.append(Network(name, {"Network.c": code.encode()}, {file: place / file for file in files}, options))
    return share_together(given, options, extra).manifest


def many(count):
    """A network of that many constants of all kinds: a third is alone, a third shares, some are written, given to a function that
    nobody knows, or not static; names are as long as Deeploy's. (C, files)"""
    declared, made, run, files = [], [], [], {}
    for i in range(count):
        layer = f"DeeployNetwork_node_{i}_classifier_blocks_{i % 7}_self_attn_Transpose_{i % 13}__0"
        name = f"{layer}_tensor_DUPLICATE_FOR_node_{i}_MatMul"
        size = 4 * (1 + i * i % 501)
        content = i if i % 3 == 0 else i % 101 + count
        declared.append(f"{'' if i % 29 == 5 else 'static '}PI_L2 float32_t *{name};")
        made.append(f'  {name} = cl_ram_malloc({4 * (1 + content * content % 501)});\n  load_file_to_ram({name}, "{i}.hex");')
        if i % 11 == 4:
            run.append(f"  cl_ram_write({name}, 0, {size});")
        if i % 17 == 6:
            run.append(f"  consume({name});")
        files[f"{i}.hex"] = content.to_bytes(4, "little") * (1 + content * content % 501)
    arena = "static PI_L2 int8_t *ARENA_L3;\nstatic int8_t *input_0;\n"
    init = "  ARENA_L3 = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 100000);\n"
    inputs = '  input_0 = (int8_t *)((char *)ARENA_L3 + 2048);\n  load_file_to_ram(input_0, "input.hex");\n'
    files["input.hex"] = b"\x11" * 4096
    code = [*declared, arena + UNKNOWN + "void RunNetwork() {", *run, "}\nvoid InitNetwork() {", init, *made, inputs + "}\n"]
    return "\n".join(code), files


def example(folder):
    """The network of the example."""
    sys.path.insert(0, str(EXAMPLE))
    try:
        from generator.sources import generate
    finally:
        sys.path.remove(str(EXAMPLE))
    files = {name: data for name, data in generate().items()}
    hex_files = {name.removeprefix("hex/"): data for name, data in files.items() if name.startswith("hex/")}
    return manifest_of(folder, {"example": (files["Network.c"].decode("latin-1"), hex_files)})


ODD = ('</script><img src="http://localhost:1/x.png">', "\u202e\ud800<!--", "${title} $data")
"""Names of networks that a page must not trip over."""


def several(folder):
    """Three networks and a file of the project's own in one image; what two have in common lies in L3 once."""
    networks = {name: many(9 + i) for i, name in enumerate(ODD)}
    return manifest_of(folder, networks, extra={"labels.txt": b"cat\ndog\n"})


MANIFESTS = {
    "example": example,
    "several": several,
    "many": lambda folder: manifest_of(folder, {"many": many(120)}),
    "unshared": lambda folder: manifest_of(folder, {"unshared": many(40)}, Options(share=False)),
    "huge": lambda folder: manifest_of(folder, {"huge": many(3000)}, Options(verify=False)),
    "nothing": lambda folder: manifest_of(folder, {"nothing": ("void InitNetwork() { }\n", {})}),
}
"""By name, what makes a manifest in a folder of its own."""
