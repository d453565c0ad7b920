"""Writes the network of the example into a folder, in the shape in which a deployment compiler leaves it.

    python generate_network.py OUT_DIR      Network.c, Network.h, testinputs.h, testoutputs.h, hex/0.hex, ...
    python generate_network.py --list       the names of all these files, relative to OUT_DIR, one per line

The output depends on nothing but this program: no date, no path, no state of the machine.
"""

import sys
from pathlib import Path

from generator.sources import generate, output_files


def main(arguments):
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    if arguments[0] == "--list":
        print("\n".join(output_files()))
        return 0
    folder = Path(arguments[0])
    (folder / "hex").mkdir(parents=True, exist_ok=True)
    for name, data in generate().items():
        (folder / name).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
