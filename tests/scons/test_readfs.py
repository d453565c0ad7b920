"""env.GapReadfs: several networks and plain files in one image, and what each change rebuilds."""

import json
import shutil
from random import Random

import pytest
from gapnet.cli import main
from gapnet.image import parse
from scons_project import HEAD, Project
from tiny_network import content, write_generated

TWO = HEAD + """\
kws = env.GapNetwork("build/kws", "gen")
vww = env.GapNetwork("build/vww", "gen_vww")
image = env.GapReadfs("build/readfs.img", [kws, vww], FILES=["labels.txt"])
env.Program("build/app", [*kws.sources, *vww.sources])
"""
VWW = (("pool", 7), ("conv", 1), ("conv_again", 1))


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path / "project", TWO)
    write_generated(made.folder / "gen_vww", VWW)
    code = made.folder / "gen_vww" / "Network.c"
    code.write_text(code.read_text().replace("Network(", "VwwNetwork(").replace("DeeployNetwork_", "Vww_"))
    made.write("labels.txt", b"yes no")
    return made


def image_of(project, name="build/readfs.img"):
    return {f.name: f.data for f in parse(project.read(name))}


def test_names_follow_and_equal_bytes_are_there_once(project):
    run = project.run()
    assert sorted(run.ran) == sorted(["read", "read", "share", "share", "compile", "compile", "link"])
    assert image_of(project) == {"labels.txt": b"yes no", "0.hex": content(1), "1.hex": content(2), "3.hex": content(3),
                                 "vww_0.hex": content(7)}
    kws, vww = (project.read(f"build/{name}/Network.c").decode() for name in ("kws", "vww"))
    assert '"0.hex"' in kws and '"vww_0.hex"' in vww and '"0.hex"' in vww
    common = [c["common"] for c in project.manifest("build/vww")["networks"][0]["constants"]]
    assert common[0] is None and common[1] is not None and common[1] in kws and common[1] in vww
    manifest = json.loads(project.read("build/readfs.manifest.json"))
    assert [n["name"] for n in manifest["networks"]] == ["kws", "vww"]
    assert manifest["image"]["extra"] == ["labels.txt"]
    assert manifest["totals"]["constant_bytes"] == {"before": 8 * 16, "after": 4 * 16, "lower_bound": 4 * 16}
    assert "kws, vww: L3" in run.output
    project.assert_up_to_date()


def test_new_weights_of_one_network_compile_nothing(project):
    project.run()
    project.write("gen/hex/1.hex", content(9))
    project.write("gen/hex/4.hex", content(9))
    assert sorted(project.run().ran) == ["share", "share"]
    assert image_of(project)["1.hex"] == content(9)
    project.assert_up_to_date()


def test_weights_that_become_equal_in_both_change_the_c_of_both(project):
    project.run()
    project.write("gen/hex/3.hex", content(7))
    run = project.run()
    assert sorted(run.ran) == ["compile", "compile", "link", "share", "share"]
    assert project.manifest("build/vww")["networks"][0]["constants"][0]["shared_with_network"] == "kws"
    project.assert_up_to_date()


@pytest.mark.parametrize("jobs", ["-j1", "-j4"])
def test_a_clean_build_gives_the_same(project, jobs):
    project.run()
    before = project.snapshot("build")
    shutil.rmtree(project.folder / "build")
    project.run(jobs)
    assert project.snapshot("build") == before
    project.run("-c")
    assert not [name for name in project.snapshot("build") if not name.endswith(".o")]


def test_a_plain_file_that_changes_builds_the_image_alone(project):
    project.run()
    project.write("labels.txt", b"up down")
    assert "compile" not in project.run().ran
    assert image_of(project)["labels.txt"] == b"up down"


@pytest.mark.parametrize("cached", [False, True])
def test_networks_made_in_the_build(project, cached):
    project.write("SConstruct", TWO.replace('env.GapNetwork("build/kws", "gen")', """env.GapNetwork("build/kws", env.Command(
    ["made/Network.c", "made/Network.h"], Glob("gen/*.[ch]") + Glob("gen/hex/*"), [
        Mkdir("made/hex"), "cp gen/*.[ch] made", "cp gen/hex/* made/hex"]))"""))
    if cached:
        project.write("SConstruct", 'CacheDir("cache")\n' + project.read("SConstruct").decode())
    project.run("-j4")
    assert image_of(project)["vww_0.hex"] == content(7)
    project.assert_up_to_date()
    project.write("gen/hex/3.hex", content(7))
    project.run()
    assert "vww_0.hex" not in image_of(project)
    project.assert_up_to_date()


