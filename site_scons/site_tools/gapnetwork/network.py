"""What one call of env.GapNetwork takes and gives, as nodes of SCons."""

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from gapnet.errors import InputError
from gapnet.folder import HEX, HEX_HINT, SOURCE_SUFFIXES, not_a_folder
from gapnet.options import IMAGE, MANIFEST, REPORT
from gapnet.writing import MOVE
from SCons.Errors import UserError
from SCons.Node import up_to_date
from SCons.Node.FS import Dir
from SCons.Util import NodeList, flatten


class Network(NodeList):
    """All target nodes of one call, and each by what it is for."""

    @property
    def dir(self):
        """The target folder, for CPPPATH."""
        return self[0].dir

    @property
    def sources(self):
        """The patched C."""
        return NodeList(n for n in self if n.name.endswith(".c"))

    @property
    def headers(self):
        """The headers of the patched C."""
        return NodeList(n for n in self if n.name.endswith(SOURCE_SUFFIXES) and not n.name.endswith(".c"))

    @property
    def image(self):
        """The readfs image, an empty list where the network has no files. Where a builder of this build writes the C, only
        the build shows whether it loads any; the image is an empty file if it does not."""
        return self._named(IMAGE)

    @property
    def manifest(self):
        """manifest.json."""
        return self._named(MANIFEST)

    @property
    def report(self):
        """report.html."""
        return self._named(REPORT)

    def _named(self, name):
        return next((n for n in self if n.name == name), NodeList())


class Readfs(NodeList):
    """All target nodes of one call of env.GapReadfs: the image of several networks, its manifest and its report."""

    @property
    def image(self):
        """The readfs image."""
        return self[0]

    @property
    def manifest(self):
        """Its manifest, of all networks."""
        return self[1]

    @property
    def report(self):
        """Its report."""
        return self[2]


@dataclass(frozen=True)
class Inputs:
    """sources: nodes of C and headers. given: nodes of loaded files that the call names, by name. folder: where files lie."""

    sources: list
    given: dict
    folder: Dir

    @property
    def generated(self):
        """C and headers that a builder of this build writes."""
        return [n for n in self.sources if n.is_derived()]

    def names(self):
        """Name of each file that can be loaded. No file is looked at: a builder may be about to write it."""
        # Threads of -j get here, so the entries are copied in one step.
        names = {n for n, node in list(self.folder.entries.items())
                 if n not in (".", "..") and not isinstance(node, Dir) and node.is_derived()}
        for place in self._places():
            names |= {e.name for e in _entries_of(place) if e.is_file(follow_symlinks=False) or os.path.isfile(e)}
        return [*dict.fromkeys([*sorted(names), *self.given])]

    def file(self, name):
        """Node of one of them."""
        return self.given[name] if name in self.given else file_in(self.folder, name)

    def paths(self):
        """Path of each of them, and of what else the folder holds: reading it says what is wrong with it."""
        odd = {entry.name: Path(entry) for place in self._places() for entry in _entries_of(place)}
        return odd | {n: Path(self.file(n).rfile().get_abspath()) for n in self.names()}

    def _places(self):
        """Folders to look into: a variant folder holds copies of files that may be gone, unless its files are made there."""
        source = self.folder.srcnode().abspath
        return sorted({source, self.folder.abspath if self.generated else source})

    def has_files(self):
        """Whether there can be an image. What a builder of this build writes beside the C is not known before it has run."""
        return bool(self.generated or self.names())

    def looked_at_anew(self, nodes):
        """The same nodes, judged by what they are now: the builder that has just written the C may have written files beside
        it without saying so, after SCons first looked at them."""
        generated = self.generated
        for node in nodes if generated else ():
            if not node.is_derived():
                node.clear()
                node.reset_executor()  # one that SCons has done with has none, and a cache asks it once more
                if node.get_state() == up_to_date:
                    node.get_ninfo().update(node)
        return nodes


def target_folder(env, target):
    """Node of the one target folder of a call. Raises UserError."""
    targets = flatten([target])
    if len(targets) != 1 or not targets[0]:
        raise UserError(f"GapNetwork: give one target folder, not {', '.join(map(str, targets)) or 'an empty list'}")
    try:
        found = env.arg2nodes(targets, env.fs.Dir)[0].disambiguate()
    except TypeError:  # SCons knows it as a file already
        found = None
    if not isinstance(found, Dir):
        raise UserError(f"GapNetwork: the target {targets[0]} is a file; give a folder")
    return found


def inputs_of(env, source, former):
    """Inputs of a call. former: names of sources to assume for `scons -c` where they are gone. Raises UserError."""
    nodes = [n.disambiguate() for n in env.arg2nodes(flatten([source]), env.fs.Entry) if n]
    sources, files = [], []
    for node in nodes:
        if isinstance(node, Dir):
            sources += sorted({f for s in SOURCE_SUFFIXES for f in node.glob("*" + s)}, key=lambda n: n.name)
        elif node.name.endswith(SOURCE_SUFFIXES):
            sources.append(node)
        else:
            files.append(node)
    sources = list(dict.fromkeys(sources))
    code = [n for n in sources if n.name.endswith(".c")]
    if not code and env.GetOption("clean") and nodes:
        place = nodes[0] if isinstance(nodes[0], Dir) or nodes[0].get_executor() is None else nodes[0].dir
        place = place if isinstance(place, Dir) else place.dir
        return Inputs([place.File(n) for n in former], {}, place.Dir(HEX))
    if not code:
        for node in nodes:
            _check_file(node)
            _entries_of(node.srcnode().abspath)
        where = ", ".join(map(str, nodes)) or "an empty list of sources"
        raise UserError(f"GapNetwork: there is no .c file in {where}. If a builder of this build writes it, give GapNetwork "
                        "the builder's nodes")
    for kind in (sources, files):
        double = [n for n, count in Counter(node.name for node in kind).items() if count > 1]
        if double:
            raise UserError(f"GapNetwork: two sources are called {double[0]}")
    for node in sources:
        if not node.is_derived():
            _check_file(node)
    return Inputs(sources, {n.name: n for n in files}, _hex_folder(code[0].dir))


def _entries_of(place):
    """What lies in a folder on disk. Raises InputError."""
    try:
        with os.scandir(place) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", place) from None


def file_in(folder, name):
    """Node of a file in a folder, whatever its name: `#a` is not one from the top."""
    return folder.File(f"./{name}")


def target_file(folder, name):
    """Node of a file to be written. Raises UserError where a folder stands."""
    try:
        return file_in(folder, name)
    except TypeError:
        raise UserError(f"GapNetwork: {folder}/{name}: is a folder, but a file must be written there. {MOVE}") from None


def _hex_folder(folder):
    """Node of the folder of loaded files. Raises UserError where something else stands."""
    for place in {folder.abspath, folder.srcnode().abspath}:
        path = os.path.join(place, HEX)
        if os.path.lexists(path) and not os.path.isdir(path):
            raise UserError(f"GapNetwork: {folder.srcnode()}/{HEX}: {not_a_folder(path)}. {HEX_HINT}")
    return folder.Dir(HEX)


def _check_file(node):
    """Raise UserError for a source that SCons would wait for, or not find, without a word of why."""
    path = node.srcnode().abspath
    if os.path.islink(path) and not os.path.exists(path):
        raise UserError(f"GapNetwork: {node.srcnode()}: is a link that leads nowhere")
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise UserError(f"GapNetwork: {node.srcnode()}: is neither a file nor a folder")
