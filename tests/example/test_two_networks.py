"""Two networks that both call their first file 0.hex, in one firmware from one flash, on a 64-bit host and on a 32-bit core."""

import re

import pytest
from example_project import TARGETS, Example

CONSTANTS = {"one": {"0.hex": b"a" * 16, "1.hex": b"s" * 16, "2.hex": b"b" * 16},
             "two": {"0.hex": b"c" * 16, "1.hex": b"s" * 16, "2.hex": b"a" * 16}}
SCONSTRUCT = """\
target = ARGUMENTS["target"]
env = Environment(tools=["default", "gapnetwork"], target=target)
port, sources, flash, command = SConscript(f"example_app/{target}/SConscript", exports="env", variant_dir=f"build/{target}",
                                           duplicate=False)
one, two = (env.GapNetwork(f"build/{name}", name) for name in ("one", "two"))
image = env.GapReadfs("build/readfs.img", [one, two])
port.Append(CPPPATH=["example_app/sdk"])
app = port.Program("build/app", [one.sources, two.sources, "main.c", Glob("example_app/sdk/*.c"), sources])
made = flash("build/app", image)
run = port.Alias("run", [app, made], [[part.format(app="${SOURCES[0]}", flash="${SOURCES[1]}") for part in command]])
AlwaysBuild(run)
"""
MAIN = """\
#include "checks.h"
#include "dory_mem.h"
#include "port.h"
#include <stdio.h>
void Init_one(void); void Init_two(void); void Run_one(void); void Run_two(void);
int main(int argc, char **argv) {
  port_start(argc, argv);
  open_fs();
  mem_init();
  Init_FIRST();
  Init_SECOND();
  Run_one();
  Run_two();
  const l3_statistics_t l3 = l3_statistics();
  printf("%u bytes, %u loads\\n", (unsigned)l3.requested_bytes, (unsigned)l3.loads);
  return 0;
}
"""


def code(name):
    symbols = [f"{name}_W{i}" for i in range(3)]
    lines = ['#include "dory_mem.h"', '#include "pmsis.h"', "#include <stdio.h>", "static PI_L2 char buffer[17];"]
    lines += [f"static PI_L2 float32_t *{s};" for s in symbols] + [f"void Run_{name}(void) {{", "  pi_cl_ram_req_t request;"]
    for symbol in symbols:
        lines += [f"  pi_cl_ram_copy_2d(get_ram_ptr(), {symbol}, buffer, 16, 16, 16, 1, &request);",
                  f'  printf("{symbol} %s\\n", buffer);']
    lines += ["}", f"void Init_{name}(void) {{"]
    for i, symbol in enumerate(symbols):
        lines += [f"  {symbol} = cl_ram_malloc(16);", f'  load_file_to_ram({symbol}, "{i}.hex");']
    return "\n".join([*lines, "}", ""])


@pytest.fixture
def project(tmp_path):
    made = Example(tmp_path / "project")
    (made.folder / "SConstruct").write_text(SCONSTRUCT)
    for name, files in CONSTANTS.items():
        (made.folder / name / "hex").mkdir(parents=True)
        (made.folder / name / "Network.c").write_text(code(name))
        for file, data in files.items():
            (made.folder / name / "hex" / file).write_bytes(data)
    return made


EXPECTED = "".join(f"{name}_W{i} {data.decode()}\n" for name, files in CONSTANTS.items() for i, data in enumerate(files.values()))


@pytest.mark.parametrize("target", TARGETS)
def test_each_reads_its_own_whoever_is_first(project, target):
    for first, second in (("one", "two"), ("two", "one")):
        (project.folder / "main.c").write_text(MAIN.replace("FIRST", first).replace("SECOND", second))
        output = project.scons(f"target={target}", "run")
        assert output.endswith(EXPECTED + "64 bytes, 4 loads\n"), output


@pytest.mark.parametrize("target", TARGETS)
def test_without_the_new_names_the_second_reads_the_first_ones_weights(project, target):
    (project.folder / "main.c").write_text(MAIN.replace("FIRST", "one").replace("SECOND", "two"))
    project.scons(f"target={target}", "build/two/Network.c")
    patched = (project.folder / "build/two/Network.c").read_text()
    assert patched.count('"two_0.hex"') == 1
    sconstruct = SCONSTRUCT.replace("two.sources", '"renamed_back.c"')
    (project.folder / "renamed_back.c").write_text(re.sub("two_0.hex", "0.hex", patched))
    (project.folder / "SConstruct").write_text(sconstruct)
    output = project.scons(f"target={target}", "run")
    assert "two_W0 aaaaaaaaaaaaaaaa\n" in output
