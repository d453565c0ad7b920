"""The rows of the benchmark, each measured against its peers in the same run."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import made_folders
import measuring
import real_folders
from bench import REPOSITORY, SDK, Bench
from goals import Row, mebibytes, seconds
from measuring import Measured, Sample, in_turns
from real_folders import Real

sys.path.insert(0, str(REPOSITORY / "tests" / "scons"))
from parse_counts import Counts  # noqa: E402

LARGE, SMALL = 4_000_000, 300_000
"""Bytes of C from which on the goal for large networks is asked, and below which it is not asked for small ones either: there a
compiler does next to nothing, and what is measured is how two programs start."""


def against_compiler(bench: Bench, network: Real) -> list[Row]:
    """A clean share beside compiling the same C."""
    found = in_turns(bench.repeats, {
        "share": bench.clean(network.folder),
        "compiler": lambda _: bench.compile(network.folder)})
    case = f"clean share of {_named(network)} / compiling it"
    if network.code >= LARGE:
        return [_ratio(case, found, "share", "compiler", 0.25)]
    small = network.code >= SMALL
    return [_ratio(case, found, "share", "compiler", 0.5 if small else None),
            Row(f"clean share of {network.name}, the interpreter's start included", _spread(found["share"]),
                found["share"].seconds, 0.5 if small else None, " s", seconds(found["share"].cpu))]


def weights_changed(bench: Bench, network: Real) -> list[Row]:
    """Every file changed and no C, beside a clean share of the same."""
    folder, out = bench.copied(network.folder, "weights"), bench.work / "weights_out"
    bench.clean_share(folder, out)

    def changed(number: int) -> Sample:
        real_folders.retrain(folder, number)
        return bench.share(folder, out)

    found = in_turns(bench.repeats, {"weights": changed, "clean": bench.clean(folder, "clean")})
    real_folders.retrain(folder, bench.repeats)
    count = _parses(bench, folder, out)
    return [_ratio("weights changed, C unchanged / clean share", found, "weights", "clean", 0.10),
            Row("the same: pieces of C that are parsed", str(count), count, 0)]


def function_changed(bench: Bench, network: Real) -> list[Row]:
    """One function of the C changed, beside a clean share of the same."""
    rows = []
    kinds = {"number": ("a number changed in a function without L3", 0.25),
             "statement": ("a statement added to one that reads L3", None)}
    for kind, (words, limit) in kinds.items():
        folder, out = bench.copied(network.folder, kind), bench.work / f"{kind}_out"
        original = (folder / "Network.c").read_text()
        bench.clean_share(folder, out)

        def changed(number: int, folder=folder, out=out, original=original, change=real_folders.CHANGES[kind]) -> Sample:
            (folder / "Network.c").write_text(change(original, number))
            return bench.share(folder, out)

        found = in_turns(bench.repeats, {"changed": changed, "clean": bench.clean(folder, "clean")})
        rows.append(_ratio(f"one function of the C changed ({words}) / clean share", found, "changed", "clean", limit))
    return rows


def null_build(bench: Bench) -> list[Row]:
    """SCons where everything is up to date, with env.GapNetwork and with plain Program on the same C."""
    count = bench.sizes.networks
    projects = {}
    for name, text in (("shared", made_folders.SHARED), ("plain", made_folders.PLAIN)):
        projects[name] = made_folders.write_project(bench.work / f"scons_{name}", text, count, SDK, bench.package)
        _scons(bench, projects[name])

    def again(project: Path) -> Callable[[int], Sample]:
        def measured(_: int) -> Sample:
            sample = _scons(bench, project)
            if "up to date" not in sample.output:
                raise measuring.Failed(f"a build of what is up to date did something:\n{sample.output}")
            return sample
        return measured

    for project in projects.values():
        again(project)(0)
    found = in_turns(bench.repeats, {name: again(project) for name, project in projects.items()})
    more = found["shared"].seconds - found["plain"].seconds
    return [Row(f"null build with env.GapNetwork minus plain Program, {count} networks",
                f"{seconds(more)} ({seconds(found['shared'].seconds)} - {seconds(found['plain'].seconds)})", more, 0.15, " s",
                seconds(found["shared"].cpu - found["plain"].cpu))]


def files(bench: Bench, jdupes: str | None) -> list[Row]:
    """Many bytes in many files, with the C known already, beside copying the files and finding the duplicates."""
    count, total = bench.sizes.files, bench.sizes.files_bytes
    folder = made_folders.write_constants(bench.work / "files", count, total // count)
    known = bench.work / "files_known"
    bench.clean_share(folder, known)

    def share(*options: str) -> Callable[[int], Sample]:
        def measured(_: int) -> Sample:
            out = bench.work / "files_out"
            shutil.rmtree(out, ignore_errors=True)
            out.mkdir()
            shutil.copyfile(known / "analysis.json", out / "analysis.json")
            return bench.share(folder, out, *options)
        return measured

    shutil.copytree(known, bench.work / "files_counted")
    if _parses(bench, folder, bench.work / "files_counted"):
        raise measuring.Failed("C was parsed that is known")

    def copy(_: int) -> Sample:
        shutil.rmtree(bench.work / "copied", ignore_errors=True)
        return measuring.run(["cp", "-r", folder / "hex", bench.work / "copied"])

    peers = {"share": share(), "cp": copy, "hex": share("--hex")}
    if jdupes:
        peers["jdupes"] = lambda _: measuring.run([jdupes, "-q", "-r", folder / "hex"])
    found = in_turns(bench.repeats, peers)
    what = f"{mebibytes(total)} in {count:,} files, half duplicates: share without C work"
    rows = [_ratio(f"{what} / cp -r", found, "share", "cp", 1.5)]
    if jdupes:
        found["both"] = Measured(found["jdupes"].seconds + found["cp"].seconds, found["jdupes"].cpu + found["cp"].cpu, (0, 0), 0)
        rows.append(_ratio("the same / jdupes -r and cp -r", found, "share", "both", 1.0))
    return [*rows, _ratio("the same with --hex, which writes the files beside the image / cp -r", found, "hex", "cp", None)]


def growth_of_constants(bench: Bench) -> list[Row]:
    """Ten times the constants in the same bytes each."""
    few, many = bench.sizes.few, bench.sizes.many
    folders = {n: made_folders.write_constants(bench.work / f"constants_{n}", n, 64) for n in (few, many)}
    found = in_turns(bench.repeats, {str(n): bench.clean(folder) for n, folder in folders.items()})
    return [_ratio(f"{many:,} constants / {few:,} of the same bytes each", found, str(many), str(few), 11)]


def memory(bench: Bench, networks: Sequence[Real]) -> list[Row]:
    """The most memory that one run holds, with much C and many bytes of constants at once."""
    folder = bench.work / "memory" / "large"
    total = real_folders.gathered(networks, bench.sizes.code, folder)
    count, size = bench.sizes.files, bench.sizes.files_bytes // bench.sizes.files
    made_folders.write_files(folder / "hex", count, size, "more_")
    (folder / "More.c").write_text(made_folders.code([size] * count, "_more", "more_"))
    total += (folder / "More.c").stat().st_size
    found = in_turns(min(bench.repeats, 3), {"share": bench.clean(folder)})["share"]
    return [Row(f"peak memory, {total / 1e6:.1f} MB of C and {mebibytes(count * size)} of constants",
                f"{mebibytes(found.peak)} ({seconds(found.seconds)})", found.peak / (1 << 20), 300, " MB")]


def _parses(bench: Bench, folder: Path, out: Path) -> int:
    """Pieces of C that one more share into `out` parses."""
    counts = Counts(bench.work / "counts")
    measuring.run([sys.executable, "-m", "gapnet", "share", folder, "--output", out], counts.environment(bench.environment))
    return counts.take()["parse"]


def _scons(bench: Bench, project: Path) -> Sample:
    return measuring.run([sys.executable, "-m", "SCons", "-Q"], bench.environment, project)


def _named(network: Real) -> str:
    return f"{network.name} ({network.code / 1e6:.1f} MB of C)"


def _ratio(case: str, found: dict[str, Measured], one: str, other: str, limit: float | None) -> Row:
    value = found[one].seconds / found[other].seconds
    return Row(case, f"{value:.3g} ({seconds(found[one].seconds)} / {seconds(found[other].seconds)})", value, limit,
               cpu=f"{found[one].cpu / found[other].cpu:.3g} ({seconds(found[one].cpu)} / {seconds(found[other].cpu)})")


def _spread(found: Measured) -> str:
    return f"{seconds(found.seconds)} ({seconds(found.spread[0])} to {seconds(found.spread[1])})"
