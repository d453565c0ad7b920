"""The line on long work: only for who watches, late, and gone in the end."""

import io
import os
import pty
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from gapnet.progress import PATIENCE, quiet, shown
from networks import network, write_folder

SLOW = "import sys, time, gapnet.progress, gapnet.share as s; gapnet.progress.PATIENCE = 0.05; read = s.analysis_of\n" \
       "s.analysis_of = lambda *a: (time.sleep(0.25), read(*a))[1]\nfrom gapnet.cli import main; sys.exit(main(sys.argv[1:]))"
SITE_SCONS = Path(__file__).resolve().parents[2] / "site_scons"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


def screen(text):
    """Lines that a terminal shows after a text with returns and erasing."""
    lines = []
    for line in text.split("\n"):
        shown_now = ""
        for part in line.split("\r"):
            shown_now = part.replace("\x1b[K", "") + ("" if "\x1b[K" in part else shown_now[len(part):])
        lines.append(shown_now)
    return lines


def until(condition):
    limit = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.002)


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")


def test_a_stage_is_shown_and_erased():
    stream = Terminal()
    with shown(stream, 0.01) as stage:
        stage("reading the C of kws")
        until(lambda: "kws" in stream.getvalue())
        assert screen(stream.getvalue()) == ["reading the C of kws, 0 s"]
        stage("x" * 100 + "\x1b[31m")
        until(lambda: "x" in stream.getvalue())
    assert screen(stream.getvalue()) == [""]
    assert "\x1b[31m" not in stream.getvalue() and max(len(p) for p in stream.getvalue().split("\r")) <= 40 + len("\x1b[K")


def test_short_work_shows_nothing_and_waits_for_nothing():
    stream, began = Terminal(), time.monotonic()
    with shown(stream) as stage:
        stage("reading")
    assert stream.getvalue() == "" and time.monotonic() - began < PATIENCE == 2


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_who_does_not_watch_starts_nothing(stream):
    before = threading.active_count()
    with shown(stream, 0) as stage:
        assert stage is quiet and threading.active_count() == before
        stage("reading")
    assert not stream or not stream.getvalue()


def test_a_terminal_that_cannot_erase_is_left_alone(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    with shown(Terminal(), 0) as stage:
        assert stage is quiet


def test_it_goes_also_where_the_work_fails_and_ends_no_work_itself():
    stream = Terminal()
    with pytest.raises(KeyboardInterrupt), shown(stream, 0.01) as stage:
        stage("reading")
        until(stream.getvalue)
        raise KeyboardInterrupt
    assert screen(stream.getvalue()) == [""]
    with shown(stream, 0.01) as stage:
        stage("reading")
        stream.close()
        time.sleep(0.05)


def run(folder, *arguments, **environment):
    """(stdout, what a terminal on stderr got) of a run whose C takes long to read."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", SLOW, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=theirs,
                               env={**os.environ, "PYTHONPATH": str(SITE_SCONS), **environment})
    os.close(theirs)
    got = b""
    try:
        while data := os.read(ours, 4096):
            got += data
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(ours)
    out = process.stdout.read().decode()
    process.wait()
    return out, got.decode()


def test_the_command_line_shows_it_on_stderr_before_what_it_says(tmp_path):
    write_folder(tmp_path / "gen", network([("P", 16, "0.hex")]), {"0.hex": b"\xaa" * 16})
    out, err = run(tmp_path, "share", "gen", "--output", "out")
    assert out.startswith("gen: L3 16 -> 16 B") and "\x1b" not in out
    assert "reading the C of gen, 0 s" in err and screen(err) == [""]
    (tmp_path / "gen/hex/0.hex").unlink()
    out, err = run(tmp_path, "share", "gen", "--output", "out", NO_COLOR="1")
    assert not out and screen(err.replace("\r\n", "\n")) == [
        "gen/Network.c:4: '0.hex' is loaded here, but there is no such file in hex/. Generate the network again, C and files "
        "together", ""]
    assert run(tmp_path, "share", "gen", "--output", "out", TERM="dumb", NO_COLOR="1")[1].startswith("gen/Network.c:4")
