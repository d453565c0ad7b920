"""The fuzzers' targets hold on their seeds and some changes of them, without atheris: always the same ones, in a moment."""

import random
from itertools import islice

import pytest
from mutations import MUTATORS
from seeds import SEEDS
from targets import TARGETS, forget_scratch

COUNT = {"source": 5, "share": 5, "facts": 5, "specs": 8, "arguments": 6, "manifest": 12}


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_holds(name):
    rng = random.Random(name)
    seeds = list(islice(SEEDS[name](), 3))
    done = set()
    for number in range(COUNT.get(name, 100)):
        data = rng.choice(seeds)
        if number % 2:
            data = MUTATORS[name](data, rng.randrange(1 << 32), lambda d: d[:-1])
        done.add(repr(TARGETS[name](data)))
    forget_scratch()
    assert len(done) > 1, "every input has the same outcome: nothing was reached"
