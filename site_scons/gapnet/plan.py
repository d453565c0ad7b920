"""What becomes of each constant and each file of a firmware: nothing of C, and nothing of formats.

Flash: equal bytes are stored once, whatever RAM may do, and no two files have one name. For RAM see `memory`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .analysis import Analysis, Constant, LocalLoad
from .contents import Content, distinct
from .errors import InputError
from .memory import Placed, share_memory
from .naming import Names
from .needed import may_be_built, natural

PADDING = 4
"""Files are padded with zeros to a multiple of this, allocations are not."""
_OTHER_RUN = "C and files are from different runs of the generator: generate both again, into an empty folder"


@dataclass(frozen=True)
class Part:
    """One network of a firmware. files: bytes of every file in `needed_files(analysis, names)`; names: all files there are;
    share: off leaves every allocation as it is, and of its files only changes names that clash."""

    name: str
    analysis: Analysis
    files: Mapping[str, bytes]
    names: frozenset[str]
    share: bool = True


@dataclass(frozen=True)
class Plan:
    """One network's share. placed: per constant, in program order. local: the file that serves each load into L1 or L2. image:
    (name, bytes) of the files it needs, in the order of the image. pinned: names that the program uses in another way and that
    stay. loaded: every name that the untouched program loads, with its content. stale: files that nothing loads."""

    name: str
    analysis: Analysis
    placed: tuple[Placed, ...]
    local: tuple[tuple[LocalLoad, str], ...]
    image: tuple[tuple[str, bytes], ...]
    pinned: tuple[str, ...]
    loaded: dict[str, Content]
    stale: tuple[str, ...]

    def loads(self) -> list[tuple[str, str, int]]:
        """(file, path, line) of every load of the untouched program."""
        return _loads(self.analysis)


@dataclass(frozen=True)
class Firmware:
    """plans: one per network. image: (name, bytes) of every file, the same object for equal bytes. extra: names of the files that
    no network brought."""

    plans: tuple[Plan, ...]
    image: tuple[tuple[str, bytes], ...]
    extra: tuple[str, ...] = ()


def make_plan(analysis: Analysis, files: Mapping[str, bytes], names: frozenset[str], share: bool = True) -> Plan:
    """Plan for one network alone, see `plan_firmware`."""
    return plan_firmware([Part("", analysis, files, names, share)]).plans[0]


def plan_firmware(parts: Sequence[Part], across: bool = True, extra: Mapping[str, bytes] | None = None) -> Firmware:
    """Plan for the networks of one firmware, which are loaded from one image.

    across: whether Init functions may have memory in common. extra: more files of the image by name, as they are. Raises
    InputError for a file that is missing or larger than what it is loaded into, and for two files of one name where neither can
    have another.
    """
    extra = extra or {}
    parts = [replace(p, analysis=without_dead(p.analysis, p.names)) for p in parts]
    for part in parts:
        _check(part, f"{part.name}/" if len(parts) > 1 else "")
    contents = distinct({**{("", n): d for n, d in extra.items()},
                         **{(p.name, n): d for p in parts for n, d in p.files.items()}})
    own = {p.name: {n: contents[p.name, n] for n in p.files} for p in parts}
    drafts = share_memory({p.name: (p.analysis, p.share) for p in parts}, own, across)
    names = Names()
    for name in extra:
        names.reserve(name, contents["", name], "the image")
    names.absent.update((s, p.name) for p in parts for s in p.analysis.strings if s not in p.names and s not in extra)
    pinned = {p.name: _pinned(p) for p in parts}
    for part in parts:
        for name in pinned[part.name]:
            names.reserve(name, own[part.name][name], part.name or "the network")
    plans = tuple(_plan(p, drafts[p.name], own[p.name], pinned[p.name], names) for p in parts)
    image = {name: contents["", name].data for name in extra}
    for plan in plans:
        image.update({n: d for n, d in plan.image if n not in image})
    return Firmware(plans, tuple(image.items()), tuple(extra))


def _check(part: Part, place: str) -> None:
    for file, path, line in _loads(part.analysis):
        if file not in part.files:
            raise InputError(f"{file!r} is loaded here, but there is no such file in hex/", place + path, line,
                             "Generate the network again, C and files together")
    for constant in part.analysis.constants:
        _check_size(constant, part.files[constant.file], place)


def _pinned(part: Part) -> list[str]:
    """Names that must stay: the program uses them in another way than a plain literal of a load."""
    analysis = part.analysis
    everything: list[Constant | LocalLoad] = [*analysis.constants, *analysis.local]
    loaded = {item.file for item in everything}
    built, strings = may_be_built(analysis, part.names), frozenset(analysis.strings)
    return natural({n for n in part.files if n not in loaded or n in strings or built}
                   | {item.file for item in everything if item.literal is None})


def _plan(part: Part, draft: list[Placed], contents: Mapping[str, Content], pinned: list[str],
          names: Names) -> Plan:
    """A network's plan, once it is known what its memory becomes: the files that fill it."""
    analysis = part.analysis
    everything: list[Constant | LocalLoad] = [*analysis.constants, *analysis.local]
    own = [p.constant for p in draft if p.survivor is None or p.common is not None]
    served: dict[str, str] = {}
    loaded_after: list[Constant | LocalLoad] = [*own, *analysis.local]
    for item in loaded_after if part.share else everything:
        if item.literal is None:
            served[item.file] = item.file
        elif item.file not in served:
            served[item.file] = names.serve(part.name, item.file, contents[item.file], part.share)
    by_content = {contents[file]: name for file, name in served.items()}
    placed = tuple(replace(p, image_file=by_content[p.content] if p.survivor and p.common is None
                           else served[p.constant.file]) for p in draft)
    local = tuple((item, served[item.file] if item.literal else item.file) for item in analysis.local)
    order = dict.fromkeys([p.image_file for p in placed if p.survivor is None or p.common is not None]
                          + [name for _, name in local])
    order.update(dict.fromkeys(pinned))
    image = tuple((name, names.taken[name].data) for name in order)
    loaded = {item.file: contents[item.file] for item in everything}
    stale = tuple(natural(part.names - set(loaded) - set(order)))
    return Plan(part.name, analysis, placed, local, image, tuple(pinned), loaded, stale)


