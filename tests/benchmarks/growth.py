"""Time and memory against size, measured and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import made_folders
import real_folders
from bench import Bench
from measuring import in_turns
from real_folders import Real

COUNTS = (100, 300, 1000, 2000, 3000)


@dataclass(frozen=True)
class Point:
    """One input. size: constants, or bytes of C; seconds of all cores and peak bytes of a clean share."""

    size: float
    seconds: float
    peak: int


@dataclass(frozen=True)
class Growth:
    """By number of constants, and by size of the C."""

    constants: tuple[Point, ...]
    code: tuple[Point, ...]


def measure(bench: Bench, networks: Sequence[Real]) -> Growth:
    """Clean shares of inputs of growing size: constants of 64 bytes, and C of real networks, one or several in a folder."""
    scale = bench.sizes.many / COUNTS[-1]
    folders = {}
    for count in COUNTS:
        number = max(2, int(count * scale))
        folders["constants", float(number)] = made_folders.write_constants(bench.work / f"grown_{number}", number, 64)
    for network in networks:
        folders["code", float(network.code)] = network.folder
    for factor in (0.4, 0.7, 1.4):
        folder = bench.work / f"gathered_{factor}"
        folders["code", float(real_folders.gathered(networks, int(bench.sizes.code * factor), folder))] = folder
    found = in_turns(min(bench.repeats, 3), {f"{kind} {size}": bench.clean(folder) for (kind, size), folder in folders.items()})
    points: dict[str, list[Point]] = {"constants": [], "code": []}
    for kind, size in sorted(folders):
        of = found[f"{kind} {size}"]
        points[kind].append(Point(size, of.cpu, of.peak))
    return Growth(tuple(points["constants"]), tuple(points["code"]))


# --- the picture --------------------------------------------------------------------------------------

WIDTH, HEIGHT = 340, 190
LEFT, TOP, GAP = 62, 44, 88
STYLE = """\
text { font: 13px system-ui, sans-serif; fill: #1f2328 } .small { font-size: 12px; fill: #59636e }
.axis { stroke: #59636e; fill: none } .grid { stroke: #d1d9e0; fill: none }
.line { stroke: #0969da; stroke-width: 2; fill: none } .dot { fill: #0969da }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .small { fill: #9198a1 } .axis { stroke: #9198a1 } .grid { stroke: #3d444d }
.line { stroke: #4493f8 } .dot { fill: #4493f8 } }"""


def picture(growth: Growth) -> str:
    """An SVG of four plots: time and peak memory, by constants and by C. Readable on light and on dark pages."""
    panels = []
    columns = ((growth.constants, 1, "constants of 64 bytes"), (growth.code, 1e6, "MB of C"))
    for column, (points, unit, label) in enumerate(columns):
        left = LEFT + column * (WIDTH + GAP)
        sizes = [p.size / unit for p in points]
        panels += [_panel(left, TOP, sizes, [p.seconds for p in points], label, "seconds of CPU time"),
                   _panel(left, TOP + HEIGHT + GAP, sizes, [p.peak / (1 << 20) for p in points], label, "MB at most")]
    width, height = 2 * WIDTH + GAP + LEFT + 24, 2 * HEIGHT + GAP + TOP + 48
    title = "Time and peak memory of a clean share, against the number of constants and the size of the C"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" aria-labelledby="title">\n<title id="title">{title}</title>\n<style>{STYLE}</style>\n'
            + "\n".join(panels) + "\n</svg>\n")


def _panel(left: int, top: int, xs: Sequence[float], ys: Sequence[float], label: str, title: str) -> str:
    x_step, y_step = _step(max(xs)), _step(max(ys))
    x_end, y_end = _ceiling(max(xs), x_step), _ceiling(max(ys), y_step)

    def at(x: float, y: float) -> tuple[float, float]:
        return round(left + x / x_end * WIDTH, 1), round(top + HEIGHT - y / y_end * HEIGHT, 1)

    parts = [f'<text x="{left}" y="{top - 14}">{title}</text>',
             f'<text class="small" x="{left + WIDTH}" y="{top + HEIGHT + 38}" text-anchor="end">{label}</text>']
    for i in range(round(y_end / y_step) + 1):
        _, y = at(0, i * y_step)
        parts.append(f'<path class="{"grid" if i else "axis"}" d="M{left} {y}H{left + WIDTH}"/>'
                     f'<text class="small" x="{left - 8}" y="{y + 4}" text-anchor="end">{i * y_step:,g}</text>')
    for i in range(round(x_end / x_step) + 1):
        x, _ = at(i * x_step, 0)
        parts.append(f'<text class="small" x="{x}" y="{top + HEIGHT + 18}" text-anchor="middle">{i * x_step:,g}</text>')
    places = [at(x, y) for x, y in zip(xs, ys)]
    parts.append(f'<path class="line" d="M{" L".join(f"{x} {y}" for x, y in places)}"/>')
    parts += [f'<circle class="dot" cx="{x}" cy="{y}" r="3.5"><title>{a:,.6g} {label}: {b:.3g} {title}</title></circle>'
              for (x, y), a, b in zip(places, xs, ys)]
    return "\n".join(parts)


def _step(largest: float) -> float:
    """Distance of the marks of an axis: 1, 2 or 5 times a power of ten, at most six of them."""
    step = 1e-3
    for factor in (2, 2.5, 2) * 10:
        if largest / step <= 6:
            break
        step *= factor
    return float(f"{step:.3g}")


def _ceiling(largest: float, step: float) -> float:
    return step * -(-largest // step)
