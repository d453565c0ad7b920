"""Small generated folders in the shape that Deeploy writes: Network.c, Network.h and hex/."""

PREFIX = "DeeployNetwork_"
SIZE = 16

CONSTANTS = (("conv", 1), ("bias", 2), ("conv_again", 1), ("scale", 3), ("bias_again", 2))
"""Symbol and content of each constant, in the order of allocation; equal numbers are equal bytes."""


def content(number, size=SIZE):
    """Bytes that differ for different numbers."""
    return number.to_bytes(2, "little") * (size // 2)


def generated_files(constants=CONSTANTS, comment="", newline="\n", header="Network.h"):
    """The generated folder as {relative path: bytes}.

    constants: (symbol, content number) each; the n-th is loaded from hex/n.hex, so an insertion renumbers all behind it, as
    Deeploy does. comment: put into the C. An empty list is a network that has all its constants in L2.
    """
    symbols = [PREFIX + name for name, _ in constants]
    lines = [
        f'#include "{header}"',
        '#include "dory_mem.h"',
        "int8_t *DeeployNetwork_MEMORYARENA_L2;",
        *([f"// {comment}"] if comment else []),
        *(f"static PI_L2 int8_t *{symbol};" for symbol in symbols),
        "void RunNetwork(__attribute__((unused)) uint32_t core_id) {",
        "  pi_cl_ram_req_t request;",
    ]
    for symbol in symbols:
        lines += [
            f"  pi_cl_ram_copy_2d(get_ram_ptr(), (uint32_t){symbol}, DeeployNetwork_MEMORYARENA_L2, {SIZE}, {SIZE},",
            f"                    {SIZE}, 1, &request);",
            "  pi_cl_ram_copy_wait(&request);",
        ]
    lines += [
        "}",
        "void InitNetwork(__attribute__((unused)) uint32_t core_id) {",
        "  DeeployNetwork_MEMORYARENA_L2 = (int8_t *)pi_l2_malloc(sizeof(int8_t) * 64);",
    ]
    for number, symbol in enumerate(symbols):
        lines += [f"  {symbol} = cl_ram_malloc({SIZE});", f'  load_file_to_ram({symbol}, "{number}.hex");']
    lines += ["}", ""]
    guard = ["#ifndef NETWORK_H", "#define NETWORK_H", "void RunNetwork(uint32_t core_id);", "#endif", ""]
    files = {"Network.c": newline.join(lines).encode(), header: newline.join(guard).encode()}
    files |= {f"hex/{number}.hex": content(value) for number, (_, value) in enumerate(constants)}
    return files


def write_generated(folder, constants=CONSTANTS, **options):
    """Write a generated folder over what is there, as a generator does: files of an earlier run that it no longer names stay."""
    for name, data in generated_files(constants, **options).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
