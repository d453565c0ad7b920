"""What is fuzzed: per target one function from bytes to an outcome, and what must hold for any bytes.

A target gives an outcome that depends on nothing but the bytes; a clean refusal is one, too. It raises where a promise of the
package is broken: `InputError` is the only exception that bad input may cause. Nothing here needs atheris.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from _paths import HERE
from gapnet import (
    analysis,
    boot,
    diff,
    diff_listing,
    diff_markdown,
    flash,
    gate,
    image,
    layout,
    listing,
    record,
    relevance,
    verify,
    webpage,
)
from gapnet.analyse import analyse
from gapnet.cli import main
from gapnet.contents import digest_of
from gapnet.errors import InputError, InternalError, Mismatch
from gapnet.functions import function_table
from gapnet.inspection import inspect
from gapnet.recheck import recheck
from gapnet.share import MANIFEST, Network, Options, Result, share, share_together
from gapnet.share_command import _stale
from harness import split

HEX, FACTS, OPTIONS, FUNCTIONS = "hex/", "analysis.json", "options", "functions"


@cache
def _memory() -> Path:
    """A folder that lies in memory where there is such a file system, and is gone when the process ends."""
    shared = "/dev/shm"
    folder = tempfile.mkdtemp(prefix="gapnet-fuzz-", dir=shared if os.path.isdir(shared) else None)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def in_memory(name: str, data: bytes) -> Path:
    """A file that is there until the next one of its name."""
    path = _memory() / (name if re.fullmatch(r"[\w.]{1,99}", name, re.A) else digest_of(name.encode("utf-8", "surrogatepass")))
    path.write_bytes(data)
    return path


def files_of(data: bytes) -> dict[str, bytes]:
    """Files of a bundle, cut at `//// NAME` lines as the soundness tests write them; bytes without such a line are Network.c."""
    seen, _ = split(data.decode("latin-1"))
    files = {name: body.encode("latin-1") for name, body in seen.items()}
    return files or {"Network.c": data}


def sources_of(files: dict[str, bytes]) -> dict[str, bytes]:
    """The C and the headers of a bundle."""
    return {n: d for n, d in files.items() if n not in (FACTS, OPTIONS, FUNCTIONS) and not n.startswith(HEX)}


def hex_of(files: dict[str, bytes]) -> dict[str, Path]:
    """The files of `hex/` in a bundle."""
    return {n[len(HEX):]: in_memory(n, d) for n, d in files.items() if n.startswith(HEX)}


def refused(work: Callable[[], object]) -> object:
    """Outcome of some work, or what it was refused with."""
    try:
        return work()
    except InputError as error:
        return f"refused: {error}"


# --- the C alone ---

def c_source(data: bytes) -> object:
    """analyse: the order of files says nothing, and what is left out of a large program never makes it prove more."""
    sources = sources_of(files_of(data))
    lines = tuple(files_of(data).get(FUNCTIONS, b"").decode("latin-1").splitlines())
    found = refused(lambda: analysis.dump(analyse(sources, lines)))
    if _one_in(4, data):
        turned = dict(reversed(sources.items()))
        assert found == refused(lambda: analysis.dump(analyse(turned, lines))), "the order of files shows"
    if _one_in(3, data) and isinstance(found, bytes):
        small, relevance.SMALL = relevance.SMALL, 0
        try:
            fast = refused(lambda: analyse(sources, lines))
        finally:
            relevance.SMALL = small
        if isinstance(fast, analysis.Analysis):
            more = _proved(fast) - _proved(analysis.parse(found))
            assert not more, f"proved only where the rest is not read: {sorted(more)}"
    return found


def _proved(found: analysis.Analysis) -> set[tuple[str, str]]:
    return {(c.path, c.name) for c in found.constants if c.proved}


def _one_in(count: int, data: bytes) -> bool:
    """Whether bytes are among those that a costly check is made for; always the same answer."""
    return sum(data[::7]) % count == 0


# --- the whole way ---

def whole(data: bytes) -> object:
    """share: the judge agrees, all products can be read back, and the kept analysis gives the same as a new one."""
    files = files_of(data)
    sources, hex_files, options = sources_of(files), hex_of(files), options_of(files.get(OPTIONS, b""))
    try:
        result = share("net", sources, hex_files, options)
    except InputError as error:
        return f"refused: {error}"
    outputs = result.outputs()
    listing.as_text(json.loads(outputs[MANIFEST]))
    if result.image is not None:
        listed = [(f.name, f.data) for f in image.parse(result.image)]
        assert listed == list(result.plan.image), "the image holds something else than was planned"
        assert verify.read_image(result.image) == dict(listed), "the two readers of images differ"
    if _one_in(3, data):
        known = analysis.parse(analysis.dump(analyse(sources, options.functions)))
        again = share("net", dict(reversed(sources.items())), dict(reversed(hex_files.items())), options, known)
        assert again.outputs() == outputs, "a kept analysis gives other outputs"
    if _one_in(5, data):
        twice = [Network(name, sources, hex_files, options) for name in ("a", "b")]
        refused(lambda: share_together(twice, options).outputs())
    if _one_in(2, data):
        shipped = {n: in_memory(n, d) for n, d in result.files.items()}
        refused(lambda: share("net", result.sources, shipped, options).outputs())
    return outputs


def options_of(text: bytes) -> Options:
    """Options as a bundle writes them: lines `align N`, `no-share`, `no-verify`, `no-common`, and lines of the function table."""
    lines = text.decode("latin-1").splitlines()
    aligns = [int(n[6:]) for n in lines if n.startswith("align ") and n[6:].strip().isdecimal() and n.isascii() and len(n) < 12]
    functions = tuple(n for n in lines if "(" in n)
    return Options(functions, aligns[-1] if aligns else image.DEFAULT_ALIGN, "no-share" not in lines, "no-verify" not in lines,
                   "no-common" not in lines)


# --- what is read back from disk ---

def manifest(data: bytes) -> object:
    """inspect of a file, what a run reads from an earlier run's manifest, the judge alone beside it, and diff."""
    shown = refused(lambda: inspect(in_memory("file", data)))
    folder = _scratch()
    (folder / MANIFEST).write_bytes(data)
    for name, body in _small_network().items():
        for place in ("net", ""):
            (folder / place / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / place / name).write_bytes(body)
    stale = _stale(folder, {"Network.c"}, True)
    inside = [(folder / n).resolve().is_relative_to(folder.resolve()) for n in stale]
    assert all(inside), "a file outside the folder would be removed"
    try:
        same = refused(lambda: recheck([folder / "net"], folder))
    except Mismatch as error:
        same = str(error)
    if data[:1] == b"{" and isinstance(shown, str) and not shown.startswith("refused: "):
        with contextlib.suppress(LookupError, TypeError, AttributeError, ValueError, OverflowError):  # only for own manifests
            webpage.as_html(json.loads(data))
    return shown, stale, str(same).replace(str(folder), ""), refused(lambda: _differences(data))


