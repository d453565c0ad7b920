"""env.GapReadfs: one readfs image for several networks and plain files.

A readfs has one flat name space, and every generator starts at 0.hex. The call groups the networks it is given: files whose names
clash get new ones, in the image and in the patched C, and what several of them hold lies in flash once and in L3 once.
"""

from pathlib import Path

from gapnet.options import IMAGE, MANIFEST, REPORT
from gapnet.writing import temporary_name, write_outputs
from SCons.Action import Action
from SCons.Builder import Builder
from SCons.Errors import UserError
from SCons.Node.FS import Dir
from SCons.Util import flatten

from . import settings, unfinished
from .actions import VERSIONS, literal, reported
from .baseline import baseline_of
from .builder import finish, scanner
from .group import Group
from .network import Network, Readfs


def gap_readfs(env, target=None, source=None, **arguments):
    """Build one image from networks and files: env.GapReadfs("build/readfs.img", [kws, vww], FILES=["labels.txt"]).

    source: Networks, as env.GapNetwork returns them, each with a name of its own. arguments: FILES, more files under their own
    names; options, see `settings.DEFAULTS`. Returns a Readfs. Raises UserError.
    """
    try:
        return _declare(env, target, source, arguments)
    except UserError as error:  # SCons would name a line of this file
        raise UserError(f"{settings.place_of_call(env)}: {error}") from None


def _declare(env, target, source, arguments):
    files = arguments.pop("FILES", [])
    env = env.Override(settings.overrides_of(env, arguments, "GapReadfs"))
    image = _image_node(env, target)
    members = _members(source)
    extra = _extra(env, files)
    options = settings.options_of(env)
    baseline = baseline_of(env, "GapReadfs")
    outputs = [image, *(image.dir.File(Path(image.name).stem + end) for end in (".manifest.json", ".report.html"))]
    key = ([m.facts.abspath for m in members], [n.abspath for n in extra], options, baseline.key())
    if image.has_builder():
        if getattr(image.attributes, "gapreadfs", None) != key:
            raise UserError(f"GapReadfs: {image} is already built from other networks or with other options")
        return Readfs(outputs)
    group = _grouped(env, members, extra, options, image)
    image.attributes.gapreadfs = key
    action = Action(reported(_build), _comment, varlist=["_GAPNETWORK_SIGNATURE"])
    builder = Builder(action=action, source_scanner=scanner())
    sources = [node for m in members for node in (*m.inputs.sources, m.facts)]
    builder(env, outputs, [*sources, *extra], _GAPNETWORK_SIGNATURE=_signature, _GAPNETWORK_MEMBER=members[0],
            _GAPNETWORK_BASELINE=baseline)
    unfinished.remake(env, image.dir, image.name, outputs)
    env.Clean(outputs, [image.dir.File(n) for n in (unfinished.mark_of(image.name), *(temporary_name(o.name) for o in outputs))])
    env.Alias("image", group.image)
    env.Alias("manifest", outputs[1])
    env.Alias("report", outputs[2])
    return Readfs(outputs)


def _image_node(env, target):
    nodes = [n.disambiguate() for n in env.arg2nodes(flatten([target]), env.fs.Entry) if n]
    if len(nodes) != 1 or isinstance(nodes[0], Dir):
        raise UserError(f"GapReadfs: the target must be one file, not {', '.join(map(str, nodes)) or 'an empty list'}")
    return env.File(nodes[0])


def _members(source):
    given = [source] if isinstance(source, Network) else list(source or [])
    wrong = next((item for item in given if not isinstance(item, Network)), None)
    if wrong is not None or not given:
        raise UserError(f"GapReadfs: give the networks that GapNetwork returned, not {wrong or 'an empty list'}; "
                        "more files go into FILES=[...]")
    members = [network[0].attributes.gapnetwork_member for network in given]
    for i, member in enumerate(members):
        if member in members[:i]:
            raise UserError(f"GapReadfs: {member.name} is given twice")
        if member.name in {m.name for m in members[:i]}:
            raise UserError(f"GapReadfs: two networks are called {member.name}; give one of them another GAPNETWORK_NAME")
    return members


def _extra(env, files):
    nodes = [n.disambiguate() for n in env.arg2nodes(flatten([files]), env.fs.Entry) if n]
    for i, node in enumerate(nodes):
        if isinstance(node, Dir):
            raise UserError(f"GapReadfs: {node} in FILES is a folder; give its files, as Glob(\"{node}/*\")")
        if node.name in {n.name for n in nodes[:i]}:
            raise UserError(f"GapReadfs: two files are called {node.name}; an image has one name space")
    return nodes


def _grouped(env, members, extra, options, image):
    """The group of these members; the actions of each depend on all."""
    taken = next((m for m in members if m.group.image is not None), None)
    if taken is not None:
        raise UserError(f"GapReadfs: {taken.name} is in the image {taken.group.image} already; its C can name the files of one "
                        "image only")
    group = Group(members, options, extra, image)
    for member in members:
        member.group = group
        others = [node for m in members if m is not member for node in (*m.inputs.sources, m.facts)]
        env.Depends(member.outputs, [*others, *extra])
    return group


def _signature(target, source, env, for_signature):
    return literal(VERSIONS, env["_GAPNETWORK_MEMBER"].group.signature(), env["_GAPNETWORK_BASELINE"].signature())


def _comment(target, source, env):
    line = env.get("GAPNETWORKCOMSTR")
    return f"Building the image {target[0]}" if line is None else env.subst(line, 1, target, source)


def _build(target, source, env):
    with settings.progress(env) as stage:
        result = env["_GAPNETWORK_MEMBER"].group.share(stage=stage)
    folder = Path(target[0].dir.get_abspath())
    products = {IMAGE: b""} | result.products()  # nothing loads a file: the target must exist all the same
    with unfinished.marked(folder, target[0].name):
        write_outputs(folder, {node.name: products[kind] for node, kind in zip(target, (IMAGE, MANIFEST, REPORT), strict=True)})
    finish(env, result.manifest, target[1], target[0].name)
