"""Measure what the package promises about time and memory, beside the tools that do comparable work.

    python tests/benchmarks/run.py                            everything, on networks that Deeploy makes here
    python tests/benchmarks/run.py --network FOLDER ...       also on generated folders that are there already
    python tests/benchmarks/run.py --plot docs/growth.svg     also how time and memory grow with size, as a picture
    python tests/benchmarks/run.py --quick                    every case once and small, to see that the benchmark works

Exit status 1 where a goal is missed, 2 where nothing can be measured. What is missing on this machine is skipped, in words.
GAPNET_REAL_MODELS names more models for Deeploy, as for tests/real. GapNetwork's Python packages must be there: `.[scons]`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import cases
import growth
import inside_compiler
import machine
import real_folders
from bench import COMPILER, QUICK, Bench, Sizes
from goals import Row, Skipped, markdown, report, verdict
from measuring import Failed
from real_folders import Real

TYPICAL = 400_000
"""Bytes of C of a small network: the one that comes closest stands for them."""


def main() -> int:
    options = _options()
    load = os.getloadavg()
    for line in machine.lines(load):
        print(line, flush=True)
    with tempfile.TemporaryDirectory(prefix="gapnet-bench-", dir=options.work) as folder:
        bench = Bench(Path(folder), 1 if options.quick else options.repeats, QUICK if options.quick else Sizes())
        networks, missing = _networks(options, bench)
        for line in missing:
            print(f"left out: {line}")
        if not networks:
            print("no network to measure: give generated folders with --network", file=sys.stderr)
            return 2
        print("networks: " + ", ".join(f"{n.name} {n.code / 1e6:.1f} MB" for n in networks), flush=True)
        bench.prepare()
        rows = _rows(bench, networks)
        print(f"\nMedians of {bench.repeats}, peers in turns\n\n{report(rows, not options.quick)}\n", flush=True)
        print(_sharing(bench, networks), flush=True)
        if options.plot:
            options.plot.write_text(growth.picture(growth.measure(bench, networks)))
            print(f"\n{options.plot}: how time and memory grow")
    if options.quick:
        print("\nThis was --quick: no goal is asked of such figures")
        return 0
    status, said = verdict(rows)
    print("", *said, sep="\n")
    return status


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--network", action="append", default=[], type=Path, metavar="FOLDER",
                        help="a generated folder; may be repeated")
    parser.add_argument("--only-given", action="store_true", help="do not make networks with Deeploy")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="measure growth, too, and draw it")
    parser.add_argument("--quick", action="store_true", help="every case once, with small inputs")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="runs behind each median (%(default)s)")
    parser.add_argument("--work", type=Path, metavar="FOLDER", help="where the inputs lie; its disk is part of the measurement")
    options = parser.parse_args()
    if options.repeats < 1:
        parser.error("--repeats must be 1 or more")
    return options


def _networks(options: argparse.Namespace, bench: Bench) -> tuple[list[Real], list[str]]:
    """All networks, the smallest first, and what could not be had."""
    networks = [real_folders.given(folder) for folder in options.network]
    missing: list[str] = []
    if not options.only_given:
        models: list[str | Path] = [*real_folders.OWN, *real_folders.models_of_the_user()]
        made, missing = real_folders.made(models[:1] if options.quick else models, bench.work)
        networks += made
    networks.sort(key=lambda n: (n.code, n.name))
    return (networks[:1] if options.quick else networks), missing


def _rows(bench: Bench, networks: Sequence[Real]) -> list[Row | Skipped]:
    largest, typical = networks[-1], min(networks, key=lambda n: abs(n.code - TYPICAL))
    jdupes = machine.jdupes()
    rows: list[Row | Skipped] = []

    def measure(name: str, work: Callable[[], list[Row]], needs: str | None = None) -> None:
        if needs is not None and shutil.which(needs) is None:
            rows.append(Skipped(name, f"there is no {needs}"))
            return
        print(f"... {name}", file=sys.stderr, flush=True)
        try:
            rows.extend(work())
        except Failed as error:
            rows.append(Row(name, f"failed: {str(error).splitlines()[0][:80]}", 1, 0))
            print(error, file=sys.stderr)

    for network in dict.fromkeys((largest, typical)):
        measure(f"clean share of {network.name} / compiling it", partial(cases.against_compiler, bench, network), COMPILER)
    measure("weights changed", lambda: cases.weights_changed(bench, largest))
    measure("one function of the C changed", lambda: cases.function_changed(bench, largest))
    measure("null build", lambda: cases.null_build(bench), "gcc")
    measure("many files", lambda: cases.files(bench, jdupes))
    if jdupes is None:
        rows.append(Skipped("the same / jdupes -r and cp -r", "there is no jdupes"))
    measure("many constants", lambda: cases.growth_of_constants(bench))
    measure("peak memory", lambda: cases.memory(bench, networks))
    return rows


def _sharing(bench: Bench, networks: Sequence[Real]) -> str:
    """Bytes and files of every network, by each way of sharing."""
    lines = []
    for network in networks:
        out = bench.work / "out"
        bench.clean_share(network.folder, out)
        found = inside_compiler.outcomes(network.folder, out)
        lines.append([network.name, *(f"{o.constants:,} B, {o.files} files" for o in found.values())])
    return markdown(("network", *found), lines)


if __name__ == "__main__":
    sys.exit(main())
