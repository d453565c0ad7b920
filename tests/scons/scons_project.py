"""A project folder with an SConstruct, and what one run of SCons in it did."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tiny_network import CONSTANTS, write_generated

SITE_SCONS = Path(__file__).resolve().parents[2] / "site_scons"

HEAD = """\
DefaultEnvironment(tools=[])
env = Environment(tools=["cc", "link", "gapnetwork"], CCCOM="cp $SOURCE $TARGET", CCCOMSTR="Compiling $SOURCE",
                  LINKCOM="cat $SOURCES > $TARGET", LINKCOMSTR="Linking $TARGET")
"""
"""An environment whose compiler copies: the generated C needs an SDK, and each call of it shows as one line."""

NETWORK = HEAD + 'net = env.GapNetwork("build/kws", "gen")\n'
APP = NETWORK + 'env.Append(CPPPATH=[net.dir])\nenv.Program("build/app", net.sources)\n'

OUTPUTS = {"analysis.json", "Network.c", "Network.h", "readfs.img", "manifest.json", "report.html"}
ACTIONS = {"Reading the C of": "read", "Sharing constants of": "share", "Building the image of": "share",
           "Compiling": "compile", "Linking": "link",
           "Generating": "generate", "Retrieved": "retrieve"}


@dataclass(frozen=True)
class Run:
    """output: what was printed, stderr included; ran: the actions, as words of `ACTIONS`, in order."""

    status: int
    output: str

    @property
    def ran(self):
        return [word for line in self.output.splitlines() for start, word in ACTIONS.items() if line.startswith(start)]

    @property
    def faults(self):
        """The lines with which SCons says what went wrong."""
        return [line for line in self.output.splitlines() if line.startswith("scons: ***")]


class Project:
    """A folder with site_scons, an SConstruct and a generated network in gen/."""

    def __init__(self, folder, sconstruct=NETWORK, constants=CONSTANTS, **options):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "site_scons").symlink_to(SITE_SCONS)
        self.write("SConstruct", sconstruct)
        self.generate(constants, **options)

    def generate(self, constants=CONSTANTS, **options):
        write_generated(self.folder / "gen", constants, **options)

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def read(self, name):
        return (self.folder / name).read_bytes()

    def manifest(self, folder="build/kws"):
        return json.loads(self.read(f"{folder}/manifest.json"))

    def command(self, *arguments):
        return [sys.executable, "-m", "SCons", "-Q", *arguments]

    def run(self, *arguments, status=0, environment=None):
        """One run of SCons. Fails unless it exits with `status`, or where a traceback is printed."""
        done = subprocess.run(self.command(*arguments), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env={**os.environ, **(environment or {})}, check=False)
        output = done.stdout.decode()
        assert "Traceback" not in output, output
        assert done.returncode == status, output
        return Run(done.returncode, output)

    def assert_up_to_date(self, *arguments):
        output = self.run(*arguments).output
        assert re.fullmatch(r"(scons: `.*' is up to date\.\n)+", output), output

    def snapshot(self, folder="build/kws"):
        """Bytes of every file below a folder by relative path, hidden ones too."""
        root = self.folder / folder
        return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}
