"""Networks that share an image and memory read what each of them reads alone, in whatever order they are linked and run."""

from __future__ import annotations

import itertools
import json
import re
import shutil
from pathlib import Path

import firmware
import pytest
from gapnet.cli import main
from gapnet.image import parse

A, B, C, D = (letter * 16 for letter in (b"\xaa", b"\xbb", b"\xcc", b"\xdd"))
TRAIN = {"0.hex": A, "1.hex": A, "2.hex": B, "3.hex": C}
INFER = {"0.hex": D, "1.hex": B, "2.hex": A}


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, Path]:
    train = firmware.network("Train", [("W", 16, "0.hex"), ("W_DUP", 16, "1.hex"), ("U", 13, "2.hex"), ("V", 16, "3.hex")])
    infer = firmware.network("Infer", [("V", 16, "0.hex"), ("U", 16, "1.hex"), ("W", 16, "2.hex")], "int8_t")
    return {"Train": firmware.write(tmp_path, "train", train, TRAIN), "Infer": firmware.write(tmp_path, "infer", infer, INFER)}


def shared(folders: dict[str, Path], out: Path, *options: str) -> dict[str, Path]:
    assert main(["share", *map(str, folders.values()), "-o", str(out), "--hex", *options]) == 0
    assert main(["verify", *map(str, folders.values()), str(out)]) == 0
    return {name: out / folder.name / "Network.c" for name, folder in folders.items()}


def alone(tmp_path: Path, folders: dict[str, Path], name: str) -> str:
    """What an untouched network reads."""
    folder = folders[name]
    return firmware.run(tmp_path / f"alone_{name}", [folder / "Network.c"], folder / "hex", [f"Init{name}", f"Run{name}"])[0]


ORDERS = [("Train",), ("Infer",), ("Train", "Infer"), ("Infer", "Train"), ("Train", "Infer", "Train")]


@pytest.mark.parametrize("flags", [(), ("-O2",), ("-O2", "-flto"), ("-fno-common", "-fdata-sections", "-Wl,--gc-sections")])
def test_every_network_reads_what_it_reads_alone(folders: dict[str, Path], tmp_path: Path, flags: tuple[str, ...]) -> None:
    sources = shared(folders, tmp_path / "out")
    expected = {name: alone(tmp_path, folders, name) for name in folders}
    for linked in itertools.permutations(sources.values()):
        for order in ORDERS:
            calls = [f"Init{name}" for name in order] + [f"Run{name}" for name in order]
            lines = firmware.run(tmp_path / "run", linked, tmp_path / "out" / "hex", calls, flags)
            assert lines[0] == "".join(expected[name] for name in order), order


def test_a_network_that_is_not_linked_is_not_needed(folders: dict[str, Path], tmp_path: Path) -> None:
    sources = shared(folders, tmp_path / "out")
    for name, path in sources.items():
        lines = firmware.run(tmp_path / "run", [path], tmp_path / "out" / "hex", [f"Init{name}", f"Run{name}"])
        assert lines[0] == alone(tmp_path, folders, name)


def test_without_the_new_names_the_second_network_reads_the_first_ones_weights(folders: dict[str, Path], tmp_path: Path) -> None:
    sources = shared(folders, tmp_path / "out")
    code = sources["Infer"].read_text()
    assert '"infer_0.hex"' in code
    sources["Infer"].write_text(code.replace('"infer_0.hex"', '"0.hex"'))
    lines = firmware.run(tmp_path / "run", [*sources.values()], tmp_path / "out" / "hex", ["InitInfer", "RunInfer"])
    assert lines[0] != alone(tmp_path, folders, "Infer")
    assert main(["verify", *map(str, folders.values()), str(tmp_path / "out")]) == 70


def test_memory_is_as_large_as_the_distinct_contents(folders: dict[str, Path], tmp_path: Path) -> None:
    sources = shared(folders, tmp_path / "out")
    calls = ["InitTrain", "InitInfer", "RunTrain", "RunInfer"]
    printed = firmware.run(tmp_path / "run", [*sources.values()], tmp_path / "out" / "hex", calls)[1]
    totals = json.loads((tmp_path / "out" / "manifest.json").read_text())["totals"]
    distinct = {A, B, C, D}
    assert totals["constant_bytes"] == {"before": 16 * 7 - 3, "after": sum(map(len, distinct)), "lower_bound": 64}
    assert totals["files"] == {"before": 7, "after": 4}
    assert (totals["l3_requested_bytes"]["after"], totals["file_loads"]["after"]) == (64, 4)
    assert printed == "64 bytes, 4 loads"


