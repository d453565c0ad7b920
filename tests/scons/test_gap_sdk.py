"""The tool gap_sdk with an SDK that stands in for the real ones, and the SConstruct of the README as it stands there."""

import json
import re
from pathlib import Path

import pytest
from gapnet.image import parse
from standin_sdk import make_sdk

PAGE = (Path(__file__).resolve().parents[2] / "README.md").read_text()
PROGRAM = '''\
DefaultEnvironment(tools=[])
env = Environment(tools=["cc", "as", "link", "gap_sdk"], GAP_TARGET=ARGUMENTS["target"],
                  GAP_PLATFORM=ARGUMENTS.get("platform", "gvsoc"), CCFLAGS=["-O3"], LIBS=["mine"], CPPPATH=["inc"],
                  CCCOMSTR="CC", LINKCOMSTR="LINK", ASPPCOMSTR="AS")
env.Program("build/app", ["main.c", *env.GapOs("build/os")])
'''

GOLDEN = {
    ("gap9", "board"): (
        "-march=rv32imcxgap9 -mPE=8 -mFC=1 -mint64 -fno-jump-tables -fno-tree-loop-distribute-patterns -fdata-sections "
        "-ffunction-sections -fcommon -fno-delete-null-pointer-checks -fomit-frame-pointer -funsigned-char -D__riscv__ "
        "-D__GAP__ -D__GAP9__ -D__RISCV_ARCH_GAP__=1 -DCHIP=GAP9_V2 -DCHIP_VERSION=2 -DCONFIG_GAP9_V2 -D__FREERTOS__ "
        "-DFEATURE_CLUSTER=1 -D__PLATFORM_BOARD__ -D__PLATFORM__=ARCHI_PLATFORM_BOARD -isystem "
        "SDK/rtos/pmsis/api/include -isystem SDK/rtos/pmsis/implem/chips/gap9/fll/include -isystem "
        "SDK/rtos/pmsis/implem/chips/gap9/uart/include",
        "-march=rv32imcxgap9 -mPE=8 -mFC=1 -mint64 -nostartfiles -nostdlib -Wl,--gc-sections",
        "-lgcc",
    ),
    ("gap8", "board"): (
        "-march=rv32imcxgap8 -mPE=8 -mFC=1 -fno-jump-tables -fno-tree-loop-distribute-patterns -fdata-sections "
        "-ffunction-sections -D__riscv__ -D__pulp__ -D__GAP__ -D__GAP8__ -DCHIP_VERSION=3 -DCONFIG_GAP -DCONFIG_GAPUINO "
        "-D__PULP_OS__ -DRT_FC_STACK_SIZE=2048 -D__PLATFORM_BOARD__ -D__RT_IODEV__=2 -isystem "
        "SDK/install/GAP8_V3/include -include SDK/install/GAP8_V3/include/rt/chips/gap8_revc/config.h",
        "-march=rv32imcxgap8 -mPE=8 -mFC=1 -nostartfiles -nostdlib -Wl,--gc-sections "
        "-TSDK/install/workstation/ld/link.gap8_rev2.ld -TSDK/install/workstation/ld/gapuino.conf.ld",
        "-LSDK/install/GAP8_V3/lib/gap/gapuino -LSDK/install/GAP8_V3/lib/gap -lpibsp -lrt -lrtio -lrt -lgcc",
    ),
    ("siracusa", "gvsoc"): (
        "-march=rv32imcxgap9 -mPE=8 -mFC=1 -fno-jump-tables -fno-tree-loop-distribute-patterns -fdata-sections "
        "-ffunction-sections -D__riscv__ -D__PULPOS2__ -D__CONFIG_UDMA__ -DARCHI_CLUSTER_NB_PE=8 -DPOS_CONFIG_IO_UART=0 "
        "-DPOS_CONFIG_IO_UART_BAUDRATE=115200 -DPOS_CONFIG_IO_UART_ITF=0 -D__TRACE_LEVEL__=3 -DPI_LOG_LOCAL_LEVEL=2 "
        "-DCONFIG_SIRACUSA -DCONFIG_BOARD_VERSION_SIRACUSA -DCONFIG_PROFILE_SIRACUSA -DPULP_CHIP_STR=siracusa "
        "-DUSE_HYPERFLASH -DUSE_HYPERRAM -DSKIP_PLL_INIT -D__PLATFORM_GVSOC__ -D__PLATFORM__=ARCHI_PLATFORM_GVSOC "
        "-isystem SDK/rtos/pulpos/common/kernel -isystem SDK/rtos/pmsis/pmsis_api/include -include "
        "SDK/rtos/pulpos/pulp/include/pos/chips/siracusa/config.h",
        "-march=rv32imcxgap9 -mPE=8 -mFC=1 -nostartfiles -nostdlib -Wl,--gc-sections -Tchips/siracusa/link.ld",
        "-LSDK/rtos/pulpos/pulp/kernel -lgcc",
    ),
}
OS = {"gap9": [], "gap8": ["build/os/rtos/pulp/pulp-os/kernel/conf.o"],
      "siracusa": ["build/os/rtos/pulpos/common/kernel/crt0.o", "build/os/rtos/pulpos/common/kernel/init.o"]}


@pytest.fixture
def on(make_project, tmp_path):
    """Makes a project and an SDK: on(target, SConstruct) gives a function that runs SCons."""
    def make(target, sconstruct=PROGRAM, **changed):
        project = make_project(sconstruct)
        project.write("main.c", "int main(void) { return 0; }\n")
        sdk = make_sdk(tmp_path / "sdk", target)

        def run(*arguments, status=0):
            return project.run(f"target={target}", *arguments, status=status, environment=sdk.environment | changed)
        run.project, run.sdk = project, sdk
        return run
    return make


