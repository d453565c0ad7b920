"""What sharing inside the compiler would come to: one buffer for all constants of one type, one shape and equal values.

A compiler that keeps one geometry per buffer can let two tensors be one only where all three are equal. The rule is applied to
what share found out: the type is that of the pointer in the C, the digest the manifest's. The C no longer tells the shape; the
number of elements stands in for it, which can only make the compiler look better. It may share all constants, proved or not.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """constants: bytes of constants in L3; files: in the image, inputs included."""

    constants: int
    files: int


def outcomes(folder: Path, out: Path) -> dict[str, Outcome]:
    """Without sharing, shared inside the compiler, and by GapNetwork: of a generated folder and what share made of it."""
    manifest = json.loads((out / "manifest.json").read_text())
    (network,) = manifest["networks"]
    code = "\n".join((folder / name).read_text(errors="replace") for name in network["sources"])
    kinds = {name: kind for kind, name in re.findall(r"^(?:static\s+)?(?:PI_L2\s+)?(\w+)\s*\*\s*(\w+);", code, re.M)}
    keys, others = {}, 0
    for constant in network["constants"]:
        if constant["role"] == "constant":
            keys[kinds.get(constant["name"], constant["name"]), constant["bytes"], constant["digest"]] = constant["bytes"]
        else:
            others += 1  # inputs: one file each
    totals = manifest["totals"]
    return {
        "without sharing": Outcome(totals["constant_bytes"]["before"], totals["files"]["before"]),
        "inside the compiler": Outcome(sum(keys.values()), len(keys) + others),
        "GapNetwork": Outcome(totals["constant_bytes"]["after"], totals["files"]["after"]),
    }