def test_common_memory_can_be_switched_off(folders: dict[str, Path], tmp_path: Path) -> None:
    sources = shared(folders, tmp_path / "out", "--no-common")
    assert all("gapnet_" not in path.read_text() for path in sources.values())
    totals = json.loads((tmp_path / "out" / "manifest.json").read_text())["totals"]
    assert totals["constant_bytes"]["after"] == 13 + 16 * 5
    assert totals["files"]["after"] == 4


def test_without_sharing_only_names_change(folders: dict[str, Path], tmp_path: Path) -> None:
    sources = shared(folders, tmp_path / "out", "--no-share")
    assert sources["Train"].read_bytes() == (folders["Train"] / "Network.c").read_bytes()
    changed = {re.sub(r"\d", "N", line) for line in sources["Infer"].read_text().splitlines()
               if line not in (folders["Infer"] / "Network.c").read_text().splitlines()}
    assert changed == {'  load_file_to_ram(Infer_V, "infer_N.hex");', '  load_file_to_ram(Infer_U, "infer_N.hex");',
                       '  load_file_to_ram(Infer_W, "infer_N.hex");'}


def test_a_second_run_over_the_output_changes_nothing(folders: dict[str, Path], tmp_path: Path) -> None:
    shared(folders, tmp_path / "out")
    again = {}
    for name, folder in folders.items():
        again[name] = tmp_path / "again" / folder.name
        shutil.copytree(tmp_path / "out" / folder.name, again[name])
        shutil.copytree(tmp_path / "out" / "hex", again[name] / "hex")
    sources = shared(again, tmp_path / "out2")
    for name, path in sources.items():
        assert path.read_bytes() == (again[name] / "Network.c").read_bytes()


def test_plain_files_come_along_under_their_names(folders: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "0.hex").write_bytes(b"labels")
    (tmp_path / "same.bin").write_bytes(B)
    shared(folders, tmp_path / "out", "--file", str(tmp_path / "0.hex"), "--file", str(tmp_path / "same.bin"))
    files = {f.name: f.data for f in parse((tmp_path / "out" / "readfs.img").read_bytes())}
    assert files == {"0.hex": b"labels", "same.bin": B, "train_0.hex": A, "3.hex": C, "infer_0.hex": D}


