"""Pages of several manifests, each opened in a browser once; without a browser the tests are skipped, except in CI."""

import os
from functools import cache

import chromium
import pytest
from gapnet.webpage import as_html
from made_networks import MANIFESTS


def pytest_collection_modifyitems(items):
    absent = chromium.missing()
    if absent and os.environ.get("CI") != "true":
        for item in items:
            if item.path.parent.name == "browser":
                item.add_marker(pytest.mark.skip(reason=absent))


@pytest.fixture(scope="session")
def running():
    with chromium.browser() as found:
        yield found


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """Manifest and report.html by name of the network, each made once."""
    made = {}

    def write(name):
        if name not in made:
            folder = tmp_path_factory.mktemp("page")
            manifest = MANIFESTS[name](folder)
            (folder / "report.html").write_bytes(as_html(manifest))
            made[name] = manifest, folder / "report.html"
        return made[name]
    return write


class Pages:
    """Pages that are open; none may complain, or ask for anything but itself."""

    def __init__(self, running, written):
        self.running, self.written, self.open = running, written, []

    def __call__(self, name, **options):
        manifest, path = self.written(name)
        self.open.append((chromium.Opened(self.running, path, **options), path))
        return manifest, self.open[-1][0].page

    def close(self):
        for page, _ in self.open:
            page.close()
        for page, path in self.open:
            assert page.faults == []
            assert set(page.requests) == {path.as_uri()}


@pytest.fixture
def opened(running, written):
    """Opens the page of a network, anew for each test."""
    pages = Pages(running, written)
    yield pages
    pages.close()


@pytest.fixture(scope="module")
def shown(running, written):
    """Opens the page of a network, once for the tests of a file that only look."""
    pages = Pages(running, written)
    yield cache(pages)
    pages.close()
