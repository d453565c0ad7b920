"""The two actions behind env.GapNetwork: one reads the C, one shares. A change of weights only needs the second.

Everything that is written is a declared target, and every input that decides a byte of it is a dependency: the C, the files
that the C loads (found by a scanner on what the first action wrote), the options, the order and names of all of them, and the
tool itself.
"""

import os
from pathlib import Path

import pycparser
import xxhash
from gapnet import __version__, analysis
from gapnet.errors import GapnetError, InputError
from gapnet.folder import HEX, write_outputs
from gapnet.plan import needed_files
from gapnet.report import as_text, summary
from gapnet.share import IMAGE, MANIFEST, REPORT, SOURCE_SUFFIXES, read_bytes, share
from SCons.Action import Action
from SCons.Builder import Builder
from SCons.Errors import BuildError, UserError
from SCons.Node.FS import Dir, File
from SCons.Scanner import Scanner
from SCons.Util import NodeList, flatten

from . import settings

ANALYSIS = "analysis.json"
_PACKAGE = Path(analysis.__file__).resolve().parent


class Network(NodeList):
    """What one call builds: all target nodes, and each by what it is for.

    dir: the target folder, for CPPPATH. sources, headers: patched C and its headers. image: the readfs image, an empty list
    where the network has no files. manifest, report: one node each.
    """

    def __init__(self, folder, nodes):
        super().__init__(nodes)
        self.dir = folder
        by_name = {n.name: n for n in nodes}
        self.sources = NodeList(n for n in nodes if n.name.endswith(".c"))
        self.headers = NodeList(n for n in nodes if n.name.endswith(SOURCE_SUFFIXES) and not n.name.endswith(".c"))
        self.image = by_name.get(IMAGE, NodeList())
        self.manifest, self.report = by_name[MANIFEST], by_name[REPORT]


def gap_network(env, target, source, **arguments):
    """Share a network's constants: patched C, headers, readfs image, manifest and report in the folder `target`.

    source: the generated folder (C, headers, hex/), or the nodes of its files where a builder of this build writes them.
    arguments: options, see `settings.DEFAULTS`, with or without their prefix. Returns a Network. Raises UserError.
    """
    env = env.Override(settings.overrides_of(arguments))
    chosen = settings.options_of(env)
    folder = _one_folder(env, target)
    sources, hex_nodes, hex_folder = _inputs(env, source)
    if any(node.dir is folder for node in sources):
        raise UserError(f"GapNetwork: source and target are the same folder, {folder}")
    name = str(env.get("GAPNETWORK_NAME") or folder.name)
    outputs = [folder.File(node.name) for node in sources]
    has_image = bool(hex_nodes) or bool(_names_in(hex_folder))
    outputs += [folder.File(n) for n in ([IMAGE] if has_image else []) + [MANIFEST, REPORT]]
    facts = folder.File(ANALYSIS)
    key = (name, chosen, [n.abspath for n in sources], hex_folder.abspath)
    if facts.has_builder():
        if getattr(facts.attributes, "gapnetwork", None) != key:
            raise UserError(f"GapNetwork: {folder} is already built from other sources or with other options; "
                            "give each call a target folder of its own")
        return Network(folder, [facts, *outputs])
    facts.attributes.gapnetwork = key
    setting = dict(_GAPNETWORK_OPTIONS=chosen, _GAPNETWORK_NAME=name, _GAPNETWORK_HEX=hex_folder,
                   _GAPNETWORK_NODES={n.name: n for n in hex_nodes}, _GAPNETWORK_INPUTS=_inputs_signature,
                   _GAPNETWORK_VERSIONS=f"{__version__} {pycparser.__version__} {xxhash.VERSION}")
    read, made = _builders()
    read(env, [facts], sources, **setting)
    made(env, outputs, [*sources, facts], **setting)
    env.Depends([facts, *outputs], [env.File(str(p)) for p in sorted([*_PACKAGE.glob("*.py"), _PACKAGE / "functions.txt",
                                                                     *Path(__file__).parent.glob("*.py")])])
    env.Alias("report", folder.File(REPORT))
    if has_image:
        env.Alias("image", folder.File(IMAGE))
    return Network(folder, [facts, *outputs])


# --- what a call is given ---

def _one_folder(env, target):
    targets = flatten([target])
    if len(targets) != 1 or not targets[0]:
        raise UserError("GapNetwork: give one target folder")
    found = targets[0] if isinstance(targets[0], Dir) else env.arg2nodes(targets, env.fs.Dir)[0]
    if not isinstance(found, Dir):
        raise UserError(f"GapNetwork: {found} is not a folder")
    return found


