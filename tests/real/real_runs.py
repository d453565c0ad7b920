"""The networks of these tests, and one run of `share` on each of them.

A case is a model and a style, the way in which a network is generated from it:

    formatted     by clang-format
    raw           as the templates wrote it
    double        formatted, with two copies of a tile on the way from L3 to L2
    l1-N          formatted, with N bytes of L1 and twice as many of L2, so that tensors come in several tiles
    l1-N-double   both

Two variables of the environment name more to put through the same checks, each a list separated like the entries of PATH:
`GAPNET_REAL_NETWORKS` folders that hold a generated network, `GAPNET_REAL_MODELS` folders with network.onnx, inputs.npz and
outputs.npz.
"""

import functools
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import deeploy_venv
import pytest
import readfs_reader
from network_reader import Network, read_network

PACKAGE_PATH = Path(__file__).resolve().parents[2] / "site_scons"


@dataclass(frozen=True)
class Expected:
    """What a model of models.py is made to come to."""

    constants: int
    distinct_constants: int
    bytes_before: int  # of constants
    bytes_after: int
    files_before: int  # inputs included
    files_after: int


MODELS = {
    # mix and lift are one file, kept at 12 bytes; tied, its mul and its add are read four times each.
    "tied_cnn": Expected(24, 14, 4637, 3833, 25, 15),
    # W, U, b eight times each; of nine inputs two are equal.
    "recurrent": Expected(24, 3, 58368, 7296, 33, 11),
    # 2 frozen weights, 2 downward adapters, 1 head, 1 bias, and zeros for both upward adapters.
    "adapter": Expected(17, 7, 20520, 11048, 19, 9),
    "control": Expected(12, 12, 14312, 14312, 13, 13),
}
SIZES = {"tied_cnn": (3000, 1000), "recurrent": (4000, 2000), "adapter": (4000,), "control": (8000, 4000)}
"""Bytes of L1 at which tensors of a model come in several tiles."""
OTHER_SIZES = (32000, 16000, 8000, 4000)
"""The same for models that are not ours, as far as Deeploy finds a tiling."""


def styles(model):
    """In how many ways a network is generated to be run."""
    sizes = [f"l1-{size}" for size in SIZES.get(model, OTHER_SIZES)]
    return ["formatted", "double", *sizes, *(f"{size}-double" for size in sizes)]


def _named(variable):
    return [folder for folder in os.environ.get(variable, "").split(os.pathsep) if folder]


CASES = [(model, style) for model in MODELS for style in ("formatted", "raw")]
MORE_MODELS = _named("GAPNET_REAL_MODELS")
MORE = [(None, folder) for folder in _named("GAPNET_REAL_NETWORKS")]
MORE += [(folder, "formatted") for folder in MORE_MODELS]
TILED = [(model, style) for model in (*MODELS, *MORE_MODELS) for style in styles(model)]


@dataclass(frozen=True)
class Run:
    """One folder before and after `share --hex`."""

    expected: Expected | None
    before: Network = field(repr=False)
    after: Network = field(repr=False)
    manifest: dict = field(repr=False)
    image: bytes = field(repr=False)

    @functools.cached_property
    def files(self):
        """Name -> bytes of every file that the untouched network loads."""
        return {s.value: (self.before.folder / "hex" / s.value).read_bytes() for s in self.before.statements("load")}

    @functools.cached_property
    def image_entries(self):
        """(name, offset, bytes) of every file of the image; a network that loads nothing has no image."""
        return readfs_reader.read(self.image) if self.image else []

    @functools.cached_property
    def image_files(self):
        return {name: data for name, _, data in self.image_entries}

    @property
    def listed(self):
        """The manifest's constants (and inputs) of all networks."""
        return [constant for network in self.manifest["networks"] for constant in network["constants"]]

    @property
    def proved(self):
        """Names of the constants that the manifest calls read-only without a but."""
        return [c["name"] for c in self.listed if c["role"] == "constant" and c["reason"] is None]


def share(source, out, *options):
    """Run the command line as a user would; `--hex`, so that its output can be its input."""
    gapnet("share", source, "--output", out, "--hex", *options)
    return out


def together(sources, out):
    """Manifest of several networks in one firmware, which `verify` has accepted."""
    gapnet("share", *sources, "--output", out, "--hex")
    gapnet("verify", *sources, out)
    return json.loads((out / "manifest.json").read_text())


def gapnet(*arguments):
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE_PATH)}
    done = subprocess.run([sys.executable, "-m", "gapnet", *map(str, arguments)], env=environment, text=True, capture_output=True)
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}{done.stderr}"


def source_folder(case):
    model, style = case
    if model is None:
        return Path(style)
    folder = deeploy_venv.own_model(model) if model in MODELS else Path(model)
    return deeploy_venv.generate(folder, _options(style))


def _options(style):
    fixed = {"formatted": [], "raw": ["--raw"], "double": ["--double-buffer"]}
    if style in fixed:
        return fixed[style]
    l1, double = re.fullmatch(r"l1-(\d+)(-double)?", style).groups()
    return ["--l1", l1, "--l2", str(2 * int(l1)), *(fixed["double"] if double else [])]


def share_case(case, out):
    source = source_folder(case)
    share(source, out)
    image = out / "readfs.img"
    return Run(MODELS.get(case[0]), read_network(source), read_network(out),
               json.loads((out / "manifest.json").read_text()), image.read_bytes() if image.exists() else b"")


def case_name(case):
    model, style = case
    return f"{Path(model).name}-{style}" if model else Path(style).name


every_network = pytest.mark.parametrize("run", CASES + MORE, indirect=True, ids=case_name)
own_models = pytest.mark.parametrize("run", CASES, indirect=True, ids=case_name)
controls = pytest.mark.parametrize("run", [c for c in CASES if c[0] == "control"], indirect=True, ids=case_name)
