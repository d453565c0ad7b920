"""Which L3 allocations are constants that nothing can write after their one load, and what blocks the others.

The question per allocation: can any byte of it be written, freed, compared by address, or handed to code we do not see? If
the facts do not say no, the answer is yes. For each blocked constant the first use in program order is kept.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from typing import Any

from .facts import HEADERS, Allocation, Base, Load, Where
from .functions import Function
from .pointers import Pointers
from .program import Program
from .tokens import names_in, statement_start

_CHAIN_LENGTH = 6
# The forms of statements that are edited: what generators write, and nothing that the judge could read in another way.
_TYPE = r"\((?:[^();{}]|\([^();{}]*\))*\)"
_NUMBER = r"(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*"
_SIZEOF = r"sizeof\s*\(\s*\w+\s*\)"
_LITERAL = rf"\s*(?:{_NUMBER}|{_SIZEOF})\s*(?:\*\s*(?:{_NUMBER}|{_SIZEOF})\s*)*"
_PLAIN_SIZE = re.compile(rf"\s*\((?:[^();{{}}\"',]*,)*{_LITERAL}(?:,[^();{{}}\"']*)*\)\s*;$")
_ASSIGNED = re.compile(rf"\s*=\s*({_TYPE}\s*)*$")
_PLAIN_LOAD = re.compile(r"\s*\((?:[^();{}\"']|\([^();{}\"'*]*\*\s*\)|\"[^\"\\\n]*\")*\)\s*;$")


@dataclass(frozen=True, slots=True)
class Verdict:
    """allocation; load: its one load; reason: why it may not be shared, None when it is proved read-only; where: the use that
    blocks it; chain: the names through which its address came there."""

    allocation: Allocation
    load: Load | None
    reason: str | None
    where: Where
    chain: tuple[str, ...] = ()

    def explanation(self) -> str | None:
        """Reason with the chain of names."""
        return f"{self.reason} ({' -> '.join(self.chain)})" if self.reason and len(self.chain) > 1 else self.reason


@dataclass(frozen=True, slots=True)
class _Blocker:
    """A use that blocks an allocation; node: where its address is at that use, None for a fault of form."""

    where: Where
    what: str
    node: int | None = None


def judge(program: Program, table: dict[str, Function]) -> list[Verdict]:
    """Verdict for each L3 allocation that is assigned to a symbol with a load, in program order."""
    return _Judge(program, table).verdicts()


class _Judge:
    def __init__(self, program: Program, table: dict[str, Function]):
        self.program, self.facts = program, program.facts
        self.pointers = Pointers(program.facts, table)
        self.loads: dict[Base, list[Load]] = {}
        self.allocations: dict[Base, list[Allocation]] = {}
        for load in self.facts.loads:
            if load.symbol is not None and load.to_ram:
                self.loads.setdefault(load.symbol, []).append(load)
        for allocation in self.facts.allocations:
            if allocation.symbol is not None:
                self.allocations.setdefault(allocation.symbol, []).append(allocation)
        self.blocked: dict[int, list[_Blocker]] = {}

    def verdicts(self) -> list[Verdict]:
        self._flow_blockers()
        found = [self._verdict(a) for a in self.facts.allocations if a.symbol in self.loads]
        return sorted(found, key=lambda v: v.allocation.where)

    # --- by form ---

    def _verdict(self, allocation: Allocation) -> Verdict:
        assert allocation.symbol is not None
        symbol, loads = allocation.symbol, self.loads[allocation.symbol]
        load = loads[0] if len(loads) == 1 else None
        number = self.pointers.allocation(allocation.where)
        own = {x.where for x in loads}  # two loads are a fault of form, with words of its own
        by_flow = [b for b in self.blocked.get(number, []) if not (b.where in own and b.what.startswith("loaded by"))]
        blockers = self._by_form(allocation, loads) + by_flow
        if not blockers:
            if number in self.pointers.escaped:
                return Verdict(allocation, load, "its address reaches code that is not seen", allocation.where)
            return Verdict(allocation, load, None, allocation.where)
        first = min(blockers, key=lambda b: (b.where[0] != allocation.where[0], b.where[0], b.where[2], b.node is not None,
                                             b.where[1], b.what))
        return Verdict(allocation, load, first.what, first.where, self._chain(symbol, number, first.node))

    def _by_form(self, a: Allocation, loads: list[Load]) -> list[_Blocker]:
        assert a.symbol is not None
        scope, name = a.symbol
        faults: list[tuple[Where, str]] = []
        declared = self.facts.statics.get(a.symbol)
        if scope == "" or declared is None:
            faults.append((a.where, f"{name} is not static: other files can reach it"))
        elif scope == HEADERS or scope != a.where[0]:
            faults.append((declared, f"{name} is declared in a header"))
        if a.size is None or a.size <= 0:
            faults.append((a.where, "its size is not a positive literal"))
        if not a.straight or self._conditional(a.where):
            faults.append((a.where, _may_not_run("allocated", a)))
        for call in (a, loads[0]):
            if not call.untouched:
                faults.append((call.where, "a macro stands in its statement"))
            elif not self._is_plain(call, name):
                faults.append((call.where, "its statement has a form that is not understood"))
            local = self.facts.local_names.get((call.where[0], call.body), ())
            if name in local:
                faults.append((call.where, f"{call.function} has a local of its name"))
            hidden = next((n for n in names_in(self.facts.spelled.get(a.symbol) or "") if n in local), None)
            if hidden is not None:
                faults.append((call.where, f"{call.function} has a local of its type's name, {hidden}"))
        for other in self.allocations[a.symbol]:
            if other is not a:
                faults.append((max(a.where, other.where), f"{name} is allocated more than once"))
        for extra in loads[1:]:
            faults.append((extra.where, f"{name} is loaded more than once"))
        load = loads[0]
        if load.file is None:
            faults.append((load.where, "the name of its file is not a literal"))
        if load.body != a.body or load.where[0] != a.where[0]:
            faults.append((load.where, f"{name} is loaded in another function than it is allocated in"))
        elif load.where < a.where:
            faults.append((load.where, f"{name} is loaded before it is allocated"))
        if not load.straight or self._conditional(load.where):
            faults.append((load.where, _may_not_run("loaded", load)))
        own = {o.assignment for o in self.allocations[a.symbol]}
        faults += [(w, f"{name} is assigned here too") for w in self.facts.assigned.get(a.symbol, ()) if w not in own]
        faults += [(w, f"the address of {name} is taken") for w in self.facts.taken.get(a.symbol, ())]
        return [_Blocker(where, what) for where, what in faults]

    def _is_plain(self, call: Allocation | Load, name: str) -> bool:
        """Whether a statement is `name = ... call(...);` or `call(...);` from end to end, with no preprocessor line in it."""
        text = self.program.texts[call.where[0]]
        start = statement_start(text.code, call.where[1])
        end = text.code.find(";", call.where[1])
        head, tail = text.code[start:call.where[1]], text.code[call.where[1] + len(call.callee):end + 1]
        if isinstance(call, Load):
            plain = not head and _PLAIN_LOAD.match(tail)
        else:
            plain = head.startswith(name) and _ASSIGNED.match(head, len(name)) and _PLAIN_SIZE.match(tail)
        return bool(plain) and not any(start < d.start < end for d in text.directives)

    def _conditional(self, where: Where) -> bool:
        """Whether a place inside a function stands under an `#if` of that function."""
        path, offset, _ = where
        text = self.program.texts[path]
        for group in self.program.variants[path].groups:
            if group.start < offset < group.end:
                inside = text.code[group.start:offset]
                if inside.count("{") <= inside.count("}"):
                    return True
                # the function opens inside the #if: its whole body shares the condition unless a branch begins in between
                if any(group.start < start < offset and text.code[start:offset].count("{") <= text.code[start:offset].count("}")
                       for start, _ in group.branches):
                    return True
        return False

    # --- by flow ---

    def _flow_blockers(self) -> None:
        pointers = self.pointers
        visited: set[Base] = set()
        for kind, node, where, what, through in sorted(pointers.events, key=lambda e: (e[2], e[3], e[1])):
            if kind in ("touch", "load"):
                self._block_all(self._allocations_of(node), where, what, node)
            elif kind == "test":
                moved = {e for e in pointers.elements(node) if pointers.element(e)[0] == "moved"}
                self._block_all({a for a in map(pointers.allocation_in, moved) if a is not None}, where, what, node)
            elif kind == "escape" or (through is not None and self._is_unknown(kind, through)):
                self._block_reachable(node, where, what, visited)
        for left, right, where in pointers.pairs:
            here, there = (self._allocations_of(n) for n in (left, right))
            if here and there:
                self._block_all(here | there, where, "its address is combined with another address", left)
        bases = {pointers.key(n)[0] for n in range(pointers.count())}
        for base in sorted((b for b in bases if b[0] == "" and len(b) == 2), key=repr):
            for node in pointers.contents(base):
                for number in self._allocations_of(node):
                    if number not in self.blocked:
                        where = pointers.element(number)[1]
                        self._block(number, where, f"its address is stored in {base[1]}, which other files can see", node)

    def _is_unknown(self, kind: str, through: int) -> bool:
        known = "place" if kind == "store" else "function"
        return any(self.pointers.element(e)[0] != known for e in self.pointers.elements(through))

    def _allocations_of(self, node: int) -> set[int]:
        return {a for a in map(self.pointers.allocation_in, self.pointers.elements(node)) if a is not None}

    def _block_all(self, numbers: set[int], where: Where, what: str, node: int) -> None:
        for number in numbers:
            self._block(number, where, what, node)

    def _block(self, number: int, where: Where, what: str, node: int | None) -> None:
        self.blocked.setdefault(number, []).append(_Blocker(where, what, node))

    def _block_reachable(self, node: int, where: Where, what: str, visited: set[Base]) -> None:
        """Block what an address that is given away leads to; an object that an earlier use gave away is done."""
        todo = [node]
        while todo:
            at = todo.pop()
            for number in sorted(self.pointers.elements(at)):
                element = self.pointers.element(number)
                allocation = self.pointers.allocation_in(number)
                if allocation is not None:
                    direct = at == node or not what.startswith("its address is")
                    self._block(allocation, where, what if direct else "an object that holds " + what, at)
                elif element[0] == "place" and element[1] not in visited:
                    visited.add(element[1])
                    todo += self.pointers.contents(element[1])

    # --- for people ---

    def _chain(self, symbol: Base, number: int, node: int | None) -> tuple[str, ...]:
        """Names on a shortest way of an address from its symbol to a use."""
        start = self.pointers.node((symbol, ()))
        if node is None:
            return ()
        before: dict[int, int] = {start: start}
        queue = deque([start])
        while queue and node not in before:
            at = queue.popleft()
            for target in self.pointers.flows_to(at):
                if target not in before and number in self._allocations_of(target):
                    before[target] = at
                    queue.append(target)
        if node not in before:
            return ()
        way = [node]
        while way[-1] != start:
            way.append(before[way[-1]])
        names: list[str] = []
        for at in reversed(way):
            name = _name(self.pointers.key(at))
            if name and (not names or names[-1] != name):
                names.append(name)
        if len(names) > _CHAIN_LENGTH:
            names = names[:2] + ["..."] + names[-(_CHAIN_LENGTH - 3):]
        return tuple(names)


def _may_not_run(done: str, call: Allocation | Load) -> str:
    if call.skipped_by:
        return f"it is {done} behind {call.skipped_by}, so it may not be {done} at all"
    return f"it is {done} in code that may not run, or more than once"


def _name(key: tuple[Any, tuple[str, ...]]) -> str:
    base, path = key
    if base[0] in ("tmp", "heap"):
        return ""
    text = f"result of {base[3]}" if base[0] == "ret" else str(base[-1])
    return "".join([text, *(p if p == "[]" else f".{p}" for p in path)])
