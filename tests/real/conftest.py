"""Fixtures: a network before and after sharing, made once for all tests that look at it."""

import functools
import os

import deeploy_venv
import pytest
import real_runs


@pytest.fixture(scope="session")
def runs(tmp_path_factory):
    """From a case to its run. A missing Deeploy skips the test, except in CI, where nobody would notice. So does a
    model that is not ours where Deeploy finds no way to run it in so little memory."""
    @functools.cache
    def share_once(case):
        return real_runs.share_case(case, tmp_path_factory.mktemp("network") / "out")

    def get(case):
        try:
            return share_once(case)
        except deeploy_venv.Unavailable as error:
            if os.environ.get("CI") == "true":
                raise
            pytest.skip(str(error))
        except deeploy_venv.NoNetwork as error:
            if case[0] in real_runs.MODELS or not case[1].startswith("l1-"):
                raise
            pytest.skip(str(error))

    return get


@pytest.fixture
def run(request, runs):
    return runs(request.param)
