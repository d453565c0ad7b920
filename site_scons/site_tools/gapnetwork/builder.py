"""The two actions behind env.GapNetwork: one reads the C, one shares. A change of weights only needs the second.

Everything that is written is a declared target, and every input that decides a byte of it is a dependency: the C, the files
that the C loads (found by a scanner on what the first action wrote), the options, the order and names of all of them, and the
tool itself.
"""

import os
from functools import lru_cache
from pathlib import Path

from gapnet import analysis
from gapnet.errors import InputError
from gapnet.folder import is_plain_name, read_bytes
from gapnet.options import ANALYSIS, IMAGE, MANIFEST, REPORT
from gapnet.writing import temporary_name, write_outputs
from SCons.Action import Action
from SCons.Builder import Builder
from SCons.Errors import UserError
from SCons.Scanner import Scanner

from . import settings, unfinished
from .actions import VERSIONS, literal, path_of, reported, shown
from .baseline import baseline_of
from .group import Group, Member
from .network import Network, file_in, inputs_of, target_file, target_folder


def gap_network(env, target=None, source=None, **arguments):
    """Share a network's constants: patched C, headers, readfs image, manifest and report in the folder `target`.

    source: the generated folder (C, headers, hex/), or the nodes of its files where a builder of this build writes them.
    arguments: options, see `settings.DEFAULTS`, with or without their prefix. Returns a Network. Raises UserError.
    """
    try:
        return _declare(env, target, source, arguments)
    except (UserError, InputError) as error:  # SCons would name a line of this file
        what = str(error)
        if isinstance(error, InputError):
            what = f"GapNetwork: {InputError(error.message, shown(error.path, env), error.line, error.hint)}"
        raise UserError(f"{settings.place_of_call(env)}: {what}") from None


def _declare(env, target, source, arguments):
    env = env.Override(settings.overrides_of(env, arguments))
    chosen = settings.options_of(env)
    baseline = baseline_of(env)
    folder = target_folder(env, target)
    facts = target_file(folder, ANALYSIS)
    former = _written_before(facts) if env.GetOption("clean") else set()
    inputs = inputs_of(env, source, sorted(former - {IMAGE}))
    here = os.path.realpath(folder.get_abspath())
    if any(node.dir is folder or os.path.realpath(node.dir.get_abspath()) == here for node in inputs.sources):
        raise UserError(f"GapNetwork: source and target are the same folder, {folder}; give a target folder of its own")
    name = settings.name_of(env) or folder.name
    names = [n.name for n in inputs.sources] + ([IMAGE] if inputs.has_files() else []) + [MANIFEST, REPORT]
    outputs = [target_file(folder, n) for n in names]
    key = (name, chosen, [n.abspath for n in inputs.sources], inputs.folder.abspath, baseline.key())
    if facts.has_builder():
        if getattr(facts.attributes, "gapnetwork", None) != key:
            raise UserError(f"GapNetwork: {folder} is already built from other sources or with other options; "
                            "give each call a target folder of its own")
        return Network([facts, *outputs])
    member = Member(name, chosen, inputs, facts, outputs)
    member.group = Group([member], chosen)
    facts.attributes.gapnetwork, facts.attributes.gapnetwork_member = key, member
    read, made = _builders()
    read(env, [facts], inputs.sources, _GAPNETWORK_SIGNATURE=_read_signature, _GAPNETWORK_MEMBER=member)
    made(env, outputs, [*inputs.sources, facts], _GAPNETWORK_SIGNATURE=_share_signature, _GAPNETWORK_MEMBER=member,
         _GAPNETWORK_BASELINE=baseline)
    env.Precious(facts)  # it tells the next run what this one wrote
    unfinished.remake(env, folder, ANALYSIS, [facts])
    unfinished.remake(env, folder, MANIFEST, outputs)
    if env.GetOption("clean"):
        left_by_killed_runs = [folder.File(n) for n in (*map(temporary_name, (ANALYSIS, *names)),
                                                      *map(unfinished.mark_of, (ANALYSIS, MANIFEST)))]
        env.Clean(facts, _orphans(folder, former, names) + left_by_killed_runs)
    for product in (IMAGE, MANIFEST, REPORT):
        if product in names:
            env.Alias(Path(product).stem.replace("readfs", "image"), folder.File(product))
    return Network([facts, *outputs])


# --- what SCons asks ---

@lru_cache(maxsize=1)
def _builders():
    """Builders of the two actions."""
    watched = ["_GAPNETWORK_SIGNATURE"]
    read = Builder(action=Action(reported(_analyse), _comment("Reading the C of"), varlist=watched),
                   source_scanner=Scanner(lambda *_: [], name="none"))  # all that is read is a source: no include adds to it
    made = Builder(action=Action(reported(_share), _comment(None), varlist=watched), source_scanner=scanner())
    return read, made


