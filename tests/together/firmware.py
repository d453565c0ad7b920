"""A firmware of several small networks, compiled and run on the host: what each network reads, in the order of the Inits."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

HEADER = """#include <stddef.h>
#include <stdint.h>
#define PI_L2
typedef float float32_t;
void *cl_ram_malloc(size_t size);
void *ram_malloc(size_t size);
size_t load_file_to_ram(const void *destination, const char *file);
void cl_ram_read(void *destination, void *source, size_t size);
"""
RUNTIME = """#include "dory_mem.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static size_t requested, loads;
void *cl_ram_malloc(size_t size) { requested += size; return memset(malloc(size + 16), 0xEE, size + 16); }
void *ram_malloc(size_t size) { return cl_ram_malloc(size); }
size_t load_file_to_ram(const void *destination, const char *file) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", FILES, file);
  FILE *stream = fopen(path, "rb");
  if (!stream) { printf("no file %s\\n", file); exit(3); }
  size_t size = fread((void *)destination, 1, 1 << 20, stream);
  fclose(stream);
  loads++;
  return size;
}
void cl_ram_read(void *destination, void *source, size_t size) {
  memcpy(destination, source, size);
  for (size_t i = 0; i < size; i++) printf("%02x", ((unsigned char *)source)[i]);
  printf(" ");
}
void report(void) { printf("\\n%zu bytes, %zu loads\\n", requested, loads); }
"""


def network(name: str, constants: Sequence[tuple[str, int, str]], kind: str = "float32_t") -> str:
    """C of a network with constants (symbol, bytes, file), which its Run function reads one after the other."""
    declared = "".join(f"static PI_L2 {kind} *{name}_{s};\n" for s, _, _ in constants)
    reads = "".join(f"  cl_ram_read(buffer, {name}_{s}, {size});\n" for s, size, _ in constants)
    filled = "".join(f'  {name}_{s} = cl_ram_malloc({size});\n  load_file_to_ram({name}_{s}, "{file}");\n'
                     for s, size, file in constants)
    return (f'#include "dory_mem.h"\n{declared}static char buffer[64];\n\nvoid Run{name}(void) {{\n{reads}}}\n\n'
            f"void Init{name}(void) {{\n{filled}}}\n")


def write(folder: Path, name: str, code: str, files: Mapping[str, bytes]) -> Path:
    """A generated folder."""
    (folder / name / "hex").mkdir(parents=True)
    (folder / name / "Network.c").write_text(code)
    for file, data in files.items():
        (folder / name / "hex" / file).write_bytes(data)
    return folder / name


def run(work: Path, sources: Sequence[Path], files: Path, calls: Sequence[str], flags: Sequence[str] = ()) -> list[str]:
    """Lines that a firmware prints which makes these calls: what is read, the bytes requested, and the loads."""
    work.mkdir(exist_ok=True)
    (work / "dory_mem.h").write_text(HEADER)
    (work / "runtime.c").write_text(RUNTIME)
    body = "".join(f"void {call}(void);\n" for call in dict.fromkeys(calls)) + "void report(void);\nint main(void) {\n"
    (work / "main.c").write_text(body + "".join(f"  {call}();\n" for call in calls) + "  report();\n}\n")
    command = ["gcc", "-Wall", "-Werror", "-I.", f'-DFILES="{files}"', *flags, *map(str, sources), "runtime.c", "main.c",
               "-o", "app"]
    subprocess.run(command, cwd=work, check=True)
    done = subprocess.run(["./app"], cwd=work, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()
