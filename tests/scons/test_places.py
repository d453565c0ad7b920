"""The same bytes wherever the project lies and however it is built, and none of it in any output."""

import os
import shutil

import pytest
from scons_project import HEAD, NETWORK, OUTPUTS, Project

ODD = "a (b) $HOME é"


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("plain") / "p")
    project.run()
    assert set(project.snapshot()) == OUTPUTS
    assert not [n for n, data in project.snapshot().items() if str(project.folder).encode() in data]
    return project.snapshot()


def assert_same(project, expected, folder="build/kws"):
    found = project.snapshot(folder)
    assert {n: found.get(n) for n in expected} == expected


def test_odd_characters_in_paths(make_project, expected):
    """Of the project, which SCons never expands, and of the folders, where a $ is written twice."""
    folder = ODD.replace("$", "$$")
    project = make_project(HEAD + f'env.GapNetwork("{folder}/kws", "{folder} gen")\n', name=ODD)
    (project.folder / "gen").rename(project.folder / f"{ODD} gen")
    project.run()
    assert_same(project, expected, f"{ODD}/kws")
    project.assert_up_to_date()


def test_dollars_in_file_names_are_no_variables(make_project):
    project = make_project()
    project.write("gen/Network.c", project.read("gen/Network.c").replace(b'"3.hex"', b'"$A.hex"'))
    (project.folder / "gen/hex/3.hex").rename(project.folder / "gen/hex/$A.hex")
    project.run()
    assert "$A.hex" in project.manifest()["image"]["files"]
    project.assert_up_to_date()


@pytest.mark.parametrize("duplicate", [0, 1])
def test_a_variant_folder(make_project, expected, duplicate):
    project = make_project(HEAD + f'SConscript("app/SConscript", exports="env", variant_dir="out", duplicate={duplicate})\n')
    project.write("app/SConscript", 'Import("env")\nenv.GapNetwork("kws", "gen")\n')
    (project.folder / "gen").rename(project.folder / "app/gen")
    before = project.snapshot("app")
    project.run()
    assert_same(project, expected, "out/kws")
    assert project.snapshot("app") == before
    project.assert_up_to_date()
    project.write("app/gen/hex/3.hex", bytes(16))
    assert project.run().ran == ["share"]
    assert project.manifest("out/kws")["networks"][0]["stale"] == []


def test_a_sconscript_in_a_subfolder(make_project, expected):
    project = make_project(HEAD + 'SConscript("app/SConscript", exports="env")\n')
    project.write("app/SConscript", 'Import("env")\nenv.GapNetwork("kws", "gen")\nenv.GapNetwork("#build/kws", "gen")\n')
    (project.folder / "gen").rename(project.folder / "app/gen")
    project.run()
    assert_same(project, expected, "app/kws")
    assert_same(project, expected)


def test_order_of_creation_times_hash_seed_and_threads_do_not_matter(make_project, expected):
    project = make_project()
    shutil.rmtree(project.folder / "gen/hex")
    for number, value in reversed(list(enumerate((1, 2, 1, 3, 2)))):
        path = project.write(f"gen/hex/{number}.hex", value.to_bytes(2, "little") * 8)
        os.utime(path, (number, number))
    project.run("-j8", environment={"PYTHONHASHSEED": "77"})
    assert_same(project, expected)


def test_nodes_instead_of_a_folder(make_project, expected):
    project = make_project(HEAD + 'env.GapNetwork("build/kws", [Glob("gen/*.c"), Glob("gen/*.h"), Glob("gen/hex/*.hex")])\n')
    project.run()
    assert_same(project, expected)


def test_a_build_from_another_folder(make_project, expected):
    project = make_project(NETWORK)
    (project.folder / "elsewhere").mkdir()
    project.run("-C", str(project.folder))
    assert_same(project, expected)
