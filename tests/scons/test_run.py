"""env.GapFlash and env.GapRun with a gapy that stands in for the real one: what it was given is what was built."""

import json

import pytest
from gapnet.image import build, parse
from scons_project import NETWORK
from standin_sdk import make_sdk
from tiny_network import CONSTANTS, write_generated

APP = NETWORK + '''\
env.Replace(CPPPATH=[net.dir], GAP_TARGET=ARGUMENTS.get("target", "gap9"), GAP_PLATFORM=ARGUMENTS.get("platform", "gvsoc"))
app = env.Program("build/app", net.sources)
'''
BOTH = APP + "env.GapFlash(app, net)\nenv.GapRun(app, net)\n"


@pytest.fixture
def on(make_project, tmp_path):
    """Makes a project and the SDK of a target beside it: on(target, SConstruct) gives a function that runs SCons, and more."""
    def make(target="gap9", sconstruct=BOTH, gapy="sdk", **changed):
        project = make_project(sconstruct)
        sdk = make_sdk(tmp_path / "sdk", target, gapy)

        def run(*arguments, status=0, **more):
            return project.run(f"target={target}", *arguments, status=status, environment=sdk.environment | changed | more)
        run.project, run.sdk = project, sdk
        run.work = lambda platform="gvsoc": project.folder / f"build/app.{target}-{platform}"
        run.calls = lambda platform="gvsoc": json.loads((run.work(platform) / "calls.json").read_text())
        return run
    return make


def image(project, folder="build/kws"):
    return {f.name: f.data for f in parse(project.read(f"{folder}/readfs.img"))}


def held(run, where, platform="gvsoc"):
    """What the stand-in's device holds in one partition, by name."""
    device = json.loads((run.work(platform) / "device.json").read_text())
    flash, _, partition = where.rpartition("/")
    return {name: bytes.fromhex(data) for name, data in (device[flash] if flash else device)[partition]}


PARTITIONS = {"gap9": "flash/readfs_flash:files", "siracusa": "hyperflash/readfs:files", "pulp-open": "hyperflash/readfs:files",
              "gap8": "readfs:files"}


@pytest.mark.parametrize("target", [t if "gap" in t else pytest.param(t, marks=pytest.mark.slow) for t in PARTITIONS])
def test_the_device_holds_the_files_of_the_image(on, target):
    run = on(target)
    output = run("image", "flash", "run").output
    assert held(run, PARTITIONS[target]) == image(run.project) != {}
    board = {"gap9": "gap9.evk", "gap8": "gapuino_v3"}.get(target, target)
    assert output.splitlines()[-3:] == [f"Flashing build/app ({target}, gvsoc)", f"Running build/app ({target}, gvsoc)",
                                        f"gapy: app on {board}, gvsoc"]


def test_the_board_gets_boot_loaders_program_and_efuses(on):
    run = on("gap9")
    run("platform=board", "flash", "run")
    assert held(run, PARTITIONS["gap9"], "board") == image(run.project)
    assert held(run, "mram/app:binary", "board") == {"app": run.project.read("build/app")}
    assert held(run, "mram/fsbl:binary", "board") == {"fsbl": b"first boot loader"}
    assert held(run, "mram/ssbl:binary", "board") == {"ssbl": b"second boot loader"}
    assert (run.work("board") / "chip.efuse_preload.data").read_bytes() == b"efuses"
    assert [a for a in run.calls("board")[0]["arguments"] if a.startswith("--openocd")]


@pytest.mark.slow
def test_run_alone_fills_the_flashes_and_flash_run_does_not_fill_them_twice(on):
    run = on("gap9")
    run("run")
    run("flash", "run")
    run("-j4", "run", "flash")
    steps = [[a for a in call["arguments"] if not a.startswith("-")] for call in run.calls()]
    assert steps == [["image", "flash", "run"], ["image", "flash"], ["run"], ["image", "flash", "run"], ["image", "flash"]]


@pytest.mark.slow
def test_gapy_is_called_every_time_it_is_asked_for_and_never_else(on):
    run = on("gap9")
    run()
    assert not run.work().exists()
    run("run")
    run("run")
    assert len(run.calls()) == 2
    assert "up to date" in run(".").output
    run("-n", "run")
    assert len(run.calls()) == 2