def _loads(analysis: Analysis) -> list[tuple[str, str, int]]:
    everything: list[Constant | LocalLoad] = [*analysis.constants, *analysis.local]
    return [(c.file, c.path, c.line) for c in everything]


def without_dead(analysis: Analysis, names: frozenset[str]) -> Analysis:
    """The analysis without loads that no compiler sees and whose files are not there; where there is a file, it is kept."""
    def counts(item: Constant | LocalLoad) -> bool:
        return not item.dead or item.file in names

    return replace(analysis, constants=tuple(filter(counts, analysis.constants)), local=tuple(filter(counts, analysis.local)))


def _check_size(constant: Constant, data: bytes, place: str) -> None:
    """Raise InputError where a file cannot be what it is loaded into."""
    name, file, size, path = constant.name, constant.file, len(data), place + constant.path
    if constant.bytes is None:
        if constant.room is not None and size > max(0, _padded(constant.room)):
            raise InputError(f"{file!r} has {size} bytes, but {name} has {max(0, constant.room)} left in {constant.arena}",
                             path, constant.line, _OTHER_RUN)
        return
    if not 0 <= constant.bytes < 1 << 32:
        raise InputError(f"{name} is allocated with {constant.bytes} bytes", path, constant.allocated,
                         "Mend the C: a size is at least 1 and has 32 bits")
    if constant.bytes and size > _padded(constant.bytes):
        what = f"{file!r} has {size} bytes, but {name} is allocated with {constant.bytes}"
        hint = _OTHER_RUN
        lines = data.count(b"\n")
        if lines == data.count(b"\r\n") and size - lines == _padded(constant.bytes):
            what += f": a CR was put before each of its {lines} LF bytes"
            hint = "A tool took it for text: say '*.hex binary' in .gitattributes or copy it in binary mode, and generate again"
        raise InputError(what, path, constant.allocated, hint)
    if constant.bytes and not size:
        raise InputError(f"{file!r} is empty, but {name} is allocated with {constant.bytes}", path, constant.allocated,
                         "The generator was stopped, or its disk was full: generate again")


def _padded(size: int) -> int:
    return -(-size // PADDING) * PADDING