def _differences(data: bytes) -> object:
    """diff from a manifest to a sound one and back, in all forms; from itself to itself nothing changes."""
    one, other = record.parse(data), record.record_of(_small_result().manifest)
    assert diff.compare(one, one).is_empty(), "a manifest differs from itself"
    forms = []
    for found in (diff.compare(one, other), diff.compare(other, one)):
        rules = gate.Rules(0, tuple({e.name for e in found.new.entries.values()}))
        broken = sorted(rules.broken(found))
        text, page = diff_listing.as_text(found), diff_markdown.as_markdown(found, broken)
        assert all(line.isprintable() for line in (*broken, *text.splitlines(), *page.split("\n"))), "a name moves the cursor"
        forms.append((text, page, json.dumps(diff.as_data(found)), broken))
    return forms


def _small_result() -> Result:
    small = _small_network()
    return share("net", {"Network.c": small["Network.c"]}, {"0.hex": in_memory("0.hex", small["hex/0.hex"])})


@cache
def _small_network() -> dict[str, bytes]:
    code = b"static float *W;\nvoid Init(void) {\n  W = cl_ram_malloc(16);\n  load_file_to_ram(W, \"0.hex\");\n}\n"
    hex_file = b"A" * 16
    result = share("net", {"Network.c": code}, {"0.hex": in_memory("0.hex", hex_file)})
    return {"Network.c": code, "hex/0.hex": hex_file, "readfs.img": result.image or b""}


