"""What a user reads when something is wrong: one line that says where and what to do, and no traceback."""

import re

import pytest
from scons_project import HEAD, NETWORK
from tiny_network import PREFIX
from wrong_calls import WRONG


def test_a_wrong_call_is_one_line_and_names_the_line_of_the_sconstruct(make_project):
    """All of them in one run: an SConstruct that catches each error as SCons itself reports it."""
    project = make_project(HEAD)
    project.write("more/Network.c", "int x;\n")
    (project.folder / "empty").mkdir()
    calls = "\n".join(
        "try:\n" + "".join(f"    {line}\n" for line in call.splitlines())
        + f'except SCons.Errors.UserError as error:\n    print("{name} |", error)' for name, (call, _) in WRONG.items()
        if not name.startswith("other"))
    project.write("SConstruct", "import SCons.Errors\n" + HEAD + calls)
    said = dict(line.split(" | ", 1) for line in project.run().output.splitlines() if " | " in line)
    for name, text in said.items():
        assert re.sub(r"^SConstruct:\d+: ", "", text) == WRONG[name][1], name
    assert set(said) == {n for n in WRONG if not n.startswith("other")}


@pytest.mark.parametrize("name", ["other_options", "other_sources", "unknown_option"])
def test_scons_prints_the_place_of_a_wrong_call_and_no_traceback(make_project, name):
    call, text = WRONG[name]
    project = make_project(HEAD + call)
    project.write("more/Network.c", "int x;\n")
    done = project.run(status=2)
    assert len(done.faults) == 1 and done.faults[0].endswith(text)
    line = HEAD.count("\n") + call.count("\n") + 1
    assert done.faults[0].startswith(f"scons: *** SConstruct:{line}: GapNetwork")
    assert not (project.folder / "build").exists()


def missing_file(project):
    (project.folder / "gen/hex/3.hex").unlink()
    return f"{PREFIX}scale, ", "'3.hex' is loaded here, but there is no such file"


def large_file(project):
    project.write("gen/hex/3.hex", bytes(20))
    return f"{PREFIX}scale", "'3.hex' has 20 bytes"


def broken_c(project):
    source = project.read("gen/Network.c").decode()
    project.write("gen/Network.c", source.replace("void InitNetwork(", "void InitNetwork[("))
    return "InitNetwork", ""


@pytest.mark.parametrize("damage", [missing_file, large_file, broken_c])
def test_a_build_fault_is_one_line_with_its_place_and_leaves_no_partial_file(make_project, damage):
    project = make_project()
    at, text = damage(project)
    done = project.run(status=2)
    assert len(done.faults) == 1 and text in done.faults[0]
    number = int(re.search(r"\] gen/Network\.c:(\d+): .", done.faults[0]).group(1))
    assert at in project.read("gen/Network.c").decode().splitlines()[number - 1]
    assert str(project.folder) not in done.output
    assert set(project.snapshot()) <= {"analysis.json"}


def test_a_fault_is_cured_by_mending_the_input(make_project):
    project = make_project()
    project.run()
    before = project.snapshot()
    data = project.read("gen/hex/3.hex")
    (project.folder / "gen/hex/3.hex").unlink()
    project.run(status=2)
    project.write("gen/hex/3.hex", data)
    project.run()
    assert project.snapshot() == before


def test_files_that_come_to_be_after_reading_are_not_lost_in_silence(make_project):
    """C that is no product of this build, and a stranger that writes its files while SCons runs."""
    project = make_project("import os\n" + NETWORK + 'os.rename("away", "gen/hex")\n')
    (project.folder / "gen/hex").rename(project.folder / "away")
    done = project.run(status=2)
    assert len(done.faults) == 1 and "gen/hex: there was no file in it" in done.faults[0] and "scons again" in done.faults[0]