def test_a_name_that_cannot_change_and_is_taken_is_refused(folders: dict[str, Path], tmp_path: Path,
                                                           capsys: pytest.CaptureFixture[str]) -> None:
    for folder in folders.values():
        code = (folder / "Network.c").read_text()
        (folder / "Network.c").write_text(code + 'void log_text(const char *);\nvoid Log(void) { log_text("0.hex"); }\n')
    assert main(["share", *map(str, folders.values()), "-o", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == (
        "infer needs a file '0.hex' in the image, but another file of that name is in it already. Its name is not a plain "
        "literal of a load, so it cannot be changed: rename one of the two\n")
    assert not (tmp_path / "out").exists()


def test_networks_of_one_name_are_refused(folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "more" / "train"
    shutil.copytree(folders["Train"], other)
    assert main(["share", str(folders["Train"]), str(other), "-o", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == "two networks are called train. The folder's name is the network's name: rename one\n"


def test_an_error_names_the_file_of_its_network(folders: dict[str, Path], tmp_path: Path,
                                                capsys: pytest.CaptureFixture[str]) -> None:
    (folders["Infer"] / "hex" / "1.hex").unlink()
    assert main(["share", *map(str, folders.values()), "-o", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.startswith(f"{folders['Infer']}/Network.c:17: '1.hex' is loaded here")


def test_the_pair_that_training_generators_write(tmp_path: Path) -> None:
    """Two files with an Init each and one hex/; what the second takes over from the first is not its own to share."""
    train = firmware.network("Training", [("W", 16, "0.hex"), ("W_DUP", 16, "1.hex"), ("V", 16, "2.hex")])
    train = train.replace("void RunTraining", "float32_t *DeeployNetwork_input_7;\nvoid RunTraining").replace(
        "void InitTraining(void) {\n", "void InitTraining(void) {\n  DeeployNetwork_input_7 = cl_ram_malloc(16);\n"
        '  load_file_to_ram(DeeployNetwork_input_7, "3.hex");\n')
    optimizer = firmware.network("Optimizer", [("W", 16, "4.hex"), ("V", 16, "5.hex")])
    optimizer = optimizer.replace("void RunOptimizer", "extern float32_t *DeeployNetwork_input_7;\nvoid cl_ram_write();\n"
                                  "float32_t *DeeployOptNetwork_input_3;\nvoid RunOptimizer").replace(
        "void InitOptimizer(void) {\n", "void InitOptimizer(void) {\n  DeeployOptNetwork_input_3 = (float32_t *)"
        "DeeployNetwork_input_7;\n").replace("void RunOptimizer(void) {\n", "void RunOptimizer(void) {\n"
                                             "  cl_ram_write(DeeployOptNetwork_input_3, buffer, 16);\n")
    folder = firmware.write(tmp_path, "pair", train, {"0.hex": A, "1.hex": A, "2.hex": C, "3.hex": A, "4.hex": A, "5.hex": D})
    (folder / "Network.c").rename(folder / "TrainingNetwork.c")
    (folder / "OptimizerNetwork.c").write_text(optimizer)
    assert main(["share", str(folder), "-o", str(tmp_path / "out")]) == 0
    assert main(["verify", str(folder), str(tmp_path / "out")]) == 0
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    shared = {c["name"]: c["shared_with"] for c in manifest["networks"][0]["constants"]}
    assert shared == {"Optimizer_W": None, "Optimizer_V": None, "DeeployNetwork_input_7": None, "Training_W": "Optimizer_W",
                      "Training_W_DUP": "Training_W", "Training_V": None}
    assert manifest["totals"]["constant_bytes"]["after"] == 16 * 4  # A once, C, D, and what is trained


PLAIN = '  Infer_W = cl_ram_malloc(16);\n  load_file_to_ram(Infer_W, "2.hex");\n'


@pytest.mark.parametrize(("written", "common"), [
    (PLAIN, True),
    ('  Infer_W=cl_ram_malloc(16);load_file_to_ram(Infer_W,"2.hex");\n', True),
    ('  Infer_W = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 16);\n  load_file_to_ram((void *)Infer_W, "2" ".hex");\n', True),
    ('  Infer_W\n      = cl_ram_malloc(\n          16);\n\n\n  load_file_to_ram(\n      Infer_W, "2.hex");\n', True),
    (PLAIN.replace("\n", "\r\n"), True),
    ('  Infer_W /* = */ = cl_ram_malloc(16);\n  load_file_to_ram(Infer_W, "2.hex");\n', False),
    ('  Infer_W = cl_ram_malloc(16);  // = 16 bytes\n  load_file_to_ram(Infer_W, "2.hex");\n', False),
    ('  Infer_W = cl_ram_malloc(16);\n  (void)load_file_to_ram(Infer_W, "2.hex");\n', False),
    ('  Infer_W = cl_ram_malloc(16);\n  load_file_to_ram((Infer_W), "2.hex");\n', False),
    ('  Infer_W = cl_ram_malloc(16);\n#define NOTHING\n  load_file_to_ram(Infer_W, "2.hex");\n', False),
    ('  Infer_W = cl_ram_malloc(16);\n  ;\n  load_file_to_ram(Infer_W, "2.hex");\n', False),
    ('  if (1) {\n  Infer_W = cl_ram_malloc(16);\n  load_file_to_ram(Infer_W, "2.hex");\n  }\n', False),
])
def test_however_it_is_written(folders: dict[str, Path], tmp_path: Path, written: str, common: bool) -> None:
    """Statements that are not of the plain form keep their memory; all of them read what they read before."""
    path = folders["Infer"] / "Network.c"
    code = path.read_text()
    assert PLAIN in code
    path.write_bytes(code.replace(PLAIN, written).encode())
    sources = shared(folders, tmp_path / "out")
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert (next(c for c in manifest["networks"][1]["constants"] if c["name"] == "Infer_W")["common"] is not None) == common
    for order in (("Train", "Infer"), ("Infer", "Train")):
        calls = [f"Init{name}" for name in order] + [f"Run{name}" for name in order]
        lines = firmware.run(tmp_path / "run", [*sources.values()], tmp_path / "out" / "hex", calls)
        assert lines[0] == "".join(alone(tmp_path, folders, name) for name in order)


STARTS = ["\ufeff", "/* Licence */\n", "#line 7 \"other.c\"\n", "#pragma GCC poison zzz\n", "\n\n", "#define _GNU_SOURCE\n"]


@pytest.mark.parametrize("start", STARTS)
def test_however_the_file_begins(folders: dict[str, Path], tmp_path: Path, start: str) -> None:
    path = folders["Infer"] / "Network.c"
    path.write_bytes((start + path.read_text()).encode())
    sources = shared(folders, tmp_path / "out")
    assert sources["Infer"].read_bytes().startswith(b"\xef\xbb\xbf") == (start == "\ufeff")
    lines = firmware.run(tmp_path / "run", [*sources.values()], tmp_path / "out" / "hex", ["InitInfer", "RunInfer"], ["-w"])
    assert lines[0] == alone(tmp_path, folders, "Infer")