def readfs(data: bytes) -> object:
    """Two readers of images: what both take is the same, what is built reads back."""
    listed = refused(lambda: [(f.name, f.data) for f in image.parse(data)])
    try:
        judged: object = verify.read_image(data)
    except InternalError as error:
        judged = f"refused: {error}"
    if isinstance(listed, list) and isinstance(judged, dict):
        assert dict(listed) == judged, "two readers show other bytes"
    if isinstance(judged, dict):
        assert isinstance(listed, list), f"the judge takes an image that the package does not: {listed}"
    if isinstance(listed, list):
        for align in (1, 8):
            built = refused(lambda align=align: image.build(listed, align))  # type: ignore[misc]
            if isinstance(built, bytes):
                assert [(f.name, f.data) for f in image.parse(built)] == listed
                assert verify.read_image(built) == dict(listed)
    return listed, judged


def flash_parts(data: bytes) -> object:
    """The readers behind flash images: an image, a partition table in CSV, a boot binary. What is built reads back."""
    spi = flash.geometry("spi", 4096, "1M")
    shown = refused(lambda: inspect(in_memory("file", data)))
    rows = refused(lambda: layout.read_csv(data, spi.block, "t.csv"))
    program = refused(lambda: boot.read_elf(data))
    if isinstance(rows, str) and isinstance(program, str):
        return shown, rows, program
    given = rows if isinstance(rows, list) else []
    boots = program if isinstance(program, boot.Program) and program.size < 1 << 20 else None
    built = refused(lambda: flash.build(given, {}, spi, boots))
    if isinstance(built, bytes):
        found = flash.parse(built)
        assert [p.name for p in found.partitions] == [r.name for r in given], "the table reads back in another way"
        assert (found.program is None) == (boots is None), "the program reads back in another way"
    return shown, rows, program, built


def facts(data: bytes) -> object:
    """share with an analysis.json from disk: it is told to be damaged, or the outputs are those of a new analysis."""
    files = files_of(data)
    try:
        known = analysis.parse(files.get(FACTS, b""))
    except ValueError:  # what the builder catches
        return "damaged"
    sources, hex_files = sources_of(files), hex_of(files)
    with_known = refused(lambda: share("net", sources, hex_files, analysis=known).outputs())
    if isinstance(with_known, dict):
        assert with_known == refused(lambda: share("net", sources, hex_files).outputs()), "a damaged analysis is believed"
    return with_known


# --- what a user types ---

def specs(data: bytes) -> object:
    """Lines of the function table, by themselves and as a network is read with them."""
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    table = refused(lambda: function_table(lines))
    if isinstance(table, str):
        return table
    files = files_of(own_functions())
    return refused(lambda: share("net", sources_of(files), hex_of(files), Options(tuple(lines))).outputs())


@cache
def own_functions() -> bytes:
    """A network whose functions only lines of the table explain."""
    return (HERE / "own_functions.c").read_bytes()


def command_line(data: bytes) -> object:
    """Arguments, one a line. They stay in a scratch folder: no root, no way up; an argument cannot hold a NUL."""
    given = data.decode("utf-8", "surrogateescape").split("\n")
    if any("\0" in a or ".." in a or re.search(r"^/|=/|^-\w*o/", a) for a in given):
        return "not tried"
    folder = _scratch()
    files = files_of(own_functions())
    for name, body in files.items():
        (folder / "net" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "net" / name).write_bytes(body)
    out, err, before = io.StringIO(), io.StringIO(), os.getcwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status: object = main(given)
            except SystemExit as end:  # argparse
                status = end.code
    finally:
        os.chdir(before)
    assert status in (0, 2), f"exit status {status}: {err.getvalue()}"
    assert status == 0 or err.getvalue().strip(), "refused without a word"
    assert {n: (folder / "net" / n).read_bytes() for n in files} == files, "the input was changed"
    return status, out.getvalue(), err.getvalue()


def _scratch() -> Path:
    """An empty folder, the same path each time in one process; `run.py` says where, and removes it."""
    folder = Path(os.environ.get("GAPNET_FUZZ_SCRATCH", tempfile.gettempdir())) / f"gapnet-fuzz-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def forget_scratch() -> None:
    """Remove the scratch folder."""
    shutil.rmtree(_scratch())


TARGETS: dict[str, Callable[[bytes], object]] = {
    "source": c_source, "share": whole, "manifest": manifest, "image": readfs, "flash": flash_parts, "facts": facts,
    "specs": specs, "arguments": command_line}
