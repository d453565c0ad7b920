"""A fault of ours is told apart from one of the input, by words and by exit status, also where SCons runs."""

import pytest
from runs import make_project, run_scons
from scons_project import NETWORK

BROKEN = """\
import sys
sys.path.insert(0, "site_scons")
import gapnet.{module}
from gapnet.errors import InternalError
def fail(*arguments, **options):
    raise {error}
gapnet.{module}.{name} = fail
"""


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("-k",), ("-j2",)])
@pytest.mark.parametrize(("module", "name", "target"), [("share", "share_together", "Network.c"),
                                                        ("analyse", "analyse", "analysis.json")])
@pytest.mark.parametrize(("error", "words"), [('InternalError("two edits overlap")', "two edits overlap"),
                                              ('ZeroDivisionError("x")', "ZeroDivisionError: x")])
def test_scons_ends_with_70(tmp_path, module, name, target, error, words, options):
    project = make_project(tmp_path / "project", BROKEN.format(module=module, name=name, error=error) + NETWORK)
    status, said = run_scons(project.folder, *options)
    faults = [line for line in said.splitlines() if line.startswith("scons: ***")]
    assert faults == [f"scons: *** [build/kws/{target}] a bug of gapnet, please report it: {words}"]
    assert status == 70 and "Traceback" not in said


def test_another_fault_beside_it_keeps_its_own_status(tmp_path):
    project = make_project(tmp_path / "project")
    (project.folder / "gen/hex/0.hex").unlink()
    assert run_scons(project.folder, "-k")[0] == 2
