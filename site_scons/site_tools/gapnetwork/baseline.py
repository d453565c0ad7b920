"""BASELINE: an older manifest that a build compares its own with, and fails where a rule of `gapnet.gate` is broken.

The outputs are written before they are compared, so that whoever finds them right can keep the new manifest. SCons takes them for
failed all the same: nothing that needs them is built, and they are made again until the rules are kept.
"""

import shlex
import sys
from dataclasses import dataclass, replace

from gapnet.errors import InputError
from gapnet.folder import read_bytes
from gapnet.gate import Rules, missing
from gapnet.terminal import look
from SCons.Errors import UserError
from SCons.Node.FS import Dir
from SCons.Util import flatten

from . import settings
from .actions import literal, path_of


@dataclass(frozen=True)
class Baseline:
    """node: of the older manifest, None where there is none to compare with. rules: what the new one has to keep."""

    node: object
    rules: Rules

    def key(self):
        """What tells two calls apart."""
        return self.node and self.node.abspath, self.rules

    def signature(self):
        """What decides the verdict beside the contents of the older manifest."""
        return literal(self.node is not None, replace(self.rules, called=()))

    def dependencies(self):
        """The node, as far as it is there or a builder of this build makes it; the action says how to make one that is not."""
        return [self.node] if self.node is not None and (self.node.is_derived() or self.node.rexists()) else []

    def check(self, env, manifest, made):
        """Print what changed. made: node of the new manifest. Raises InputError for a broken rule, or where the older one is
        missing or none."""
        if self.node is None and not self.rules.require_shared:
            return
        from gapnet.diff import compare  # SCons starts without them
        from gapnet.diff_listing import as_text, headline
        from gapnet.record import record_of

        new = record_of(manifest)
        old = new if self.node is None else self._read(made)
        diff = compare(old, new)
        if self.node is not None and not env.GetOption("silent"):
            seen = look(sys.stdout)
            verbose = settings.truth(env.get("GAPNETWORKVERBOSE"))
            sys.stdout.write((as_text(diff, seen) if verbose else headline(diff, self._shown(), seen)) + "\n")
        grown, alone = self.rules.grown(diff), self.rules.alone(diff)
        cures = ["take it out of GAPNETWORK_REQUIRE_SHARED"] if alone else []  # no newer baseline makes it shared
        if grown:
            cures.append(f"keep the new state: cp {shlex.quote(str(made))} {shlex.quote(self._shown())}")
        if cures:
            raise InputError("; ".join(grown + alone), str(made) if self.node is None else self._shown(),
                             hint=f"If that is right, {' and '.join(cures)}")

    def _read(self, made):
        from gapnet.record import parse

        path = path_of(self.node)
        if not path.is_symlink() and not path.exists():
            raise missing(self._shown(), str(made))
        try:
            return parse(read_bytes(path), self._shown())
        except InputError as error:
            raise InputError(error.message, self._shown(), hint=error.hint) from None

    def _shown(self):
        return str(self.node if self.node.is_derived() else self.node.srcnode())


def baseline_of(env, call="GapNetwork"):
    """The baseline of a call. Raises UserError."""
    rules = settings.rules_of(env)
    given = [item for item in flatten([env.get("GAPNETWORK_BASELINE")]) if item]
    try:
        nodes = env.arg2nodes(given, env.fs.File)
    except TypeError:  # SCons knows it as a folder
        nodes = env.arg2nodes(given, env.fs.Entry)
    for node in nodes:
        if isinstance(node.disambiguate(), Dir):
            raise UserError(f"{call}: GAPNETWORK_BASELINE must be one manifest, but {node} is a folder")
    if len(nodes) > 1:
        raise UserError(f"{call}: GAPNETWORK_BASELINE must be one manifest, not {', '.join(map(str, nodes))}")
    if rules.max_growth is not None and not nodes:
        raise UserError(f"{call}: GAPNETWORK_MAX_GROWTH needs GAPNETWORK_BASELINE, the manifest that must not be outgrown")
    return Baseline(nodes[0] if nodes else None, rules)