@pytest.mark.slow
def test_new_weights_reach_the_device_and_old_files_do_not(on):
    run = on("gap9")
    run("run")
    before = held(run, PARTITIONS["gap9"])
    run.project.generate(CONSTANTS[:3])
    run("run")
    assert held(run, PARTITIONS["gap9"]) == image(run.project) != before
    assert set(before) - set(image(run.project))


def test_gapy_works_in_its_folder_with_the_environment_of_the_sdk(on):
    run = on("gap9", PYTHONPATH="/sdk/python", GVSOC_PATH="/sdk/gvsoc", COLOUR="blue")
    run("run")
    call = run.calls()[0]
    assert call["folder"] == str(run.work())
    assert run.sdk.environment.items() <= call["environment"].items()
    assert call["environment"]["PYTHONPATH"] == "/sdk/python" and call["environment"]["GVSOC_PATH"] == "/sdk/gvsoc"
    assert "COLOUR" not in call["environment"]


@pytest.mark.slow
def test_the_environment_of_the_build_comes_before_the_one_around_it(on):
    run = on("gap9", 'import os\n' + BOTH.replace("app =", 'env["ENV"].update(BOARD_NAME="mine", COLOUR="red")\napp =', 1))
    run("run")
    environment = run.calls()[0]["environment"]
    assert environment["BOARD_NAME"] == "mine" and environment["COLOUR"] == "red"


def test_the_exit_status_of_gapy_is_ours(on):
    run = on("gap9")
    done = run("run", status=7, GAP_STANDIN_STATUS="7")
    assert done.faults == ["scons: *** [GapRun:build/app.gap9-gvsoc] gapy ended with status 7"]


def test_gapy_on_path(on):
    run = on("gap9", gapy="path")
    run("run")
    assert len(run.calls()) == 1


@pytest.mark.slow
def test_gapy_by_name(on):
    run = on("gap9", BOTH.replace("app =", 'env["GAPY"] = "../my_gapy"\napp =', 1), gapy="path")
    (run.sdk.folder / "elsewhere/gapy").rename(run.project.folder.parent / "my_gapy")
    run("run")
    assert len(run.calls()) == 1


def test_no_gapy(on):
    run = on("gap9", gapy="")
    fault, = run("run", status=2).faults
    assert "there is no gapy for gap9" in fault and "Source configs/gap9_evk_audio.sh of the GAP9 SDK in this shell" in fault
    assert not run.work().exists()


@pytest.mark.slow
@pytest.mark.parametrize("target, variable, script", [
    ("gap9", "GAP_SDK_HOME", "configs/gap9_evk_audio.sh"), ("gap8", "GAPY_TARGET", "configs/gapuino_v3.sh"),
    ("siracusa", "GVSOC_INSTALL_DIR", "configs/siracusa.sh")])
def test_no_sdk(on, target, variable, script):
    run = on(target, gapy="path")
    fault, = run("run", status=2, **{variable: ""}).faults
    assert f"{variable} is not set. Source {script}" in fault
    assert not run.work().exists()


def test_a_colon_in_the_path_is_told_before_anything_is_written(on):
    run = on("gap9", APP + 'env.GapRun(app, net, work="build/a:b")\n')
    fault, = run("run", status=2).faults
    assert "build/a:b: gapy takes a ':' in a path for the end of it" in fault
    assert not (run.project.folder / "build/a:b").exists()


@pytest.mark.slow
def test_at_signs_and_spaces_in_the_path(on):
    run = on("gap9", APP + 'env.GapRun(app, net, work="build/a@b c")\n')
    run("run")
    device = json.loads(run.project.read("build/a@b c/device.json"))
    assert [name for name, _ in device["flash"]["readfs_flash:files"]] == list(image(run.project))


def test_several_networks_and_an_image_of_its_own(on):
    run = on("gap9", BOTH.replace("(app, net)", '(app, [net, "more.img"])'))
    run.project.write("more.img", build([("x", b"more")]))
    run("run")
    assert held(run, PARTITIONS["gap9"]) == image(run.project) | {"x": b"more"}


def test_one_name_in_two_networks(on):
    other = 'other = env.GapNetwork("build/other", "gen2")\n'
    run = on("gap9", BOTH.replace("app =", other + "app =", 1).replace("app, net", "app, [net, other]"))
    write_generated(run.project.folder / "gen2")
    fault, = run("run", status=2).faults
    assert "build/other/readfs.img: holds '0.hex', and so does build/kws/readfs.img" in fault


