"""The example application for a chip: one variable on the command line, with an SDK that stands in for the real one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from gapnet.image import parse
from standin_sdk import STANDIN, make_sdk

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def example(tmp_path):
    """A folder that sees the example and builds in a place of its own."""
    project = tmp_path / "project"
    project.mkdir()
    for name in ("SConstruct", "example_app", "site_scons"):
        (project / name).symlink_to(ROOT / name)
    return project


@pytest.mark.slow
@pytest.mark.parametrize("target, where", [
    ("gap9", ("flash", "readfs_flash:files")), ("siracusa", ("hyperflash", "readfs:files"))])
def test_it_is_built_flashed_and_run(example, tmp_path, target, where):
    sdk = make_sdk(tmp_path / "sdk", target)
    done = subprocess.run([sys.executable, "-m", "SCons", "-Q", f"target={target}", "image", "flash", "run"], cwd=example,
                          text=True, capture_output=True, check=False,
                          env=os.environ | sdk.environment | {"PYTHONDONTWRITEBYTECODE": "1"})
    assert done.returncode == 0 and "gapy: app on " in done.stdout.splitlines()[-1], done.stdout + done.stderr
    device = json.loads((example / f"build/example/{target}/app.{target}-gvsoc/device.json").read_text())
    held = {name: bytes.fromhex(data) for name, data in device[where[0]][where[1]]}
    assert held == {f.name: f.data for f in parse((example / "build/example/network/readfs.img").read_bytes())} != {}


@pytest.mark.parametrize("chip", ["__GAP9__", "__GAP8__"])
def test_its_port_fits_the_declarations_of_pmsis(chip):
    """Addresses are 32 bits on a chip, and here they are not: what is said about that is all that is left out."""
    sources = sorted((ROOT / "example_app/gap").glob("*.c"))
    assert len(sources) == 2
    subprocess.run(["gcc", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-pointer-to-int-cast", "-Wno-int-to-pointer-cast",
                    f"-D{chip}", "-DNUM_CORES=8", f"-I{ROOT / 'example_app/gap'}", f"-I{STANDIN / 'pmsis'}", *map(str, sources)],
                   check=True)
