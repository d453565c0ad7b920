"""The C that sharing writes for networks that Deeploy really generated, and a second run over it."""

import dataclasses
import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from gapnet import relevance
from gapnet.analyse import analyse
from gapnet.folder import read_folder
from gapnet.trees import Trees
from gapnet.unchanged import renewed
from network_reader import without_edits
from real_runs import controls, every_network, share

pytestmark = pytest.mark.real

SDK = Path(__file__).resolve().parent / "sdk"


@every_network
def test_nothing_else_changes(run):
    assert list(run.after.sources) == list(run.before.sources)
    for name, before in run.before.sources.items():
        left, right = without_edits(before, run.after.sources[name])
        assert left == right
    for header in run.before.folder.glob("*.h"):
        assert (run.after.folder / header.name).read_bytes() == header.read_bytes()


@every_network
def test_what_is_not_shared_keeps_its_words(run):
    shared = {c["name"] for c in run.listed if c["shared_with"] is not None}
    for name, source in run.before.sources.items():
        after = {kind: run.after.sources[name].of_kind(kind) for kind in ("malloc", "load", "alias")}
        for statement in source.statements:
            if statement.symbol not in shared:
                now = after[statement.kind][statement.symbol]
                head, _, tail = statement.text.rpartition(str(statement.value))
                assert now.text == f"{head}{now.value}{tail}"


@controls
def test_control_comes_out_as_it_went_in(run):
    for path in [*run.before.folder.glob("*.c"), *run.before.folder.glob("*.h")]:
        assert (run.after.folder / path.name).read_bytes() == path.read_bytes()
    assert run.image_files == run.files
    assert [c["shared_with"] for c in run.listed] == [None] * len(run.listed)


def compiler_complaints(folder):
    """Kinds of warnings with their number; fails where a file does not compile."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        pytest.skip("no C compiler")
    complaints = Counter()
    for source in sorted(folder.glob("*.c")):
        done = subprocess.run(
            [compiler, "-std=gnu11", "-c", "-Wall", "-Wextra", "-Werror=incompatible-pointer-types",
             "-Wno-implicit-function-declaration", f"-I{SDK}", str(source), "-o", os.devnull],
            text=True, capture_output=True, env={**os.environ, "LC_ALL": "C"})
        assert done.returncode == 0, done.stderr[-3000:]
        complaints.update(re.findall(r"\[-W([\w=-]+)\]", done.stderr))
    return complaints


@every_network
def test_patched_code_compiles_without_new_warnings(run):
    assert not compiler_complaints(run.after.folder) - compiler_complaints(run.before.folder)


# --- running it again -----------------------------------------------------------------------------

@every_network
def test_own_output_stays_as_it_is(run, tmp_path):
    again = share(run.after.folder, tmp_path / "again")
    for name in run.after.sources:
        assert (again / name).read_bytes() == (run.after.folder / name).read_bytes()
    if run.image:
        assert (again / "readfs.img").read_bytes() == run.image


@every_network
def test_same_input_same_output(run, tmp_path):
    again = share(run.before.folder, tmp_path / "again")
    for path in run.after.folder.rglob("*"):
        if path.is_file():
            assert (again / path.relative_to(run.after.folder)).read_bytes() == path.read_bytes(), path.name


@every_network
def test_line_endings_are_kept(run, tmp_path):
    def crlf(data):
        return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")

    source = tmp_path / "source"
    shutil.copytree(run.before.folder, source)
    for path in [*source.glob("*.c"), *source.glob("*.h")]:
        path.write_bytes(crlf(path.read_bytes()))
    out = share(source, tmp_path / "out")
    for path in [*run.after.folder.glob("*.c"), *run.after.folder.glob("*.h")]:
        assert (out / path.name).read_bytes() == crlf(path.read_bytes())


@every_network
def test_reading_less_proves_the_same(run, monkeypatch):
    sources, _ = read_folder(run.before.folder)
    full = dataclasses.replace(analyse(sources, whole=True), marks=())
    monkeypatch.setattr(relevance, "SMALL", 0)
    assert dataclasses.replace(analyse(sources), marks=()) == full
    monkeypatch.setattr(Trees, "tree", lambda *arguments: None)
    assert dataclasses.replace(analyse(sources, whole=True), marks=()) == full


@every_network
def test_a_number_elsewhere_proves_the_same(run, monkeypatch):
    monkeypatch.setattr(relevance, "SMALL", 0)
    sources, _ = read_folder(run.before.folder)
    former, renewals = analyse(sources), 0
    numbers = list(re.finditer(rb"(?<![\w.])[1-9]\d*(?![\w.])", sources["Network.c"]))
    for number in numbers[::max(1, len(numbers) // 20)]:
        code = sources["Network.c"]
        changed = sources | {"Network.c": code[:number.start()] + b"12345" + code[number.end():]}
        found = renewed(former, changed)
        if found is not None:
            renewals += 1
            assert found == analyse(changed)
    assert renewals
