"""The example, built once for all tests."""

import pytest
from example_project import Example


@pytest.fixture(scope="session")
def example(tmp_path_factory):
    return Example(tmp_path_factory.mktemp("example") / "project")
