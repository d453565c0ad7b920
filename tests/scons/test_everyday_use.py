"""The tool in the hands of a user: environments, options, products, printing, cleaning, caching, many networks."""

import os
import shutil
import subprocess
import sys

import pytest
from scons_project import APP, HEAD, NETWORK, OUTPUTS, SITE_SCONS
from tiny_network import CONSTANTS, content, write_generated

VARIABLES = "variables = Variables()\n" + HEAD + '''\
env.GapNetworkVariables(variables)
variables.Update(env)
Help(variables.GenerateHelpText(env))
net = env.GapNetwork("build/kws", "gen")
'''


def test_the_values_of_the_user_survive_clone_override_and_a_second_load(make_project):
    project = make_project(HEAD.replace('tools=["cc"', 'GAPNETWORK_ALIGN=16, tools=["cc"') + '''\
env["GAPNETWORK_NAME"] = "$WHO net"
env["WHO"] = "my"
env.Tool("gapnetwork")
more = env.Clone(tools=["gapnetwork"], GAPNETWORK_ALIGN=32)
a = env.GapNetwork("build/a", "gen")
b = more.GapNetwork("build/b", "gen")
c = more.Override({"GAPNETWORK_ALIGN": 64}).GapNetwork("build/c", "gen")
d = env.GapNetwork("build/d", "gen", ALIGN=4, WHO="your")
assert env.GapNetwork("build/a", "gen") == a
assert env["GAPNETWORK_ALIGN"] == 16
''')
    project.run()
    aligns = [project.manifest(f"build/{n}")["image"]["align"] for n in "abcd"]
    assert aligns == [16, 32, 64, 4]
    assert [project.manifest(f"build/{n}")["networks"][0]["name"] for n in "ad"] == ["my net", "your net"]


def test_the_result_is_a_list_of_nodes_with_names(make_project):
    project = make_project(NETWORK + '''\
assert [str(n) for n in net.sources] == ["build/kws/Network.c"]
assert [str(n) for n in net.headers] == ["build/kws/Network.h"]
assert str(net.image) == "build/kws/readfs.img" and str(net.dir) == "build/kws"
assert str(net.manifest) == "build/kws/manifest.json" and str(net.report) == "build/kws/report.html"
assert len(net + ["x"]) == len(net) + 1 and len(net[1:]) == len(net) - 1
env["NET"] = net
assert env.Clone()["NET"].image is net.image
env.Install("dist", net.image)
env.Default("dist")
''')
    project.run()
    assert project.read("dist/readfs.img") == project.read("build/kws/readfs.img")


def test_variables_on_the_command_line_and_in_the_help(make_project):
    project = make_project(VARIABLES)
    project.run("GAPNETWORK_ALIGN=4", "GAPNETWORK_SHARE=no")
    assert project.manifest()["image"]["align"] == 4
    assert project.read("build/kws/Network.c") == project.read("gen/Network.c")
    text = project.run("-h").output
    for word in ("GAPNETWORK_ALIGN", "GAPNETWORK_SHARE", "GAPNETWORKVERBOSE", "default: 8", "alignment of file data"):
        assert word in text
    assert "GAPNETWORK_ALIGN is '5'" in project.run("GAPNETWORK_ALIGN=5", status=2).output


def test_what_is_printed(make_project):
    project = make_project()
    lines = project.run().output.splitlines()
    assert len(lines) == 3 and lines[2].startswith("kws: L3 80 -> 48 B, 5 -> 3 files, 2 shared")
    project.write("SConstruct", HEAD + '''\
env["GAPNETWORKCOMSTR"] = "NET $TARGET"
env.GapNetwork("build/a", "gen", GAPNETWORKVERBOSE=1)
''')
    output = project.run().output
    assert output.startswith("NET build/a/analysis.json\nNET build/a/Network.c\n") and "L3 requested" in output
    shutil.rmtree(project.folder / "build")
    assert not project.run("-s").output


