"""Debian's chromium without a window, driven by Playwright; a page that is opened here has only itself."""

import shutil
from contextlib import contextmanager, suppress

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]
EXECUTABLE = shutil.which("chromium")
SIZE = {"width": 1280, "height": 1000}


def missing():
    """What is missing to open a page, None where nothing is."""
    if EXECUTABLE is None:
        return "chromium is not installed"
    with suppress(ImportError):
        import playwright.sync_api  # noqa: F401
        return None
    return "the Python package playwright is not installed"


@contextmanager
def browser():
    """A running browser with an empty profile."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=EXECUTABLE, args=FLAGS)
        try:
            yield running
        finally:
            running.close()


class Opened:
    """A page in the browser. page: Playwright's; faults: what the console and the scripts complained of; requests: every address
    that was asked for."""

    def __init__(self, running, path, scheme="light", size=None, **options):
        self.context = running.new_context(color_scheme=scheme, viewport=size or SIZE, reduced_motion="reduce", **options)
        self.page = self.context.new_page()
        self.faults, self.requests = [], []
        self.page.on("console", lambda m: self.faults.append(f"{m.type}: {m.text}") if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(path.resolve().as_uri())

    def close(self):
        self.context.close()
