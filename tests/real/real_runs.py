"""The networks of these tests, and one run of `share` on each of them.

Own models come in two styles, formatted by clang-format and raw. `GAPNET_REAL_NETWORKS` names more generated
folders to put through the same checks, separated like the entries of PATH.
"""

import functools
import json
import os
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
CASES = [(model, style) for model in MODELS for style in ("formatted", "raw")]
MORE = [(None, folder) for folder in os.environ.get("GAPNET_REAL_NETWORKS", "").split(os.pathsep) if folder]


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


def share(source, out):
    """Run the command line as a user would; `--hex`, so that its output can be its input."""
    gapnet("share", source, "--output", out, "--hex")
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
    return deeploy_venv.generated_model(model, raw=style == "raw") if model else Path(style)


def share_case(case, out):
    source = source_folder(case)
    share(source, out)
    image = out / "readfs.img"
    return Run(MODELS.get(case[0]), read_network(source), read_network(out),
               json.loads((out / "manifest.json").read_text()), image.read_bytes() if image.exists() else b"")


def case_name(case):
    model, style = case
    return f"{model}-{style}" if model else Path(style).name


every_network = pytest.mark.parametrize("run", CASES + MORE, indirect=True, ids=case_name)
own_models = pytest.mark.parametrize("run", CASES, indirect=True, ids=case_name)
controls = pytest.mark.parametrize("run", [c for c in CASES if c[0] == "control"], indirect=True, ids=case_name)
