"""Command lines of gapy: each exactly, and what none of them may do."""

import pytest
from gapnet.errors import InputError
from gapnet.gapy import FLASH, RUN, RUN_ONLY, TARGETS, Job, command, copies, memory_of, target_of

ENVIRONMENT = {"GAP_SDK_HOME": "/sdk", "GVSOC_INSTALL_DIR": "/gvsoc", "GAPY_TARGET": "gapuino_v3"}
FILES = ("/b/w/readfs/0.hex", "/b/w/readfs/a@b.hex")

GOLDEN = {
    ("gap9", "gvsoc"): [
        "gapy",
        "--target=gap9.evk",
        "--platform=gvsoc",
        "--target-dir=/sdk/install/workstation/generators",
        "--model-dir=/sdk/install/workstation/models",
        "--work-dir=/b/w",
        "--target-property=boot.flash_device=mram",
        "--target-property=boot.mode=flash",
        "--flash-property=/sdk/install/target/bin/fsbl@mram:fsbl:binary",
        "--flash-property=/sdk/install/target/bin/ssbl@mram:ssbl:binary",
        "--flash-property=/b/app@mram:app:binary",
        "--flash-property=/b/w/readfs/0.hex@flash:readfs_flash:files",
        "--flash-property=/b/w/readfs/a@b.hex@flash:readfs_flash:files",
        "--multi-flash-content=/sdk/utils/layouts/default_layout_multi_readfs.json",
        "--py-stack",
    ],
    ("gap9", "board"): [
        "gapy",
        "--target=gap9.evk",
        "--platform=board",
        "--target-dir=/sdk/utils/gapy_v2/targets",
        "--openocd-cable=/sdk/utils/openocd_tools/tcl/gapuino_ftdi.cfg",
        "--openocd-script=/sdk/utils/openocd_tools/tcl/gap9revb.tcl",
        "--openocd-tools=/sdk/utils/openocd_tools",
        "--flash-size=67108864",
        "--work-dir=/b/w",
        "--target-property=boot.flash_device=mram",
        "--target-property=boot.mode=flash",
        "--flash-property=/sdk/install/target/bin/fsbl@mram:fsbl:binary",
        "--flash-property=/sdk/install/target/bin/ssbl@mram:ssbl:binary",
        "--flash-property=/b/app@mram:app:binary",
        "--flash-property=/b/w/readfs/0.hex@flash:readfs_flash:files",
        "--flash-property=/b/w/readfs/a@b.hex@flash:readfs_flash:files",
        "--multi-flash-content=/sdk/utils/layouts/default_layout_multi_readfs.json",
        "--py-stack",
    ],
    ("siracusa", "gvsoc"): [
        "gapy",
        "--target=siracusa",
        "--platform=gvsoc",
        "--target-dir=/gvsoc/generators",
        "--model-dir=/gvsoc/models",
        "--work-dir=/b/w",
        "--flash-property=/b/w/readfs/0.hex@hyperflash:readfs:files",
        "--flash-property=/b/w/readfs/a@b.hex@hyperflash:readfs:files",
        "--py-stack",
    ],
    ("pulp-open", "gvsoc"): [
        "gapy",
        "--target=pulp-open",
        "--platform=gvsoc",
        "--target-dir=/gvsoc/generators",
        "--model-dir=/gvsoc/models",
        "--work-dir=/b/w",
        "--flash-property=/b/w/readfs/0.hex@hyperflash:readfs:files",
        "--flash-property=/b/w/readfs/a@b.hex@hyperflash:readfs:files",
        "--py-stack",
    ],
    ("gap8", "gvsoc"): [
        "gapy",
        "--target=gapuino_v3",
        "--platform=gvsoc",
        "--work-dir=/b/w",
        "--config-opt=**/flash/content/partitions/readfs/files=/b/w/readfs/0.hex",
        "--config-opt=**/flash/content/partitions/readfs/files=/b/w/readfs/a@b.hex",
    ],
    ("gap8", "board"): [
        "gapy",
        "--target=gapuino_v3",
        "--platform=board",
        "--work-dir=/b/w",
        "--config-opt=**/flash/content/partitions/readfs/files=/b/w/readfs/0.hex",
        "--config-opt=**/flash/content/partitions/readfs/files=/b/w/readfs/a@b.hex",
    ],
}
STEPS = {
    FLASH: ["image", "flash", "--binary=/b/app"],
    RUN: ["image", "flash", "run", "--binary=/b/app"],
    RUN_ONLY: ["run", "--binary=/b/app"],
}
STEPS_OF_GAP8 = {
    FLASH: ["run", "--image", "--flash", "--force", "--binary=/b/app"],
    RUN: ["run", "--image", "--flash", "--force", "--exec-prepare", "--exec", "--binary=/b/app"],
    RUN_ONLY: ["run", "--exec-prepare", "--exec", "--binary=/b/app"],
}
WORDS = {"image", "flash", "run"}


