"""BASELINE: what a build says of an older manifest, when it fails, what it leaves then, and what it does again."""

import json
import os
import shutil

import pytest
from scons_project import APP, HEAD, NETWORK, OUTPUTS
from tiny_network import CONSTANTS, PREFIX, content

CALL = 'net = env.GapNetwork("build/kws", "gen", BASELINE="baseline.json"%s)\n'
GATED = HEAD + CALL % f', MAX_GROWTH=0, REQUIRE_SHARED="{PREFIX}bias_again"'
LESS = tuple((name, 2 if name == "bias" else 1 + number) for number, (name, _) in enumerate(CONSTANTS))
"""The same constants, none of them equal."""
MANIFEST = "build/kws/manifest.json"


@pytest.fixture
def project(make_project):
    """A project whose baseline is its own state."""
    project = make_project()
    project.run()
    project.write("baseline.json", project.read(MANIFEST))
    return project


def lines(done):
    return [line for line in done.output.splitlines() if line.startswith("kws")]


def test_a_build_says_what_changed_and_a_second_one_does_nothing(project):
    project.write("SConstruct", HEAD + CALL % "")
    assert lines(project.run())[-1] == "kws against baseline.json: no change"
    project.assert_up_to_date()
    project.generate(LESS)
    said = lines(project.run())
    assert said[-1] == "kws against baseline.json: L3 +32 B, image +64 B, 2 no longer shared, 1 with other bytes"
    project.assert_up_to_date()
    project.write("gen/hex/3.hex", content(9))
    assert not project.run("-s").output


def test_verbose_is_the_whole_table(project):
    project.write("SConstruct", HEAD + CALL % ", GAPNETWORKVERBOSE=True")
    project.write("gen/hex/4.hex", content(9))
    assert f"        16 B  {PREFIX}bias_again\n              Network.c:" in project.run().output


def test_only_the_comparison_depends_on_the_baseline(project):
    project.write("SConstruct", HEAD + CALL % "" + 'env.Program("build/app", net.sources)\n')
    project.run()
    before = project.snapshot()
    old = json.loads(project.read("baseline.json"))
    old["totals"]["l3_requested_bytes"]["after"] = 40
    project.write("baseline.json", json.dumps(old))
    done = project.run()
    assert done.ran == ["share"] and lines(done)[-1] == "kws against baseline.json: L3 +8 B, image unchanged"
    assert project.snapshot() == before
    project.assert_up_to_date()


def test_a_broken_rule_fails_the_build_and_says_how_to_accept(project):
    project.write("SConstruct", GATED + 'env.Program("build/app", net.sources)\n')
    project.run()
    good = project.snapshot()
    project.write("gen/hex/4.hex", content(9))
    for _ in range(2):  # it stays broken
        (project.folder / "build/app").unlink(missing_ok=True)
        done = project.run(status=2)
        assert done.faults[0].split("] ", 1)[1] == (
            "baseline.json: L3 grew by 16 bytes, from 48 to 64; GAPNETWORK_MAX_GROWTH allows 0; the image grew by 32 bytes, from "
            f"120 to 152; GAPNETWORK_MAX_GROWTH allows 0; {PREFIX}bias_again must be shared (GAPNETWORK_REQUIRE_SHARED), but is "
            f"not: Network.c:37: its bytes are no longer those of {PREFIX}bias. If that is right, take it out of "
            "GAPNETWORK_REQUIRE_SHARED and keep the new state: cp build/kws/manifest.json baseline.json")
        assert len(done.faults) == 1 and done.ran == ["share"]
        assert set(project.snapshot()) >= OUTPUTS and not (project.folder / "build/app").exists()
    shutil.copy(project.folder / MANIFEST, project.folder / "baseline.json")
    done = project.run(status=2)  # what must be shared is none the more
    assert "GROWTH" not in done.output and "cp " not in done.faults[0]
    assert done.faults[0].endswith("If that is right, take it out of GAPNETWORK_REQUIRE_SHARED")
    project.write("gen/hex/4.hex", content(2))
    project.run()
    assert project.snapshot() == good
    project.assert_up_to_date()


def test_accepting_is_copying_the_manifest(project):
    project.write("SConstruct", HEAD + CALL % ", MAX_GROWTH='8'" + 'env.Program("build/app", net.sources)\n')
    project.write("gen/hex/4.hex", content(9))
    done = project.run(status=2)
    command = done.faults[0].split("keep the new state: ")[1]
    assert os.system(f"cd {project.folder} && {command}") == 0
    assert lines(project.run())[-1] == "kws against baseline.json: no change"
    assert (project.folder / "build/app").exists()
    project.assert_up_to_date()


@pytest.mark.slow
def test_inputs_that_go_back_after_a_failure_are_built_again(project):
    """SCons has the records of the good build, and on disk lies the one that failed."""
    project.write("SConstruct", GATED)
    project.run()
    good = project.snapshot()
    project.write("gen/hex/4.hex", content(9))
    project.run(status=2)
    assert project.snapshot() != good
    project.write("gen/hex/4.hex", content(2))
    project.run()
    assert project.snapshot() == good
    project.assert_up_to_date()


@pytest.mark.slow
def test_a_rule_that_changes_is_looked_at_anew(project):
    project.write("gen/hex/4.hex", content(9))
    for rule, status in (("", 0), (", MAX_GROWTH='1K'", 0), (", MAX_GROWTH=31", 2), (", MAX_GROWTH=32", 0)):
        project.write("SConstruct", HEAD + CALL % rule)
        assert project.run(status=status).ran == ["share"]