def calls(run, name="build/app"):
    """Command lines of the compiler that made a file, the last one first, with the SDK's folder as SDK."""
    return [[word.replace(str(run.sdk.folder), "SDK") for word in json.loads(line)]
            for line in run.project.read(name).decode().splitlines()]


@pytest.mark.parametrize("target, platform", GOLDEN)
def test_the_exact_command_lines_of_compiler_and_linker(on, target, platform):
    run = on(target)
    run(f"platform={platform}")
    flags, link, libraries = (text.split() for text in GOLDEN[target, platform])
    compiler = "SDK/toolchain/bin/riscv32-unknown-elf-gcc"
    linked, compiled, *rest = calls(run)
    assert compiled == [compiler, *flags, "-o", "main.o", "-c", "-O3", "-Iinc", "main.c"]
    assert linked == [compiler, *link, "-o", "build/app", "main.o", *OS[target], "-lmine", *libraries]
    assert [c[c.index("-o") + 1] for c in rest] == OS[target]
    assert all(c[1:len(flags) + 1] == flags for c in rest)
    assert all(("-DLANGUAGE_ASSEMBLY" in c) == c[-1].endswith(".S") for c in rest)


def test_a_newer_compiler_of_siracusa_has_another_name_for_the_architecture(on):
    run = on("siracusa", GAP_STANDIN_GCC="9.2.0")
    run()
    assert {c[1] for c in calls(run)} == {"-march=rv32imc_zfinx_xpulpv3"}


@pytest.mark.slow
def test_a_second_run_does_nothing(on):
    run = on("gap8")
    run()
    assert "up to date" in run(".").output


@pytest.mark.parametrize("target, missing, said", [
    ("gap9", ("GAP_SDK_HOME",), "the GAP9 SDK is not set up: GAP_SDK_HOME is not set. Source configs/gap9_evk_audio.sh of"),
    ("gap9", ("GAP_RISCV_GCC_TOOLCHAIN", "BOARD_NAME"), "GAP_RISCV_GCC_TOOLCHAIN and BOARD_NAME are not set. Source configs/g"),
    ("gap8", ("INSTALL_DIR",), "the GAP8 SDK is not set up: INSTALL_DIR is not set. Source configs/gapuino_v3.sh, or the"),
    ("siracusa", ("PULP_SDK_HOME",), "the PULP SDK is not set up: PULP_SDK_HOME is not set. Source configs/siracusa.sh of"),
])
def test_without_an_sdk_the_missing_variables_and_the_script_are_named(on, target, missing, said):
    fault, = on(target, **dict.fromkeys(missing, ""))(status=2).faults
    assert said in fault


def test_help_and_cleaning_need_no_sdk(on):
    run = on("gap9", GAP_SDK_HOME="")
    run("-h")
    run("-c")


@pytest.mark.parametrize("changed, said", [
    ({"TARGET_CHIP": "GAP8"}, "TARGET_CHIP is 'GAP8', which is no gap9. Source configs/gap9_evk_audio.sh of the SDK; known"),
    ({"GAP_RISCV_GCC_TOOLCHAIN": "/nowhere"}, "/nowhere/bin/riscv32-unknown-elf-gcc: there is no such compiler"),
    ({"GAP_SDK_HOME": "/nowhere"}, "/nowhere: has none of the header folders of the GAP9 SDK"),
])
def test_an_sdk_that_is_not_right(on, changed, said):
    fault, = on("gap9", **changed)(status=2).faults
    assert said in fault


@pytest.mark.slow
@pytest.mark.parametrize("arguments, said", [
    (("target=gap7",), "there is no target 'gap7'. There are: gap8, gap9, siracusa, pulp-open"),
    (("platform=fpga",), "gap9 has no platform 'fpga'. There are: board, gvsoc"),
])
def test_unknown_names(on, arguments, said):
    fault, = on("gap9")(*arguments, status=2).faults
    assert said in fault


def board_section():
    """The SConstruct that the README shows for boards."""
    return re.search(r"```python\n((?:(?!```).)*GapRun.*?)```", PAGE, re.S).group(1)


def test_the_sconstruct_of_the_page_is_short():
    assert len(board_section().splitlines()) <= 15


@pytest.mark.slow
@pytest.mark.parametrize("target, platform, where", [
    ("gap9", "board", ("flash", "readfs_flash:files")), ("gap9", "gvsoc", ("flash", "readfs_flash:files")),
    ("siracusa", "gvsoc", ("hyperflash", "readfs:files")),
])
def test_the_sconstruct_of_the_page_goes_from_a_generated_folder_to_the_device(on, target, platform, where):
    run = on(target, board_section())
    (run.project.folder / "generated").mkdir()
    (run.project.folder / "gen").rename(run.project.folder / "generated/kws")
    output = run(f"platform={platform}", "image", "flash", "run").output
    assert output.splitlines()[-1].startswith("gapy: app on ")
    device = json.loads(run.project.read(f"build/app.{target}-{platform}/device.json"))
    held = {name: bytes.fromhex(data) for name, data in device[where[0]][where[1]]}
    assert held == {f.name: f.data for f in parse(run.project.read("build/kws/readfs.img"))} != {}
    assert any(call[-1].endswith("build/kws/Network.c") and "-Ibuild/kws" in call for call in calls(run))