def job(target="gap9", platform="gvsoc", files=FILES, **changed):
    row = target_of(target)
    return Job(**dict(target=row, platform=row.platform(platform), environment=ENVIRONMENT, work="/b/w", elf="/b/app",
                      files=files) | changed)


def test_every_target_and_platform_has_its_command_line_here():
    assert {(t.name, p.name) for t in TARGETS.values() for p in t.platforms} == set(GOLDEN)


@pytest.mark.parametrize("step", [FLASH, RUN, RUN_ONLY])
@pytest.mark.parametrize("target, platform", GOLDEN)
def test_the_exact_command_line(target, platform, step):
    steps = STEPS_OF_GAP8 if target == "gap8" else STEPS
    assert command(job(target, platform), "gapy", step) == GOLDEN[target, platform] + steps[step]


@pytest.mark.parametrize("step", [FLASH, RUN, RUN_ONLY])
@pytest.mark.parametrize("target, platform", GOLDEN)
def test_nothing_that_describes_a_flash_stands_behind_the_sub_command(target, platform, step):
    line = command(job(target, platform, extra=("--flash-property=x@mram:app:y",)), "gapy", step)
    first = next(i for i, argument in enumerate(line) if argument in WORDS)
    assert "--flash-property=x@mram:app:y" in line[:first]
    assert not [a for a in line[first:] if "property" in a or "config-opt" in a or "content" in a]


@pytest.mark.parametrize("target, memory, place", [
    ("gap9", "mram", "@mram:readfs:files"), ("gap9", "flash", "@flash:readfs_flash:files"),
    ("siracusa", "mram", "@mram:readfs:files"), ("pulp-open", "hyperflash", "@hyperflash:readfs:files"),
])
def test_the_memory_of_the_files_can_be_chosen(target, memory, place):
    line = command(job(target, files=("/b/w/0.hex",), memory=memory), "gapy", RUN)
    assert f"--flash-property=/b/w/0.hex{place}" in line


def test_a_program_without_files():
    assert not [a for a in command(job("siracusa", files=()), "gapy", RUN) if "property" in a]


def test_a_flash_image_that_is_ready_is_not_built_again():
    line = command(job("gap8", "board", files=(), ready=True), "gapy", FLASH)
    assert line[4:] == ["run", "--flash", "--force", "--binary=/b/app"]
    with pytest.raises(InputError, match="takes no flash image for gap9"):
        command(job("gap9", ready=True), "gapy", FLASH)


def test_gap9_finds_its_efuses_in_the_work_folder():
    assert copies(job()) == [("/sdk/utils/efuse/GAP9/efuse_hyper_preload.data", "chip.efuse_preload.data")]
    assert copies(job("siracusa")) == []


@pytest.mark.parametrize("changed", [
    {"work": "/b:c/w"}, {"elf": "/b/a:pp"}, {"files": ("/b/0:1.hex",)}, {"environment": ENVIRONMENT | {"GAP_SDK_HOME": "/s:dk"}},
])
def test_a_colon_in_a_path_is_refused(changed):
    with pytest.raises(InputError, match="':' in a path.* Move what you build"):
        command(job(**changed), "gapy", FLASH)


def test_at_signs_equal_signs_and_braces_in_paths_stay():
    line = command(job(work="/b@{elf}/w=", elf="/b@{x}/a", files=("/{0}@.hex",)), "gapy", FLASH)
    assert {"--work-dir=/b@{elf}/w=", "--flash-property=/b@{x}/a@mram:app:binary",
            "--flash-property=/{0}@.hex@flash:readfs_flash:files", "--binary=/b@{x}/a"} <= set(line)


@pytest.mark.parametrize("target, missing, said", [
    ("gap9", "GAP_SDK_HOME", "the GAP9 SDK is not set up: GAP_SDK_HOME is not set. Source configs/gap9_evk_audio.sh of the SDK"),
    ("gap8", "GAPY_TARGET", "the GAP8 SDK is not set up: GAPY_TARGET is not set. Source configs/gapuino_v3.sh, or the script"),
    ("siracusa", "GVSOC_INSTALL_DIR", "the PULP SDK is not set up: GVSOC_INSTALL_DIR is not set. Source configs/siracusa.sh of"),
])
def test_a_variable_that_the_sdk_did_not_set_is_named(target, missing, said):
    with pytest.raises(InputError) as caught:
        command(job(target, environment=ENVIRONMENT | {missing: ""}), "gapy", RUN)
    assert said in str(caught.value)


def test_unknown_names_are_answered_with_the_known_ones():
    with pytest.raises(InputError, match="there is no target 'gap10'. There are: gap9, siracusa, pulp-open, gap8"):
        target_of("gap10")
    with pytest.raises(InputError, match="siracusa has no platform 'board'. There are: gvsoc"):
        target_of("siracusa").platform("board")
    with pytest.raises(InputError, match="gap8 has no readfs partition in 'mram'. It has: flash"):
        memory_of(target_of("gap8"), "mram")