def scanner():
    """Scanner of analyses: the files that the C of a group of networks loads, and what the result is compared with."""
    return Scanner(_loaded_files, name="gapnetwork", skeys=[".json"], path_function=_progress)


def _comment(what):
    def text(target, source, env):
        line = env.get("GAPNETWORKCOMSTR")
        if line is not None:
            return env.subst(line, 1, target, source)
        doing = what or ("Sharing constants of" if env["_GAPNETWORK_MEMBER"].options.share else "Building the image of")
        return f"{doing} {source[0].dir}"
    return text


def _read_signature(target, source, env, for_signature):
    """What decides the analysis beside the contents of the C; of file names SCons compares neither order nor change."""
    return literal(VERSIONS, env["_GAPNETWORK_MEMBER"].options.functions, [n.name for n in source])


def _share_signature(target, source, env, for_signature):
    """What decides the outputs beside the contents of all inputs."""
    member = env["_GAPNETWORK_MEMBER"]
    return literal(VERSIONS, member.name, member.group.signature(), env["_GAPNETWORK_BASELINE"].signature())


def _loaded_files(node, env, path):
    member = getattr(node.attributes, "gapnetwork_member", None)
    if member is None or not node.exists():
        return []
    return [*member.group.loaded(), *(env["_GAPNETWORK_BASELINE"].dependencies() if "_GAPNETWORK_BASELINE" in env else ())]


def _progress(env, folder, target=None, source=None):
    """Under what SCons remembers a scan: it is done again when the builders of the C have run, even if the C stayed equal."""
    return env["_GAPNETWORK_MEMBER"].group.progress() if "_GAPNETWORK_MEMBER" in env else ()


def _written_before(facts):
    """Names of the patched files and the image that an earlier run wrote beside its analysis, as far as they are not fixed."""
    known = _kept(facts)
    if known is None:
        return set()
    return {n for n in known.sources if is_plain_name(n)} | ({IMAGE} if known.constants or known.local else set())


def _kept(facts):
    """The analysis that an earlier run wrote, None where there is none that can be used."""
    try:
        return analysis.parse(Path(facts.get_abspath()).read_bytes())
    except (OSError, ValueError):
        return None


def _orphans(folder, former, names):
    """What an earlier run wrote into the folder and nothing in this build makes."""
    return [node for node in (file_in(folder, n) for n in sorted(former - set(names))) if not node.has_builder()]


# --- actions ---

def _analyse(target, source, env):
    member = env["_GAPNETWORK_MEMBER"]
    with settings.progress(env) as stage:
        stage(f"reading the C of {member.name}")
        from gapnet.share import analysis_of  # a build that does nothing does without
        found = analysis_of({n.name: read_bytes(path_of(n)) for n in source}, member.options.functions, _kept(target[0]))
    for orphan in _orphans(target[0].dir, _written_before(target[0]), [n.name for n in member.outputs]):
        Path(orphan.get_abspath()).unlink(missing_ok=True)
    _write(target, {ANALYSIS: analysis.dump(found)})


def _share(target, source, env):
    member = env["_GAPNETWORK_MEMBER"]
    with settings.progress(env) as stage:
        result = member.group.share(member.name, stage).results[member.name]
    outputs = result.outputs()
    declared = {n.name for n in target}
    if IMAGE in declared:
        outputs.setdefault(IMAGE, b"")  # nothing loads a file: the target must exist all the same
    elif IMAGE in outputs:
        raise InputError("there was no file in it when the SConstruct was read, but now there are",
                         str(member.inputs.folder), hint="Run scons again")
    _write(target, outputs)
    finish(env, result.manifest, next(n for n in target if n.name == MANIFEST), MANIFEST)


def finish(env, manifest, made, name):
    """Say what was done, and compare it with the baseline. made: node of the manifest; name: as for `unfinished.marked`.
    Raises InputError."""
    settings.say(env, manifest)
    try:
        env["_GAPNETWORK_BASELINE"].check(env, manifest, made)
    except InputError:
        unfinished.keep(Path(made.dir.get_abspath()), name)
        raise


def _write(target, outputs):
    """Write what is declared."""
    folder, declared = Path(target[0].dir.get_abspath()), {n.name for n in target}
    with unfinished.marked(folder, MANIFEST if MANIFEST in declared else ANALYSIS):
        write_outputs(folder, {n: d for n, d in outputs.items() if n in declared})