def test_without_a_baseline_the_build_says_how_to_make_one(make_project):
    project = make_project(GATED)
    done = project.run(status=2)
    assert done.faults[0].endswith("] baseline.json: there is no such manifest. Keep one of a state that is as it should be: "
                                   "cp build/kws/manifest.json baseline.json")
    assert os.system(f"cd {project.folder} && {done.faults[0].split('should be: ')[1]}") == 0
    project.run()
    project.assert_up_to_date()
    (project.folder / "baseline.json").unlink()
    assert project.run(status=2).faults == done.faults


@pytest.mark.parametrize(("text", "message"), [
    ("{}", "is not a manifest of gapnet"), ('{"schema": 2}', "manifest schema 2 is not known. Use a newer gapnet")])
def test_a_baseline_that_is_none(make_project, text, message):
    project = make_project(GATED)
    project.write("baseline.json", text)
    assert project.run(status=2).faults[0].endswith(f"] baseline.json: {message}")


def test_what_must_be_shared_needs_no_baseline(make_project):
    project = make_project(HEAD + f'env.GapNetwork("build/kws", "gen", REQUIRE_SHARED=["{PREFIX}conv", "{PREFIX}scale"])\n')
    assert project.run(status=2).faults[0].endswith(
        f"] {MANIFEST}: {PREFIX}scale must be shared (GAPNETWORK_REQUIRE_SHARED), but is not: Network.c:35: no other constant "
        "holds its bytes. If that is right, take it out of GAPNETWORK_REQUIRE_SHARED")
    project.write("SConstruct", NETWORK.replace('"gen"', f'"gen", REQUIRE_SHARED="{PREFIX}conv"'))
    project.run()
    project.assert_up_to_date()
    project.write("SConstruct", NETWORK.replace('"gen"', '"gen", REQUIRE_SHARED="conv"'))
    assert project.run(status=2).faults[0].endswith(
        "] GAPNETWORK_REQUIRE_SHARED conv: there is no such constant. Write its name as manifest.json does, or NETWORK/NAME")


@pytest.mark.slow
def test_a_baseline_that_the_build_makes(make_project):
    """Named before its builder is."""
    project = make_project()
    project.run()
    shutil.copy(project.folder / MANIFEST, project.folder / "kept")
    shutil.rmtree(project.folder / "build")
    project.write("SConstruct", HEAD + CALL % "" + 'env.Command("baseline.json", "kept", "cp $SOURCE $TARGET")\n')
    assert lines(project.run())[-1] == "kws against baseline.json: no change"
    project.assert_up_to_date()


@pytest.mark.slow
@pytest.mark.parametrize("duplicate", [0, 1])
def test_a_baseline_beside_a_sconscript_with_a_variant_folder(project, duplicate):
    call = f'env.GapNetwork("kws", "#gen", BASELINE="baseline.json", REQUIRE_SHARED=["{PREFIX}bias"])\n'
    project.write("SConstruct", HEAD + f'SConscript("app/SConscript", "env", variant_dir="out", duplicate={duplicate})\n')
    project.write("app/SConscript", 'Import("env")\n' + call)
    fault = project.run(status=2).faults[0]
    assert fault.endswith("cp out/kws/manifest.json app/baseline.json")
    shutil.copy(project.folder / "out/kws/manifest.json", project.folder / "app/baseline.json")
    assert lines(project.run())[-1] == "kws against app/baseline.json: no change"
    project.assert_up_to_date()
    project.run("-c")
    assert (project.folder / "app/baseline.json").exists()


def test_a_firmware_of_several_networks(project):
    shutil.copytree(project.folder / "gen", project.folder / "gen2")
    call = 'a, b = env.GapNetwork("build/a", "gen"), env.GapNetwork("build/b", "gen2")\n' \
           'env.GapReadfs("build/readfs.img", [a, b]%s)\n'
    project.write("SConstruct", HEAD + call % "")
    project.run()
    shutil.copy(project.folder / "build/readfs.manifest.json", project.folder / "base.json")
    project.write("SConstruct", HEAD + call % f', BASELINE="base.json", MAX_GROWTH=0, REQUIRE_SHARED=["b/{PREFIX}scale"]')
    assert "a, b against base.json: no change\n" in project.run().output
    project.assert_up_to_date()
    project.write("gen2/hex/3.hex", content(9))
    done = project.run(status=2)
    assert len(done.faults) == 1 and done.faults[0].startswith("scons: *** [build/readfs.img] base.json: L3 grew by 16 bytes")
    assert f"b/{PREFIX}scale must be shared" in done.faults[0]
    assert done.faults[0].endswith("cp build/readfs.manifest.json base.json")
    project.write("gen2/hex/3.hex", content(3))
    project.run()
    project.assert_up_to_date()


@pytest.mark.slow
def test_the_cache_holds_nothing_that_was_not_accepted(project):
    project.write("SConstruct", 'CacheDir("cache")\n' + GATED)
    project.run()
    project.write("gen/hex/4.hex", content(9))
    for _ in range(2):
        shutil.rmtree(project.folder / "build")
        assert len(project.run(status=2).faults) == 1


def test_without_a_baseline_nothing_is_said_of_one(make_project):
    project = make_project(APP)
    assert "against" not in project.run().output
