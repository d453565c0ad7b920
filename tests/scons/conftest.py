"""One fixture: a project folder of its own for each test."""

import pytest
from scons_project import Project


@pytest.fixture
def make_project(tmp_path):
    """Makes a project in a new folder: make_project(SConstruct text, constants, name=...)."""
    def make(*arguments, name="project", **options):
        return Project(tmp_path / name, *arguments, **options)
    return make