@pytest.mark.slow
def test_files_in_another_memory(on):
    run = on("gap9", APP + 'env.GapRun(app, net.image, memory="mram")\n')
    run("run")
    assert held(run, "mram/readfs:files") == image(run.project)


def test_a_ready_flash_image_goes_to_gap8_as_it_is(on):
    run = on("gap8", APP + 'env.GapFlash(app, flash_image="ready.img", platform="board")\n')
    run.project.write("ready.img", json.dumps({"readfs:files": [["a", "00"]], "app:binary": []}))
    run("flash")
    assert held(run, "readfs:files", "board") == {"a": b"\0"}
    assert "--image" not in run.calls("board")[0]["arguments"]


@pytest.mark.slow
def test_a_network_without_files(on):
    run = on("siracusa")
    run.project.generate(())
    (run.project.folder / "gen/hex").rename(run.project.folder / "away")
    run("run")
    assert not [a for a in run.calls()[0]["arguments"] if "property" in a]


@pytest.mark.slow
def test_options_of_the_user_and_the_whole_command_line(on):
    options = 'env.Append(GAPYFLAGS=["--trace=.*", "--gui"], GAPYVERBOSE=True, GAPYCOMSTR="GAPY $SOURCE")\n'
    run = on("gap9", BOTH.replace("app =", options + "app =", 1))
    output = run("run").output
    arguments = run.calls()[0]["arguments"]
    assert {"--trace=.*", "--gui"} <= set(arguments[:arguments.index("image")])
    assert "GAPY build/app\n" in output and "'--trace=.*' --gui --py-stack image flash run" in output


@pytest.mark.slow
def test_no_output_names_an_absolute_path(on):
    run = on("gap9")
    run("run")
    for name, data in run.project.snapshot("build").items():
        if not name.endswith("calls.json"):
            assert str(run.project.folder).encode() not in data, name


@pytest.mark.slow
def test_clean_takes_the_work_folder(on):
    run = on("gap9")
    run("run")
    run("-c")
    assert not run.work().exists()


WRONG = {
    "no_target": ('env.GapRun(app, net, target="")', "GapRun: say which chip: target= or GAP_TARGET, one of gap9, siracusa"),
    "unknown_target": ('env.GapRun(app, net, target="gap7")', "GapRun: there is no target 'gap7'. There are: gap9"),
    "unknown_platform": ('env.GapFlash(app, net, platform="fpga")', "GapFlash: gap9 has no platform 'fpga'. There are: gvsoc, b"),
    "unknown_memory": ('env.GapFlash(app, net, memory="ram")', "GapFlash: gap9 has no readfs partition in 'ram'. It has: f"),
    "unknown_option": ("env.GapRun(app, net, plattform=1)", "GapRun: there is no option plattform; there are target, platform"),
    "two_programs": ('env.GapRun([app, "other"], net)', "GapRun: give one program, not build/app, other"),
    "no_program": ("env.GapRun([], net)", "GapRun: give one program, not an empty list"),
    "flash_image": ('env.GapRun(app, flash_image="x.img")', "GapRun: gapy takes no flash image for gap9"),
    "twice": ("env.GapRun(app, net)\nenv.GapRun(app, net)", "GapRun: build/app.gap9-gvsoc is already the work folder"),
    "project_as_work": ('env.GapRun(app, net, work=".")', "GapRun: . cannot be the work folder"),
}


def test_a_wrong_call_is_one_line_with_its_place(on):
    """All of them in one run: an SConstruct that catches each error as SCons itself reports it."""
    calls = ""
    lines = {}
    for name, (call, _) in WRONG.items():
        calls += "try:\n" + "".join(f"    {line}\n" for line in call.splitlines())
        lines[name] = APP.count("\n") + 1 + calls.count("\n")
        calls += f'except SCons.Errors.UserError as error:\n    print("{name} |", error)\n'
    run = on("gap9", "import SCons.Errors\n" + APP + calls)
    said = dict(line.split(" | ", 1) for line in run("-n").output.splitlines() if " | " in line)
    assert set(said) == set(WRONG)
    for name, text in said.items():
        assert text.startswith(f"SConstruct:{lines[name]}: {WRONG[name][1]}"), text


def test_scons_prints_a_wrong_call_and_no_traceback(on):
    fault, = on("gap9", APP + WRONG["unknown_target"][0])(status=2).faults
    assert fault.startswith(f"scons: *** SConstruct:{APP.count(chr(10)) + 1}: {WRONG['unknown_target'][1]}")
