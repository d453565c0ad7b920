"""From C to an analysis: the program is read and judged, and what the later stages need of it is put together."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Mapping

from .analysis import COMMON, Analysis, Constant, LocalLoad, Span, key_of, rules_of
from .deep import with_deep_stack
from .errors import InputError
from .facts import Allocation, Base, Load, Where
from .functions import Function, function_table
from .program import Program, read_program
from .readonly import Verdict, judge
from .tokens import Text, each_token, readable, statement_start, string_value, tokenize

_LONGEST_NAME = 1024
_COMMON = re.compile(rf"{COMMON}\w*", re.A)
_WORDS_OF_COMMON = {"if", "char", "void", "weak", "__attribute__"}
_ONE_MEMORY = ("ram_malloc", "cl_ram_malloc")
"""Both give memory of the one RAM that the SDK has opened; what a project's own functions give may be another."""


def analyse(files: Mapping[str, bytes], functions: Iterable[str] = (), whole: bool = False) -> Analysis:
    """Analysis of a generated folder's C.

    files: contents by name, .c and headers. functions: the project's own lines of the function table. whole: parse also what
    has nothing to do with L3: the verdicts are the same, but what cannot be read there is told, too. Raises InputError where the
    C cannot be read.
    """
    functions = tuple(functions)
    table = function_table(functions)

    def work() -> Analysis:
        program = read_program(files, table, whole=whole)
        verdicts = judge(program, table)
        if not whole and any(v.reason is not None for v in verdicts):
            program = read_program(files, table)  # what was left out may be the reason
            verdicts = judge(program, table)
        return _Collector(program, table, verdicts).collect(key_of(files, functions), rules_of(functions))

    collecting = gc.isenabled()
    gc.disable()  # syntax trees are many small objects, none of them in cycles that matter
    try:
        return with_deep_stack(work)
    finally:
        if collecting:
            gc.enable()


