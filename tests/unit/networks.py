"""Small networks for the tests: C in Deeploy's shape, and a generated folder on disk."""

from gapnet.analyse import analyse


def init_function(constants, name="InitNetwork"):
    """Init function that allocates and loads constants, each (symbol, bytes, file)."""
    lines = [
        f'  {symbol} = cl_ram_malloc({size});\n  load_file_to_ram({symbol}, "{file}");\n' for symbol, size, file in constants
    ]
    return f"void {name}() {{\n{''.join(lines)}}}\n"


def network(constants, kind="float32_t *", before="", after=""):
    """A whole network with those constants and nothing that blocks them."""
    declarations = "".join(f"static PI_L2 {kind}{symbol};\n" for symbol, _, _ in constants)
    return declarations + before + init_function(constants) + after


def verdict(run="", top="", files=None, symbol="W", functions=()):
    """(proved, reason, line) of W in a program whose RunNetwork, at line 1 of Network.c, holds `run`; `top` comes before."""
    code = (
        f"static float32_t *W; static char loc[16]; {top}\nvoid RunNetwork(int core_id) {{ {run}\n}}\n"
        'void InitNetwork() { W = cl_ram_malloc(16);\nload_file_to_ram(W, "0.hex"); }\n'
    )
    sources = {"Network.c": code.encode(), **{name: text.encode() for name, text in (files or {}).items()}}
    found = next(c for c in analyse(sources, functions).constants if c.name == symbol)
    return found.proved, found.reason


def write_folder(folder, code, hex_files, **more):
    """A generated folder: Network.c, `hex/` and more sources by name without the dot (`Network_h` is Network.h)."""
    (folder / "hex").mkdir(parents=True)
    (folder / "Network.c").write_bytes(code if isinstance(code, bytes) else code.encode())
    for name, data in hex_files.items():
        (folder / "hex" / name).write_bytes(data)
    for name, text in more.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder
