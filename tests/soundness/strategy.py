"""Random programs in the shape of generated networks, as a hypothesis strategy."""

from __future__ import annotations

from dataclasses import dataclass

import ends
from calls import BACK, ONWARD
from hypothesis import strategies as st
from program import NETWORK, Program, Value
from routes import ROUTES


@dataclass(frozen=True)
class Case:
    """text: all files; untouched: constants whose addresses the text only reads through; features: the ways used."""

    text: str
    untouched: frozenset[str]
    features: tuple[str, ...]

    def __repr__(self) -> str:
        return f"{self.features}\n{self.text}"


@st.composite
def programs(draw: st.DrawFn) -> Case:
    """A program with one to four ways, each of up to four functions."""
    p = Program(draw)
    ends.frame(p)
    run = p.function("Run", "void", "void", NETWORK)
    run.name, run.head = "RunNetwork", "void RunNetwork(void)"
    for _ in range(p.number(1, 4)):
        _way(p)
    return Case(p.text(), frozenset(p.untouched()), tuple(p.features))


def _way(p: Program) -> None:
    body = p.bodies[0]
    name = p.constant()
    value = Value(name, frozenset({name}))
    body.add("{")
    first, steps = body, p.number(0, 5)
    for _ in range(steps):
        kind = p.number(0, 9)
        if kind <= 5:
            route = p.pick(ROUTES)
            value = route(p, body, value)
        elif kind <= 7:
            route = p.pick(BACK)
            value = route(p, body, value)
        else:
            route = p.pick(ONWARD)
            body, value = route(p, body, value)
        p.features.append(route.__name__)
    ends.end(p, body, value)
    first.add("}")
