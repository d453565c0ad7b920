"""The network written by another builder of the same build, in all the ways in which a user may declare that."""

import os
import shutil
from pathlib import Path

import pytest
from gapnet.image import parse
from scons_project import HEAD
from tiny_network import CONSTANTS, content

GENERATOR = f"""\
import sys
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parent)!r})
from tiny_network import write_generated
numbers = [int(n) for n in Path(sys.argv[1]).read_text().split()]
write_generated(Path(sys.argv[2]), [(f"c{{i}}", n) for i, n in enumerate(numbers)])
"""
SCONSTRUCT = "import sys\n" + HEAD + """\
def generate(names):
    return env.Command(names, ["model.txt", "generate.py"],
                       Action([[sys.executable, "generate.py", "model.txt", "gen"]], "Generating"))
"""
CODE = '["gen/Network.c", "gen/Network.h"]'
FILES = CODE + ' + [f"gen/hex/{i}.hex" for i in range(5)]'
WAYS = {
    "nodes": f'net = env.GapNetwork("build/kws", generate({FILES}))\n',
    "folder": f'generate({FILES})\nnet = env.GapNetwork("build/kws", "gen")\n',
    "nodes_of_the_c": f'net = env.GapNetwork("build/kws", generate({CODE}))\n',
    "folder_of_the_c": f'generate({CODE})\nnet = env.GapNetwork("build/kws", "gen")\n',
}
"""Whoever runs a compiler of networks seldom knows how many files it will write, and declares the C alone."""


@pytest.fixture
def generated(make_project):
    def make(way):
        project = make_project(SCONSTRUCT + WAYS[way] + 'env.Program("build/app", net.sources)\n')
        shutil.rmtree(project.folder / "gen")
        project.write("generate.py", GENERATOR)
        project.write("model.txt", " ".join(str(number) for _, number in CONSTANTS))
        return project
    return make


def image(project):
    return {f.name: f.data for f in parse(project.read("build/kws/readfs.img"))}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_every_change_takes_one_pass_and_the_run_after_it_does_nothing(generated, way):
    project = generated(way)
    assert project.run().ran == ["generate", "read", "share", "compile", "link"]
    assert image(project) == {"0.hex": content(1), "1.hex": content(2), "3.hex": content(3)}
    project.assert_up_to_date()

    project.write("model.txt", "7 2 7 9 2")  # weights alone: the C comes out equal
    assert project.run().ran == ["generate", "share"]
    assert image(project) == {"0.hex": content(7), "1.hex": content(2), "3.hex": content(9)}
    project.assert_up_to_date()

    project.write("model.txt", "5 7 2 7 9")  # other constants are equal
    project.run()
    assert image(project) == {"0.hex": content(5), "1.hex": content(7), "2.hex": content(2), "4.hex": content(9)}
    project.assert_up_to_date()


def test_files_that_were_older_than_two_days_are_seen(generated):
    """SCons trusts what it knows of such a file, so nobody may look at it before the generator has run."""
    project = generated("nodes_of_the_c")
    project.run()
    for path in (project.folder / "gen/hex").iterdir():
        os.utime(path, (1e9, 1e9))
    project.run()
    project.write("model.txt", "1 2 1 8 2")
    project.run()
    assert image(project)["3.hex"] == content(8)
    project.assert_up_to_date()


def test_two_networks_of_one_generator(generated):
    project = generated("nodes_of_the_c")
    project.write("SConstruct", SCONSTRUCT + f"code = generate({CODE})\n" + """\
env.GapNetwork("build/other", code, SHARE=False)
env.GapNetwork("build/kws", code)
""")
    project.run("-j4")
    project.write("model.txt", "7 2 7 9 2")
    assert sorted(project.run("-j4").ran) == ["generate", "share", "share"]
    assert image(project)["3.hex"] == content(9)
    project.assert_up_to_date()
