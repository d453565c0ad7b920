"""env.GapFlashImage: one action that puts partitions, a partition table and a boot binary into a flash image.

Contents, table and boot binary are sources; what else decides a byte (the options, what was asked for each partition, the names
and the order of the files of a readfs partition) is in the signature of the action.
"""

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from gapnet import flash, image
from gapnet.boot import read_elf
from gapnet.errors import InputError
from gapnet.folder import read_bytes
from gapnet.layout import COLUMNS, read_csv, row_of
from gapnet.writing import temporary_name, write_outputs
from SCons.Action import Action
from SCons.Builder import Builder
from SCons.Errors import UserError
from SCons.Node import NodeList
from SCons.Node.FS import Dir
from SCons.Util import flatten, is_Dict, is_List, is_Tuple

from . import settings, unfinished
from .actions import VERSIONS, literal, path_of, reported
from .network import Network, Readfs

CONTENT = "content"
ALIAS = "flash_image"


@dataclass(frozen=True)
class Content:
    """What a partition holds. nodes: one image, or, where is_files, the files of a readfs image that is to be made."""

    nodes: list
    is_files: bool


@dataclass(frozen=True)
class Plan:
    """One call. rows: partitions, unless a table has them. contents: by name of the partition. table, boot: nodes or None."""

    geometry: flash.Geometry
    align: int
    rows: tuple
    contents: dict
    table: object
    boot: object

    @property
    def nodes(self):
        """All sources."""
        return [n for n in (self.table, self.boot) if n is not None] + [n for c in self.contents.values() for n in c.nodes]

    def signature(self):
        """What decides the image beside the contents of the sources."""
        names = [(name, [n.name for n in c.nodes] if c.is_files else None) for name, c in self.contents.items()]
        rows = [replace(row, path=None, line=None) for row in self.rows]  # a call that moves in its SConstruct builds nothing
        return literal(VERSIONS, self.geometry, self.align, rows, names, self.table is None, self.boot is None)


def gap_flash_image(env, target=None, source=None, **arguments):
    """Build a flash image: env.GapFlashImage("build/flash.img", {"readfs": net.image}, BOOT_LOADER=app).

    source: what each partition holds, by its name: a node or path of an image, what a builder of one returned, a Network, a list
    of files for a readfs image of them, None for nothing, or a dict of "content", "type", "subtype", "offset", "size", "flags";
    or else a table in CSV.
    arguments: options, see `settings.DEFAULTS`, with or without their prefix. Returns the node in a list. Raises UserError.
    """
    try:
        return _declare(env, target, source, arguments)
    except UserError as error:  # SCons would name a line of this file
        raise UserError(f"{settings.place_of_call(env)}: {error}") from None


def _declare(env, target, source, arguments):
    env = env.Override(settings.overrides_of(env, arguments, "GapFlashImage"))
    node = _one_file(env, target, "the target")
    plan = _plan(env, source)
    key = (plan.signature(), [n.abspath for n in plan.nodes])
    if node.has_builder():
        if getattr(node.attributes, "gapflash", None) != key:
            raise UserError(f"GapFlashImage: {node} is already built from other sources or with other options")
        return NodeList([node])
    if node in plan.nodes:
        raise UserError(f"GapFlashImage: {node} is a source and the target")
    node.attributes.gapflash = key
    action = Action(reported(_build), _comment, varlist=["_GAPNETWORK_SIGNATURE"])
    made = Builder(action=action)(env, [node], plan.nodes, _GAPNETWORK_FLASH=plan, _GAPNETWORK_SIGNATURE=_signature)
    unfinished.remake(env, node.dir, node.name, made)
    env.Clean(made, [node.dir.File(n) for n in (temporary_name(node.name), unfinished.mark_of(node.name))])
    env.Alias(ALIAS, made)
    return made


# --- what a call asks for ---