class _Collector:
    def __init__(self, program: Program, table: dict[str, Function], verdicts: list[Verdict]):
        self.program, self.facts, self.table = program, program.facts, table
        self.verdicts: dict[Base, list[Verdict]] = {}
        for verdict in verdicts:
            assert verdict.allocation.symbol is not None
            self.verdicts.setdefault(verdict.allocation.symbol, []).append(verdict)
        bodies = [m.text for found in program.macros.definitions.values() for m in found]
        self.plain_words = _WORDS_OF_COMMON.isdisjoint(program.macros.definitions) and not any(
            "##" in body or "%:%:" in body for body in bodies)  # a name that is put together may be that of common memory
        self.literals: dict[str, set[Span]] = {}
        self.dead: dict[str, list[Span]] = {}
        self.made: dict[Base, list[Allocation]] = {}
        for allocation in self.facts.allocations:
            if allocation.symbol is not None:
                self.made.setdefault(allocation.symbol, []).append(allocation)

    def collect(self, made_of: str, made_by: str) -> Analysis:
        constants, local, computed = [], [], []
        for load in sorted(self.facts.loads, key=lambda x: x.where):
            literal = self._literal(load)
            if load.file is None:
                computed.append(load.where)
            elif load.to_ram:
                constants.append(self._constant(load, literal))
            else:
                local.append(LocalLoad(load.where[0], load.where[2], load.file, literal, self._is_dead(load)))
        computed += self.facts.computed
        constants.sort(key=self._order)
        counted = {c.name for c in constants if c.bytes is not None}
        arenas = tuple((_name(a), a.size) for a in sorted(self.facts.allocations, key=lambda a: a.where)
                       if a.size is not None and a.size > 0 and not (a.symbol and a.symbol[1] in counted and self._own(a)))
        return Analysis(made_of, made_by, tuple(sorted(self.program.texts)), tuple(constants), arenas, tuple(local),
                        self._strings(),
                        tuple(_place(w) for w in sorted(set(computed))),
                        tuple(_place(w) for w in sorted(self.program.unreadable)),
                        tuple(sorted({n for t in self.program.texts.values() for n in _COMMON.findall(t.raw)})),
                        tuple(sorted(self.program.marks.items())))

    @staticmethod
    def _order(constant: Constant) -> tuple[str, int]:
        return constant.path, (constant.allocation or constant.load)[0]

    def _own(self, allocation: Allocation) -> bool:
        """Whether an allocation is the one that its symbol's constant is counted with."""
        assert allocation.symbol is not None
        return self.verdicts[allocation.symbol][0].allocation is allocation

    def _constant(self, load: Load, literal: Span | None) -> Constant:
        text = self.program.texts[load.where[0]]
        assert load.file is not None
        verdicts = self.verdicts.get(load.symbol, []) if load.symbol else []
        statement = _statement(text, load) or (load.where[1], load.where[1])
        if not verdicts:
            reason = "it lies inside an arena that the network writes" if load.symbol else "its destination is not a plain symbol"
            room, arena = self._room(load)
            return Constant(self._destination(load, text), load.where[0], load.where[2], load.file, None, None, False, reason,
                            _place(load.where), None, load.function, None, None, statement, literal, None, False, load.body,
                            room, arena, self._is_dead(load))
        verdict = verdicts[0]
        allocation = verdict.allocation
        assert allocation.symbol is not None
        own_text = self.program.texts[allocation.where[0]]
        whole = _statement(own_text, allocation)
        size = _argument(own_text, allocation, self.table[allocation.callee].position("size") or 0)
        together = (self.plain_words and load.where[0] == allocation.where[0] and _are_one(text, whole, statement, load))
        # an allocation whose size is not known is counted as its file's size by the stages that see files
        return Constant(allocation.symbol[1], load.where[0], load.where[2], load.file, allocation.where[2], allocation.size or 0,
                        verdict.reason is None, verdict.explanation(), _place(verdict.where),
                        self.facts.spelled.get(allocation.symbol), load.function, whole, size, statement, literal,
                        self._filled(text, load, allocation.symbol[1]), together, load.body,
                        dead=self._is_dead(load), memory=self._memory(own_text, allocation))

    def _memory(self, text: Text, allocation: Allocation) -> str | None:
        """What an allocation is taken from, in words; None where a name that is given beside the size may stand for anything."""
        if allocation.callee in _ONE_MEMORY:
            return ""
        if not text.code.startswith(allocation.callee, allocation.where[1]):
            return None
        arguments, _ = _call_end(text, allocation.where[1])
        others = [text.code[start:end] for index, spans in enumerate(arguments) for start, end in spans
                  if index != self.table[allocation.callee].position("size")]
        return None if any(word[0].isalpha() or word[0] in "_$" for word in others) else " ".join([allocation.callee, *others])

    def _filled(self, text: Text, load: Load, name: str) -> Span | None:
        """Span of a symbol as the destination of a load, without the casts before it."""
        span = _argument(text, load, self.table[load.callee].position("load") or 0)
        if span is None or not re.search(rf"(?<![\w$]){re.escape(name)}$", text.code[span[0]:span[1]]):
            return None
        return span[1] - len(name), span[1]

    def _is_dead(self, load: Load) -> bool:
        """Whether a load stands where no compiler looks."""
        path, offset, _ = load.where
        if path not in self.dead:
            whole = self.program.texts[path].problem is None
            self.dead[path] = [span for g in self.program.variants[path].groups for span in g.dead] if whole else []
        return any(start <= offset < end for start, end in self.dead[path])

    def _room(self, load: Load) -> tuple[int | None, str | None]:
        """Bytes left in the arena behind the start of an input, and the arena's name, where one statement of each says so."""
        symbol = load.symbol
        places = self.facts.inside.get(symbol, []) if symbol else []
        if symbol is None or len(places) != 1 or not self._is_set_once(symbol):
            return None, None
        arena, offset, where = places[0]
        made = self.made.get(arena, [])
        if len(made) != 1 or not made[0].size or made[0].size < 0 or not self._is_set_once(arena):
            return None, None
        if not (made[0].where[0] == where[0] == load.where[0] and made[0].where < where < load.where):
            return None, None
        return made[0].size - offset, arena[1]

    def _is_set_once(self, symbol: Base) -> bool:
        return len(self.facts.assigned.get(symbol, ())) == 1 and symbol not in self.facts.taken

    def _destination(self, load: Load, text: Text) -> str:
        if load.symbol is not None:
            return load.symbol[1]
        span = _argument(text, load, self.table[load.callee].position("load") or 0)
        return " ".join(text.code[span[0]:span[1]].split()) if span else f"{load.callee} in {load.function}"

    def _literal(self, load: Load) -> Span | None:
        """Span of the name that a load gives, which the plan may replace."""
        if load.file is None or not load.untouched:
            return None
        text = self.program.texts[load.where[0]]
        at = self.table[load.callee].position("file")
        span = _argument(text, load, at or 0)
        tokens = tokenize(text.code, *span) if span else []
        if not tokens or any(t.kind != "string" or "\\" in t.text for t in tokens) or not _alone(text, load.where[1]):
            return None
        self.literals.setdefault(text.path, set()).update((t.start, t.end) for t in tokens)
        return tokens[0].start, tokens[-1].end

    def _strings(self) -> tuple[str, ...]:
        """Values of all strings that are not the name in a load; adjacent ones also joined."""
        found = set(self.facts.strings)
        for path, text in self.program.texts.items():
            joined, end = "", -1
            for span in text.strings:
                value = string_value(text.raw[span[0]:span[1]])
                if span in self.literals.get(path, ()) or value is None:
                    continue
                beside = end >= 0 and len(joined) < _LONGEST_NAME and not text.code[end:span[0]].strip()
                joined = joined + value if beside else value
                end = span[1]
                found |= {value, joined}
            for directive in text.directives:
                if directive.name != "include":
                    values = [string_value(t.text) for t in tokenize(directive.body) if t.kind == "string"]
                    found |= {v for v in values if v is not None} | {"".join(v for v in values if v)}
        return tuple(sorted({readable(s) for s in found if s}))


