"""A copy of the example application in a folder of its own, and what it takes to build and run it."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {
    "gcc-riscv64-unknown-elf": shutil.which("riscv64-unknown-elf-gcc"),
    "picolibc-riscv64-unknown-elf": Path("/usr/lib/picolibc/riscv64-unknown-elf").is_dir(),
    "qemu-system-misc": shutil.which("qemu-system-riscv32"),
}
ABSENT = " ".join(name for name, found in PACKAGES.items() if not found)

needs_qemu = pytest.mark.skipif(bool(ABSENT) and os.environ.get("CI") != "true",
                                reason=f"the 32-bit run needs Debian's {ABSENT}; with CI=true it is not skipped")
TARGETS = ["host", pytest.param("qemu", marks=needs_qemu)]


@dataclass(frozen=True)
class Done:
    """output: what was printed, stderr included."""

    status: int
    output: str


def call(command, folder, environment=None):
    """Runs a command to its end, at most ten minutes."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, **(environment or {})}, timeout=600, check=False)
    return Done(done.returncode, done.stdout.decode())


class Example:
    """The repository's example in a folder."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        shutil.copytree(ROOT / "example_app", folder / "example_app", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "SConstruct", folder)
        (folder / "site_scons").symlink_to(ROOT / "site_scons")

    def scons(self, *arguments, status=0, environment=None):
        """Output of one run of SCons. Fails unless it exits with `status`, or where a traceback is printed."""
        done = call([sys.executable, "-B", "-m", "SCons", "-Q", *arguments], self.folder, environment)
        assert "Traceback" not in done.output, done.output
        assert done.status == status, done.output
        return done.output

    def change(self, name, old, new):
        """Replaces a text that is there once."""
        path = self.folder / name
        text = path.read_text()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new))

    def run_with(self, target, flash):
        """Runs the shared firmware as `scons run` does, with other bytes in its flash."""
        (self.folder / "flash.img").write_bytes(flash)
        command, replaced = re.subn(re.escape(str(FLASH[target])), "flash.img", self._command(target))
        assert replaced == 1
        return call(command.split(), self.folder)

    @cache  # noqa: B019 - a few objects, which live as long as the tests
    def _command(self, target):
        return self.scons("-n", f"target={target}", "run").splitlines()[-1]


FLASH = {"host": Path("build/example/network/readfs.img"), "qemu": Path("build/example/qemu/app.img")}
"""What the shared firmware of a target is given as its flash."""
