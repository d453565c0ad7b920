"""SCons in a terminal: colour and width as everywhere, and nothing where it is to be quiet."""

import os
import pty
import re
import subprocess

import pytest
from scons_project import HEAD, NETWORK
from tiny_network import PREFIX

ONE = "kws: L3 80 -> 48 B, 5 -> 3 files, 2 shared, 0 doubled"


def in_terminal(project, *arguments, **environment):
    """What a terminal gets from a run of SCons."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(project.command(*arguments), cwd=project.folder, stdin=subprocess.DEVNULL, stdout=theirs,
                               stderr=theirs, env={**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment})
    os.close(theirs)
    got = b""
    try:
        while data := os.read(ours, 4096):
            got += data
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(ours)
    assert process.wait() == 0, got
    return got.decode().replace("\r\n", "\n")


def test_the_line_of_a_network_is_the_same_with_colour_and_without(make_project):
    project = make_project()
    assert in_terminal(project).splitlines()[-1] == ONE.replace("kws", "\x1b[1mkws\x1b[0m", 1)
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        (project.folder / "build/kws/manifest.json").unlink()
        assert in_terminal(project, **environment).splitlines()[-1] == ONE
    (project.folder / "build/kws/manifest.json").unlink()
    assert project.run(environment={"FORCE_COLOR": "1"}).output.splitlines()[-1].startswith("\x1b[1mkws")
    assert not [n for n, data in project.snapshot().items() if b"\x1b" in data]


def test_a_wide_terminal_is_used_and_a_narrow_one_not_left(make_project):
    project = make_project(HEAD + 'env.GapNetwork("build/kws", "gen", GAPNETWORKVERBOSE=1, SHARE=False)\n')
    code = project.read("gen/Network.c").decode().replace(f"{PREFIX}scale", f"{PREFIX}{'scale_' * 25}")
    code = code.replace("void InitNetwork(", f"void f(void) {{ tell({PREFIX}{'scale_' * 25}, 1); }}\nvoid InitNetwork(")
    project.write("gen/Network.c", code)
    lengths = {}
    for columns in (80, 120):
        (project.folder / "build/kws/manifest.json").unlink(missing_ok=True)
        text = re.sub(r"\x1b\[[\d;]*m", "", in_terminal(project, COLUMNS=str(columns)))
        table = text.split("\n\n", 1)[1]
        assert f"{PREFIX}{'scale_' * 25}" in table.replace("\n              ", "") and "not known" in table
        lengths[columns] = max(map(len, table.splitlines()))
    assert 60 < lengths[80] <= 80 < lengths[120] <= 120


@pytest.mark.parametrize("options", [["-s"], ["-s", "GAPNETWORKVERBOSE=1"], ["--silent", "-j2"]])
def test_silent_is_silent(make_project, options):
    project = make_project("variables = Variables()\n" + NETWORK.replace(
        "net =", "env.GapNetworkVariables(variables)\nvariables.Update(env)\nnet =") + 'env.GapReadfs("build/all.img", net)\n')
    assert in_terminal(project, *options) == ""


def test_each_network_and_their_image_have_one_line(make_project):
    project = make_project(HEAD + 'a, b = [env.GapNetwork(f"build/{n}", "gen") for n in "ab"]\n'
                           'env.GapReadfs("build/all.img", [a, b])\n')
    lines = [line for line in project.run().output.splitlines() if " -> " in line]
    assert sorted(line.split(":")[0] for line in lines) == ["a", "a, b", "b"]
    assert "a, b: L3 160 -> 48 B, 10 -> 3 files, 7 shared, 0 doubled" in lines
