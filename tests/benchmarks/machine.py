"""What the figures were measured with, and on."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from bench import COMPILER, REPOSITORY


def lines(load: tuple[float, float, float]) -> list[str]:
    """Versions and machine, a line each. load: of the machine when the run began."""
    deeploy = re.search(r"^deeploy-pulp==(\S+)", (REPOSITORY / "tests/real/requirements-deeploy.txt").read_text(), re.M)
    versions = {
        "Python": platform.python_version(),
        "SCons": _package("scons"),
        "pycparser": _package("pycparser"),
        "xxhash": _package("xxhash"),
        COMPILER: _first_line(COMPILER, "--version", r"(\d+\.\d+\.\d+)"),
        "gcc": _first_line("gcc", "--version", r"(\d+\.\d+\.\d+)"),
        "jdupes": _first_line("jdupes", "-v", r"jdupes (\S+)"),
        "Deeploy": deeploy[1] if deeploy else "?",
    }
    return [
        ", ".join(f"{name} {version}" for name, version in versions.items()),
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release().split('-')[0]}, "
        f"load {load[0]:.1f} when the run began",
    ]


def jdupes() -> str | None:
    """Path of the duplicate finder, None where there is none."""
    return shutil.which("jdupes")


def _package(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"


def _first_line(command: str, option: str, pattern: str) -> str:
    if shutil.which(command) is None:
        return "missing"
    said = subprocess.run([command, option], capture_output=True, text=True, check=False)
    found = re.search(pattern, said.stdout.partition("\n")[0])
    return found[1] if found else "?"


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    except OSError:
        found = None
    return found[1] if found else platform.machine() or sys.platform