def test_without_common_memory(project):
    project.write("SConstruct", TWO.replace("FILES=", "COMMON=False, FILES="))
    project.run()
    assert b"gapnet_" not in project.read("build/kws/Network.c") + project.read("build/vww/Network.c")


def test_it_goes_into_a_flash_image(project):
    project.write("SConstruct", TWO + 'env.GapFlashImage("build/flash.img", {"readfs": image})\n')
    project.run()
    assert project.read("build/readfs.img") in project.read("build/flash.img")


def test_the_joint_image_can_be_judged_alone(project, capsys):
    project.run()
    result = project.folder / "build/readfs.manifest.json"
    originals = [str(project.folder / name) for name in ("gen", "gen_vww")]
    assert main(["verify", *originals, str(result)]) == 0
    image = project.folder / "build/readfs.img"
    image.write_bytes(image.read_bytes().replace(content(7), content(1)))
    assert main(["verify", *originals, str(result)]) == 70
    assert main(["verify", originals[0], str(result)]) == 2
    assert capsys.readouterr().err.endswith("the result is of 2 networks, but 1 folders are given. Give the folders that 'share' "
                                            "was given, in the same order\n")


@pytest.mark.parametrize(("arguments", "message"), [
    ('"build/i.img", []', "give the networks that GapNetwork returned, not an empty list; more files go into FILES=[...]"),
    ('"build/i.img", ["gen"]', "give the networks that GapNetwork returned, not gen; more files go into FILES=[...]"),
    ('"build/i.img", [kws, vww]', "kws is in the image build/readfs.img already; its C can name the files of one image only"),
    ('"build/i.img", [vww2, vww2]', "vww2 is given twice"),
    ('"build/i.img", [vww2, env.GapNetwork("more/vww2", "gen")]', "two networks are called vww2; give one of them another "
     "GAPNETWORK_NAME"),
    ('"build/i.img", [vww2], FILES=["gen"]', 'gen in FILES is a folder; give its files, as Glob("gen/*")'),
    ('"build/i.img", [vww2], FILES=["labels.txt", "gen/labels.txt"]', "two files are called labels.txt; an image has one name "
     "space"),
    ("[], [vww2]", "the target must be one file, not an empty list"),
    ('"build/readfs.img", [vww2]', "build/readfs.img is already built from other networks or with other options"),
])
def test_wrong_calls(project, arguments, message):
    project.write("gen/labels.txt", b"")
    project.write("SConstruct", TWO + f'vww2 = env.GapNetwork("build/vww2", "gen_vww")\nenv.GapReadfs({arguments})\n')
    assert project.run(status=2).faults[0] == f"scons: *** SConstruct:9: GapReadfs: {message}"


def test_the_same_call_twice_is_one(project):
    project.write("SConstruct", TWO + 'env.GapReadfs("build/readfs.img", [kws, vww], FILES=["labels.txt"])\n')
    assert sorted(project.run().ran) == sorted(["read", "read", "share", "share", "compile", "compile", "link"])


CALLS = {
    "two": TWO,
    "no common memory": TWO.replace("FILES=", "COMMON=False, FILES="),
    "another order": TWO.replace("[kws, vww]", "[vww, kws]"),
    "one alone": TWO.replace("[kws, vww]", "[vww]"),
    "none grouped": TWO.replace('image = env.GapReadfs("build/readfs.img", [kws, vww], FILES=["labels.txt"])\n', ""),
    "other alignment": TWO.replace("FILES=", "ALIGN=64, FILES="),
}


@pytest.mark.slow
def test_whatever_changes_the_next_build_is_as_a_clean_one(project, tmp_path):
    """A chain of changes, each followed by an incremental build that must equal a build from nothing."""
    random = Random(20261202)
    clean = tmp_path / "clean"
    for step in range(14):
        what = random.choice(["weights", "weights", "call", "constants", "label"])
        if what == "weights":
            folder, file = random.choice(["gen", "gen_vww"]), random.randrange(3)
            project.write(f"{folder}/hex/{file}.hex", content(random.randrange(1, 5)))
        elif what == "call":
            project.write("SConstruct", CALLS[random.choice(sorted(CALLS))])
        elif what == "constants":
            project.generate([(f"c{i}", random.randrange(1, 4)) for i in range(random.randrange(1, 6))])
        else:
            project.write("labels.txt", content(random.randrange(1, 5)))
        project.run("-j2")
        shutil.rmtree(clean, ignore_errors=True)
        shutil.copytree(project.folder, clean, symlinks=True, ignore=shutil.ignore_patterns("build", ".sconsign*"))
        again = Project.__new__(Project)
        again.folder = clean
        again.run()
        found = {n: d for n, d in project.snapshot("build").items() if n in again.snapshot("build")}
        assert found == again.snapshot("build"), f"step {step}: {what}"
