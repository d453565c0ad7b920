"""Budgets of L3 and L2, and boards: what fits builds, what does not stops the build and leaves nothing."""

import json

import pytest
from scons_project import APP, HEAD, NETWORK
from tiny_network import write_generated

# Five constants of 16 bytes, three when shared: 80 and 48 bytes of L3; files of 18 bytes in the directory behind 12.
L3, L2 = 48, 72 + 3 * 304


def budgeted(text, options):
    return text.replace('"gen")', f'"gen", {options})')


@pytest.mark.parametrize(("options", "said"), [
    (f"L3_SIZE={L3 + 8}", ["L3 48 of 48 B (100.0 %)"]),
    (f'L2_SIZE="{L2}"', ["L2 984 of 984 B (100.0 %)"]),
    ('L3_SIZE="0x40", L2_SIZE="1K", BOARD="gap9_evk"', ["L3 48 of 56 B (85.7 %)", "L2 984 of 1,024 B (96.1 %)"]),
])
def test_a_budget_that_the_shared_network_fills(make_project, options, said):
    project = make_project(budgeted(NETWORK, options + ", GAPNETWORKVERBOSE=1"))
    assert [line for line in project.run().output.splitlines() if line.startswith(("L3 4", "L2 9"))] == said
    used = project.manifest()["budget"]
    assert (used["l3"]["bytes"], used["l3"]["untouched"], used["l2"]["bytes"], used["l2"]["untouched"]) == (L3, 80, L2, 1624)
    project.assert_up_to_date()


@pytest.mark.parametrize(("options", "fault", "without"), [
    (f"L3_SIZE={L3 + 7}", "kws: 55 bytes of L3 have room for 40, but the firmware allocates 48: 8 too many. ", "80"),
    (f"L3_SIZE={L3 + 8}, SHARE=False", "kws: 56 bytes of L3 have room for 48, but the firmware allocates 80: 32 too", "80"),
    (f"L2_SIZE={L2 - 1}", "but its directory and open files need 984: 1 too many. ", "1,624"),
    ('BOARD="gapuino", L3_SIZE=16', "kws: 16 bytes of L3 have room for 8, ", "80"),
])
def test_what_does_not_fit_stops_the_build_and_leaves_nothing(make_project, options, fault, without):
    project = make_project(budgeted(APP, options))
    done = project.run(status=2)
    assert len(done.faults) == 1 and done.faults[0].startswith("scons: *** [build/kws/Network.c] ") and fault in done.faults[0]
    assert sorted(done.output.splitlines()[-1].split()) == sorted(["without", "sharing", without])
    assert done.ran == ["read", "share"] and set(project.snapshot()) == {"analysis.json"}


def test_another_budget_is_checked_anew_and_compiles_nothing(make_project):
    options = 'BOARD=given("BOARD"), L3_SIZE=given("L3"), L2_SIZE=given("L2")'
    project = make_project("given = ARGUMENTS.get\n" + budgeted(APP, options))
    assert project.run().ran == ["read", "share", "compile", "link"]
    before = project.snapshot()
    for arguments, limits in ((["L3=56"], (48, None)), (["BOARD=siracusa"], ((8 << 20) - 8, None)), (["L2=4K"], (None, 4096))):
        assert project.run(*arguments).ran == ["share"]
        assert tuple(used["limit"] for used in project.manifest()["budget"].values()) == limits
        project.assert_up_to_date(*arguments)
    assert project.run("L3=48", status=2).ran == ["share"]
    assert project.run().ran == ["share"] and project.snapshot() == before


def test_a_budget_on_the_command_line(make_project):
    project = make_project(HEAD + '''\
variables = Variables()
env.GapNetworkVariables(variables)
variables.Update(env)
net = env.GapNetwork("build/kws", "gen")
env.GapFlashImage("build/flash.img", {"readfs": net})
''')
    assert "of 67,108,864 bytes" in project.run().output
    assert "of 8,388,608 bytes" in project.run("GAPNETWORK_BOARD=pulp-open").output
    assert "of 16,777,216 bytes" in project.run("GAPNETWORK_BOARD=pulp-open", "GAPNETWORK_FLASH_TYPE=spi").output
    assert "16 bytes of L3 have room for 8" in project.run("GAPNETWORK_L3_SIZE=16", status=2).output
    for argument, said in (("BOARD=gap10", "board 'gap10' is not known"),
                           ("L3_SIZE=big", "GAPNETWORK_L3_SIZE 'big' cannot be understood"),
                           ("L2_SIZE=-1", "GAPNETWORK_L2_SIZE '-1' cannot be understood")):
        done = project.run(f"GAPNETWORK_{argument}", status=2)
        assert len(done.faults) == 1 and said in done.faults[0] and done.faults[0].startswith("scons: *** SConstruct:")


def test_a_budget_of_several_networks(make_project):
    project = make_project(HEAD + '''\
a, b = env.GapNetwork("build/a", "gen"), env.GapNetwork("build/b", "gen_b")
env.GapReadfs("build/readfs.img", [a, b], L3_SIZE=ARGUMENTS["L3"])
''')
    write_generated(project.folder / "gen_b", (("pool", 7), ("conv", 1)))
    code = project.folder / "gen_b/Network.c"
    code.write_text(code.read_text().replace("Network(", "Other(").replace("DeeployNetwork_", "Other_"))
    project.run("L3=72")  # 3 and 2 constants, one of them in both
    assert json.loads(project.read("build/readfs.manifest.json"))["budget"]["l3"] == {"bytes": 64, "untouched": 112, "limit": 64}
    done = project.run("L3=71", status=2)
    assert len(done.faults) == 1 and "a, b: 71 bytes of L3 have room for 56, " in done.faults[0]
    assert "  b/Other_pool\n" in done.output and "  a/DeeployNetwork_conv\n" in done.output