def test_an_alias_for_each_product(make_project):
    project = make_project(APP)
    project.run("image", "manifest", "report")
    assert set(project.snapshot()) == OUTPUTS


def test_a_dry_run_writes_nothing_and_cleaning_needs_no_sources(make_project):
    project = make_project(APP)
    assert "share" in project.run("-n").ran
    assert not (project.folder / "build").exists()
    project.run()
    shutil.rmtree(project.folder / "gen")
    project.run("-c")
    assert not project.snapshot("build")
    project.run("-c")
    assert "there is no .c file in gen" in project.run(status=2).output


def test_a_lost_build_comes_back_from_the_cache(make_project):
    project = make_project('CacheDir("cache")\n' + NETWORK)
    project.run()
    before = project.snapshot()
    shutil.rmtree(project.folder / "build")
    assert set(project.run().ran) == {"retrieve"}
    assert project.snapshot() == before
    entry = next(p for p in (project.folder / "cache").rglob("*") if p.is_file() and p.read_bytes() == before["readfs.img"])
    entry.unlink()
    shutil.rmtree(project.folder / "build")
    assert "share" in project.run().ran
    assert project.snapshot() == before


def test_eight_networks_at_once_run_each_action_once(make_project):
    project = make_project(HEAD + '''\
nets = [env.GapNetwork(f"build/n{i}", f"gen{i // 2}", SHARE=i % 2) for i in range(8)]
''')
    for number in range(4):
        write_generated(project.folder / f"gen{number}", (*CONSTANTS, ("more", number)))
    ran = project.run("-j8").ran
    assert sorted(ran) == ["read"] * 8 + ["share"] * 8
    for number in range(8):
        fresh = project.snapshot(f"build/n{number}")
        assert set(fresh) == OUTPUTS
        assert bool(number % 2) != (fresh["Network.c"] == project.read(f"gen{number // 2}/Network.c"))
    project.assert_up_to_date("-j8")


@pytest.mark.parametrize("layout", ["installed", "toolpath"])
def test_the_installed_package(make_project, layout):
    """pip puts the package and, inside it, the tools into site-packages; no site_scons in the project."""
    text = "import gapnet\n" + NETWORK.replace("tools=[\"cc\"", "toolpath=[gapnet.TOOLPATH], tools=[\"cc\"")
    project = make_project(text)
    (project.folder / "site_scons").unlink()
    packages = project.folder / "elsewhere"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SITE_SCONS / "gapnet", packages / "gapnet", ignore=ignore)
    tools = packages / "gapnet/site_tools" if layout == "installed" else packages / "site_tools"
    shutil.copytree(SITE_SCONS / "site_tools", tools, ignore=ignore)
    project.run(environment={"PYTHONPATH": str(packages)})
    assert set(project.snapshot()) == OUTPUTS


def test_files_made_by_a_builder_of_their_own(make_project):
    project = make_project(NETWORK.replace("net =", '''\
files = [env.Command(f"gen/hex/{i}.hex", f"weights/{i}.txt", Copy("$TARGET", "$SOURCE")) for i in range(5)]
net =''', 1))
    (project.folder / "gen/hex").rename(project.folder / "weights")
    for path in (project.folder / "weights").iterdir():
        path.rename(path.with_suffix(".txt"))
    assert project.run().ran == ["read", "share"]
    assert project.manifest()["image"]["files"] == ["0.hex", "1.hex", "3.hex"]
    project.assert_up_to_date()
    project.write("weights/3.txt", content(9))
    assert project.run().ran == ["share"]
    project.assert_up_to_date()


@pytest.mark.slow
def test_three_thousand_constants(make_project):
    project = make_project(NETWORK, [(f"c{i}", i // 2) for i in range(3000)])
    project.run()
    assert len(project.manifest()["image"]["files"]) == 1500
    project.assert_up_to_date()


def test_the_package_never_imports_scons():
    code = "import sys; import gapnet.cli, gapnet.share; assert not [m for m in sys.modules if m.startswith('SCons')]"
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": str(SITE_SCONS)})
