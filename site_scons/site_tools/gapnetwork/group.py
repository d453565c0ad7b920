"""Networks that are loaded from one image, as the actions of each of them see it.

A network stands alone until env.GapReadfs puts it into a group; its action then takes the names of its files, and the memory it
has in common with others, from all networks of the group. The group is complete before the first action runs.
"""

from dataclasses import dataclass, field, replace

from gapnet import analysis
from gapnet.errors import GapnetError, InputError
from gapnet.folder import read_bytes
from gapnet.needed import needed_files
from gapnet.options import Options
from gapnet.progress import quiet

from .actions import literal, path_of


@dataclass(eq=False)
class Member:
    """One call of env.GapNetwork. inputs: its `Inputs`; facts: node of its analysis; outputs: its other target nodes."""

    name: str
    options: Options
    inputs: object
    facts: object = None
    outputs: list = field(default_factory=list)
    group: "Group | None" = None

    def signature(self):
        """What decides the plan of this network beside the contents of its sources and files."""
        return literal(self.name, replace(self.options, functions=()), [n.name for n in self.inputs.sources],
                       self.inputs.names())

    def loaded(self):
        """Nodes of the files that its C loads, as far as the analysis is there; only those there are: the action says which one
        is missing."""
        try:
            names = frozenset(self.inputs.names())
            needed = needed_files(analysis.parse(path_of(self.facts).read_bytes()), names)
        except (OSError, ValueError, InputError):
            return []
        return self.inputs.looked_at_anew([self.inputs.file(n) for n in needed if n in names])

    def read(self):
        """The network as the package takes it. Raises InputError."""
        from gapnet.share import Network  # a build that does nothing does without, as below
        try:
            known = analysis.parse(path_of(self.facts).read_bytes())
        except ValueError:
            raise InputError("is damaged", str(self.facts), hint="Delete it and build again") from None
        sources = {n.name: read_bytes(path_of(n)) for n in self.inputs.sources}
        return Network(self.name, sources, self.inputs.paths(), self.options, known)


@dataclass(eq=False)
class Group:
    """members: in the order of the call; extra: nodes of more files; options: of the image; image: its node, None where the one
    member stands alone."""

    members: list
    options: Options
    extra: list = field(default_factory=list)
    image: object = None

    def signature(self):
        """What decides the plan of all beside contents."""
        options = self.options
        return literal(options.across, options.align, options.l3_size, options.l2_size, [n.name for n in self.extra],
                       [m.signature() for m in self.members])

    def loaded(self):
        """Nodes of the files that the C of all members loads."""
        return [node for member in self.members for node in member.loaded()]

    def progress(self):
        """State of everything that decides which files are loaded."""
        return tuple(n.get_state() for m in self.members for n in (*m.inputs.sources, m.facts))

    def share(self, only=None, stage=quiet):
        """The result for all members, or for one of them. Raises InputError with the path of a node."""
        from gapnet.share import share_together
        try:
            extra = {n.name: read_bytes(path_of(n)) for n in self.extra}
            return share_together([m.read() for m in self.members], self.options, extra, only, stage)
        except GapnetError as error:
            raise self._placed(error) from None

    def _placed(self, error):
        several = len(self.members) > 1
        for member in self.members:
            for node in member.inputs.sources:
                if error.path == (f"{member.name}/{node.name}" if several else node.name):
                    place = node if node.is_derived() else node.srcnode()
                    return type(error)(error.message, str(place), error.line, error.hint)
        return error