def _are_one(text: Text, allocation: Span | None, load: Span, call: Load) -> bool:
    """Whether a load stands right behind an allocation, both without a comment or a directive, the load without a cast."""
    return (allocation is not None and allocation[1] <= load[0] and not text.raw[allocation[1]:load[0]].strip()
            and text.raw[allocation[0]:load[1]].split() == text.code[allocation[0]:load[1]].split()
            and text.code.startswith(call.callee, load[0]))


def _alone(text: Text, offset: int) -> bool:
    """Whether the call at an offset is a statement of its own, from end to end."""
    before = text.code[max(0, offset - 4096):offset].rstrip()
    _, end = _call_end(text, offset)
    return before[-1:] in (";", "{", "}", ")", ":", "") or before.endswith(("else", "do")) if (
        text.code[end:end + 4096].lstrip()[:1] == ";") else False


def _name(allocation: Allocation) -> str:
    return allocation.symbol[1] if allocation.symbol else f"{allocation.callee} in {allocation.function}"


def _place(where: Where) -> str:
    return f"{where[0]}:{where[2]}"


def _call_end(text: Text, offset: int) -> tuple[list[list[tuple[int, int]]], int]:
    """Token spans of each argument of the call at `offset`, and the offset behind its closing bracket."""
    arguments: list[list[tuple[int, int]]] = [[]]
    depth = 0
    for token in each_token(text.code, text.code.index("(", offset)):
        if token.text in "([{" and token.kind == "punct":
            depth += 1
            if depth == 1:
                continue
        elif token.text in ")]}" and token.kind == "punct":
            depth -= 1
            if depth == 0:
                return arguments, token.end
        elif token.text == "," and depth == 1:
            arguments.append([])
            continue
        arguments[-1].append((token.start, token.end))
    raise InputError("a call is not closed", text.path, text.line(offset))


def _argument(text: Text, call: Allocation | Load, index: int) -> Span | None:
    """Span of an argument; None where the call is not written there but stands behind a macro."""
    if not text.code.startswith(call.callee, call.where[1]):
        return None
    arguments, _ = _call_end(text, call.where[1])
    spans = arguments[index] if index < len(arguments) else []
    return (spans[0][0], spans[-1][1]) if spans else None


def _statement(text: Text, call: Allocation | Load) -> Span | None:
    """Span of the statement around a call, its semicolon included; None as for `_argument`."""
    offset = call.where[1]
    if not text.code.startswith(call.callee, offset):
        return None
    _, end = _call_end(text, offset)
    while end < len(text.code) and text.code[end].isspace():
        end += 1
    return statement_start(text.code, offset), end + 1 if text.code[end:end + 1] == ";" else end