def _inputs(env, source):
    """C and header nodes, known nodes of loaded files, and the folder where files lie."""
    nodes = env.arg2nodes(flatten([source]), env.fs.Entry)
    sources, hex_nodes = [], []
    for node in nodes:
        node = node.disambiguate()
        if isinstance(node, Dir):
            sources += sorted((f for s in SOURCE_SUFFIXES for f in node.glob("*" + s)), key=lambda n: n.name)
        elif node.name.endswith(SOURCE_SUFFIXES):
            sources.append(node)
        else:
            hex_nodes.append(node)
    sources = list(dict.fromkeys(sources))
    code = [n for n in sources if n.name.endswith(".c")]
    if not code:
        raise UserError(f"GapNetwork: there is no .c file in {', '.join(map(str, nodes)) or 'an empty source list'}. If a builder "
                        "of this build writes it, give GapNetwork the builder's nodes")
    double = next((n.name for i, n in enumerate(sources) if n.name in {m.name for m in sources[:i]}), None)
    if double:
        raise UserError(f"GapNetwork: two sources are called {double}")
    return sources, hex_nodes, code[0].dir.Dir(HEX)


def _names_in(folder):
    """Names of the files of a folder, on disk or made by this build, in the source folder of a variant folder too."""
    names = {n for n, node in folder.entries.items() if isinstance(node, File) and node.is_derived()}
    for place in {folder.abspath, folder.srcnode().abspath}:
        if os.path.isdir(place):
            names |= {n for n in os.listdir(place) if folder.File(n).is_derived() or folder.File(n).srcnode().exists()}
    return sorted(names)


def _files(env):
    """Node of each file that can be loaded, by name."""
    folder = env["_GAPNETWORK_HEX"]
    return {n: folder.File(n) for n in _names_in(folder)} | env["_GAPNETWORK_NODES"]


def _path(node):
    return Path(node.rfile().get_abspath())


# --- actions ---

def _builders():
    """Builders of the two actions."""
    watched = ["_GAPNETWORK_OPTIONS", "_GAPNETWORK_NAME", "_GAPNETWORK_INPUTS", "_GAPNETWORK_VERSIONS"]
    read = Builder(action=Action(_reported(_analyse), _comment("Reading the C of"), varlist=watched))
    made = Builder(action=Action(_reported(_share), _comment("Sharing constants of"), varlist=watched),
                   source_scanner=Scanner(_loaded_files, name="gapnetwork", skeys=[".json"]))
    return read, made


def _comment(what):
    def text(target, source, env):
        line = env.get("GAPNETWORKCOMSTR")
        return f"{what} {source[0].dir}" if line is None else env.subst(line, 1, target, source)
    return text


def _inputs_signature(target, source, env, for_signature):
    """Names and order of all inputs: SCons compares contents pairwise and would not see equal files trade names."""
    return " ".join([n.name for n in source] + ["|"] + list(_files(env)))


def _loaded_files(node, env, path):
    """Files that the C loads, by what was read from the C; only those there are: the action says which one is missing."""
    if node.name != ANALYSIS or not node.exists() or "_GAPNETWORK_HEX" not in env:
        return []
    files = _files(env)
    try:
        needed = needed_files(analysis.parse(_path(node).read_bytes()), frozenset(files))
    except (OSError, ValueError, TypeError, KeyError):
        return []
    return [files[n] for n in needed if n in files]


def _reported(work):
    """An action whose faults are one line: the user's with place and cure, ours as ours."""
    def action(target, source, env):
        try:
            work(target, source, env)
        except GapnetError as error:
            by_name = {n.name: n for n in source}
            if error.path in by_name:
                error = type(error)(error.message, str(by_name[error.path].srcnode()), error.line, error.hint)
            ours = "" if error.exit_status == 2 else "a bug of gapnet, please report it: "
            raise BuildError(node=target[0], errstr=f"{ours}{error}", exitstatus=error.exit_status) from None
        except Exception as error:
            raise BuildError(node=target[0], exitstatus=70, errstr="a bug of gapnet, please report it: "
                             f"{type(error).__name__}: {error}") from None
    return action


def _sources(source):
    return {n.name: read_bytes(_path(n)) for n in source if n.name != ANALYSIS}


def _analyse(target, source, env):
    found = analysis.analyse(_sources(source), env["_GAPNETWORK_OPTIONS"].functions)
    write_outputs(Path(target[0].dir.abspath), {ANALYSIS: analysis.dump(found)})


def _share(target, source, env):
    facts = next(n for n in source if n.name == ANALYSIS)
    try:
        known = analysis.parse(_path(facts).read_bytes())
    except (ValueError, TypeError, KeyError):
        raise InputError("is damaged", str(facts), hint="Delete it and build again") from None
    files = {name: _path(node) for name, node in _files(env).items()}
    result = share(env["_GAPNETWORK_NAME"], _sources(source), files, env["_GAPNETWORK_OPTIONS"], known)
    outputs = result.outputs()
    declared = {n.name for n in target}
    if IMAGE in declared:
        outputs.setdefault(IMAGE, b"")  # nothing loads a file: the target must exist all the same
    write_outputs(Path(target[0].dir.abspath), {n: d for n, d in outputs.items() if n in declared})
    print(as_text(result.manifest) if settings.truth(env.get("GAPNETWORKVERBOSE")) else summary(result.manifest))
