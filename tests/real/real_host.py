"""A generated network as a program of the host: Network.c as it is, a runtime for L3, and kernels that do nothing.

Which bytes of L3 a network reads does not depend on what its kernels compute, so they are given empty bodies. What they
leave in L1 and L2 is what was there before, and that is defined: `host/` fills all memory with one value. So two runs of one
network read, and write, the same bytes, and a run after sharing must do so too.

Addresses have 64 bits here and 32 on the device. Generated code keeps them in pointers all the way, so L3 need not lie below
4 GB: the compiler refuses a network in which a cast would cut an address.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
RUNTIME = HERE / "host"
SDK = HERE / "sdk"
EXAMPLE = HERE.parents[1] / "example_app"
NETWORK_FLAGS = ["-Wno-implicit-function-declaration", "-Werror=int-to-pointer-cast", "-Werror=pointer-to-int-cast",
                 "-Werror=int-conversion"]
SECONDS = 120

_UNDEFINED = re.compile(r"undefined reference to [`']([^']+)'")
_OF_THE_SDK = re.compile(r"(pi_|cl_|pmsis_|ram_|get_ram|load_file|mchan_|dory_|mem(cpy|set|move))")


@dataclass(frozen=True)
class Ran:
    """What a network did between the start of Init and the end of Run. Bytes are of L3."""

    l3_requested_bytes: int
    l3_allocations: int
    file_loads: int
    loaded_bytes: int
    reads: int  # rows
    read_bytes: int
    read_stream: str  # hash of the rows' lengths and bytes, in order, without addresses
    writes: int
    written_bytes: int
    write_stream: str
    constants: dict = field(repr=False)  # name -> [number of its allocation, bytes of it, bytes that were read]
    trace: Path = field(repr=False)  # "BYTES HASH PLACE" of every row; a large network reads hundreds of thousands

    def rows(self):
        """Bytes and hash of every row, and where it lay."""
        return [tuple(line.split(" ", 2)) for line in self.trace.read_text().splitlines()]


class Stopped(Exception):
    """The network did what no network may do; the text is the runtime's message."""


class Host:
    """Builds programs in one folder, the runtime once for all of them."""

    def __init__(self, folder):
        self.folder = folder

    def build(self, network, constants, edit=lambda text: text):
        """The program of the network in the folder `network`.

        `constants`: symbols whose pages are read-only after Init. `edit` may change the C first. Raises RuntimeError where
        it does not compile, or calls a function of the SDK that the runtime lacks.
        """
        out = Path(tempfile.mkdtemp(dir=self.folder))
        text = edit((network / "Network.c").read_bytes().decode("utf-8"))
        # Behind the network's own text, because its symbols are static.
        calls = "".join(f'  host_constant("{name}", {name});\n' for name in constants)
        table = f"void host_constant(const char *, const void *);\nvoid host_constants(void) {{\n{calls}}}\n"
        source, kernels, program = out / "network.c", out / "kernels.c", out / "program"
        source.write_bytes(f'#line 1 "Network.c"\n{text}\n{table}'.encode())
        objects = [_compile(source, out / "network.o", f"-I{network}", f"-I{SDK}", *NETWORK_FLAGS), *self._runtime]
        kernels.write_text("".join(f"long {name}() {{ return 0; }}\n" for name in self._undefined(objects)))
        _gcc(*objects, _compile(kernels, out / "kernels.o"), "-lm", "-o", program)
        return program

    def execute(self, program, image=None):
        """Run a program on an image. Raises Stopped where the runtime stopped it."""
        trace = program.with_name("trace")
        command = [str(program), str(trace), *([str(image)] if image else [])]
        done = subprocess.run(command, text=True, capture_output=True, timeout=SECONDS)
        if done.returncode:
            raise Stopped(f"exit {done.returncode}: {done.stderr.strip()}")
        return Ran(**json.loads(done.stdout), trace=trace)

    @functools.cached_property
    def _runtime(self):
        own = [f"-I{SDK}", f"-I{EXAMPLE / 'sdk'}"]
        # The reader of images, and how it gets one on the host, are the example's.
        sources = {RUNTIME / "l3.c": own, RUNTIME / "cluster.c": own, RUNTIME / "main.c": own,
                   EXAMPLE / "sdk" / "readfs.c": own[1:], EXAMPLE / "host" / "port.c": own[1:]}
        return [_compile(source, self.folder / f"{source.stem}.o", "-O1", *flags) for source, flags in sources.items()]

    def _undefined(self, objects):
        """Names that neither the objects nor the C library define: the kernels, as the linker lists them."""
        listed = _gcc(*objects, "-lm", "-o", self.folder / "without_kernels", check=False).stderr
        names = sorted(set(_UNDEFINED.findall(listed)))
        if missing := [name for name in names if _OF_THE_SDK.match(name)]:
            raise RuntimeError(f"{', '.join(missing)}: not in {RUNTIME.name}/, and no body may be empty that could reach for L3")
        return names


def image_of(folder):
    """The image of a folder that `share` wrote, or None for a network that loads nothing."""
    image = folder / "readfs.img"
    return image if image.exists() else None


def first_difference(before, after):
    """For people: where two streams part."""
    left, right = before.rows(), after.rows()
    for row, (was, now) in enumerate(zip(left, right)):
        if was[:2] != now[:2]:
            return f"row {row}: {' '.join(was)} before, {' '.join(now)} after"
    return f"{len(left)} rows before, {len(right)} after"


def _compile(source, target, *flags):
    _gcc("-std=gnu11", *flags, "-c", source, "-o", target)
    return target


def _gcc(*arguments, check=True):
    done = subprocess.run([_compiler(), *map(str, arguments)], text=True, capture_output=True, env={**os.environ, "LC_ALL": "C"})
    if check and done.returncode:
        raise RuntimeError(done.stderr[-3000:])
    return done


@functools.cache
def _compiler():
    found = shutil.which("gcc") or shutil.which("cc")
    if not found:
        pytest.skip("no C compiler")
    return found