def _plan(env, source):
    geometry, align = settings.flash_of(env), settings.align_of(env)
    table = env.get("GAPNETWORK_PARTITION_TABLE") or None
    if source is not None and not is_Dict(source):
        if table:
            raise UserError("GapFlashImage: two partition tables are given; what partitions hold is given as a dict")
        table, source = source, {}
    boot = env.get("GAPNETWORK_BOOT_LOADER") or None
    table = table and _one_file(env, table, "the partition table")
    boot = boot and _one_file(env, boot, "the boot binary")
    contents, rows = {}, []
    for name, value in (source or {}).items():
        fields = {k: v for k, v in value.items() if k != CONTENT} if is_Dict(value) else {}
        unknown = sorted(set(fields) - set(COLUMNS[1:]))
        if unknown:
            raise UserError(f"GapFlashImage: partition {name!r} has no field {unknown[0]!r}; it has {CONTENT}, "
                            f"{', '.join(COLUMNS[1:])}")
        if fields and table:
            raise UserError(f"GapFlashImage: {', '.join(fields)} of partition {name!r} must stand in the partition table {table}")
        held = value.get(CONTENT) if is_Dict(value) else value
        if held is not None:
            contents[str(name)] = _content(env, name, held)
            if contents[str(name)].is_files or isinstance(held, (Network, Readfs)):
                fields.setdefault("subtype", "readfs")
        if not table:
            rows.append(_row(env, name, fields, geometry.block))
    if not table and not rows and not boot:
        raise UserError("GapFlashImage: give what partitions hold, as {\"readfs\": net.image}, or a partition table in CSV")
    return Plan(geometry, align, tuple(rows), contents, table, boot)


def _row(env, name, fields, block):
    path, line = settings.place_of_call(env).rsplit(":", 1)
    try:
        return replace(row_of({"name": name, **fields}, block), path=path, line=int(line))
    except InputError as error:
        raise UserError(f"GapFlashImage: {error}") from None


def _content(env, name, value):
    if isinstance(value, (Network, Readfs)):
        if not value.image:
            raise UserError(f"GapFlashImage: the network for partition {name!r} has no files; leave the partition out")
        return Content([value.image], False)
    is_built = isinstance(value, NodeList) and len(value) == 1  # what a builder of one target returns
    is_files = (is_List(value) or is_Tuple(value)) and not is_built
    if is_files and any(isinstance(v, Network) for v in value):
        raise UserError(f"GapFlashImage: partition {name!r} is given a network in a list; give the network alone")
    nodes = [n.disambiguate() for n in env.arg2nodes(flatten([value]), env.fs.Entry)]
    folder = next((n for n in nodes if isinstance(n, Dir)), None)
    if not nodes or folder is not None:
        what = "an empty list" if folder is None else f"the folder {folder}"
        raise UserError(f"GapFlashImage: partition {name!r} is given {what}; give a file, or a list of files")
    return Content(nodes, is_files)


def _one_file(env, value, what):
    nodes = [n.disambiguate() for n in env.arg2nodes(flatten([value]), env.fs.Entry) if n]
    if len(nodes) != 1 or isinstance(nodes[0], Dir):
        raise UserError(f"GapFlashImage: {what} must be one file, not {', '.join(map(str, nodes)) or 'an empty list'}")
    return nodes[0]


# --- what SCons asks ---

def _signature(target, source, env, for_signature):
    return env["_GAPNETWORK_FLASH"].signature()


def _comment(target, source, env):
    line = env.get("GAPNETWORK_FLASHCOMSTR")
    return f"Building the flash image {target[0]}" if line is None else env.subst(line, 1, target, source)


# --- the action ---

def _build(target, source, env):
    plan = env["_GAPNETWORK_FLASH"]
    rows, program = list(plan.rows), None
    if plan.table is not None:
        rows = read_csv(read_bytes(path_of(plan.table)), plan.geometry.block, _shown(plan.table))
        if not rows:
            raise InputError("there is no partition in it", _shown(plan.table))
    if plan.boot is not None:
        program = read_elf(read_bytes(path_of(plan.boot)), _shown(plan.boot))
    contents = {}
    for name, content in plan.contents.items():
        data = [read_bytes(path_of(n)) for n in content.nodes]
        if content.is_files:
            contents[name] = flash.Content(image.build(list(zip((n.name for n in content.nodes), data)), plan.align))
        else:
            contents[name] = flash.Content(data[0], _shown(content.nodes[0]))
    result = flash.build(rows, contents, plan.geometry, program)
    folder = Path(target[0].dir.get_abspath())
    with unfinished.marked(folder, target[0].name):
        write_outputs(folder, {target[0].name: result})
    if not env.GetOption("silent"):
        sys.stdout.write(f"{target[0]}: {flash.summary(result, plan.geometry)}\n")


def _shown(node):
    """A source as a user knows it."""
    return str(node if node.is_derived() else node.srcnode())
