"""Trees that are filled in are those that the parser makes of the piece itself."""

from __future__ import annotations

import importlib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import gapnet.trees
import pytest
from gapnet import program, relevance, syntax
from gapnet.analyse import analyse
from gapnet.deep import with_deep_stack
from gapnet.errors import InputError
from gapnet.functions import function_table
from gapnet.keywords import KEYWORDS, PARSER_WORDS
from gapnet.trees import Trees
from gapnet.words import read_words
from hypothesis import HealthCheck, given, settings
from pycparser import c_ast, c_lexer
from strategy import Case, programs

REGRESSIONS = sorted((Path(__file__).parent / "regressions").glob("*.c"))
PIECES = (
    "void f(void) { int *p = a; if (b) { p++; } else p--; do g(p); while (c); for (;;) { break; } x: h(1, 2); while (d) p = 0; }",
    "void f(void) { T *p = (T *)a; { T q; } T r = (T){1}; if (a) r = (T){1}; switch (r) { case 1: g(1); default: h(); } x:; }",
    "void f(int T) { int U = T * 2; (T)(U); }",
    "void f() { int T = 1; T * p; }",
    "int f(a, T) int a; char T; { return a * T; }",
    'void f() { g("a" "b", "c"); g("a", "c"); g("a\\n" "b"); g("1" "2"); g("1"); g(L"a"); }',
    "int a[2] = {0, 1};",
    "int a[4] = {0, 010, 00, 0x1}, *b = a;",
    "PI_L2 static T a[] = {1.0f, 2u, 0x10, .5, 'a'};",
    "typedef struct { T *a; int b : 3; } S, *P;",
    "struct S { int a; } s = { .a = 3 };",
    "void f() { struct S { int a; } s; s.a = 1; struct S t = s; struct { int a; } u; }",
    'static inline __attribute__((always_inline)) T f(T a) { WRAP a = sizeof(T) + sizeof(a); asm("nop" : : "r"(a)); return a; }',
    "void f() { a = b ? c : d; a->b.c[1] = *e & ~g; (*h)(i); a = (int (*)(T))0; }",
    "void f() { BEGIN g(); END; x = 1; MACRO(1) y = 2; }",
    f"void f(void *p) {{ {'g(p); ' * 60} }}\nvoid h(void *p) {{ }}",
)


def dump(node: c_ast.Node, tree: syntax.Tree) -> tuple[object, ...]:
    """A tree as a value, with the place of every node."""
    parts = []
    for name in node.__slots__:
        value = getattr(node, name, None)
        if name == "__weakref__" or name == "coord":
            continue
        if isinstance(value, c_ast.Node):
            value = dump(value, tree)
        elif value is not None and not isinstance(value, str):
            value = tuple(dump(v, tree) if isinstance(v, c_ast.Node) else v for v in value) or None
        parts.append((name, value))
    return type(node).__name__, tree.offset(node), tuple(parts)


@pytest.fixture(params=(gapnet.trees.LARGE, 0), ids=("whole", "by_statements"))
def compared(monkeypatch, request):
    """How many pieces were filled in, by whether they came out right."""
    count: Counter[bool] = Counter()
    fill = Trees.tree

    def tree(self, form, is_function, texts, starts, types):
        made = fill(self, form, is_function, texts, starts, types)
        return made and (made, [dump(n, made) for n in made.nodes], fill(self, form, is_function, texts, starts, types))

    def both(self, part, types):
        filled = read(self, part, types)
        if not isinstance(filled, tuple):
            return filled
        made, dumped, again = filled
        assert part.words == read_words(part.tokens, part.piece.is_function, self.trees._forms._not_types)
        own = syntax.parse(part.code, part.start, part.end, part.words, types, part.tokens)
        assert dumped == [dump(n, own) for n in own.nodes]
        assert Counter(made.unseen) >= Counter(own.unseen)
        count[made.unseen == again.unseen] += 1
        return again

    read = program._Reader._tree
    monkeypatch.setattr(gapnet.trees, "LARGE", request.param)
    monkeypatch.setattr(Trees, "tree", tree)
    monkeypatch.setattr(program._Reader, "_tree", both)
    return count


@pytest.fixture
def verdicts(monkeypatch):
    """Analyses of a program: of all of it and of what matters only; then both with trees that are filled in."""
    def each(files):
        found = []
        for small, large, whole in ((0, None, True), (0, None, False), (0, 0, True), (0, 0, False)):
            with monkeypatch.context() as m:
                m.setattr(relevance, "SMALL", small)
                m.setattr(gapnet.trees, "LARGE", large)
                if large is None:
                    m.setattr(Trees, "tree", lambda *arguments: None)
                try:
                    found.append(replace(analyse(files, whole=whole), marks=()))
                except InputError as error:
                    found.append(str(error))
        return found
    return each


def are_one(found):
    """Whether all say the same; a fault in a piece that does not matter is the compiler's to find."""
    return found[0] == found[2] and found[1] == found[3] and (found[0] == found[1] or isinstance(found[0], str))


TWICE = """static int8_t *A; static int8_t *B;
void InitNetwork(void) {
  A = cl_ram_malloc(16); load_file_to_ram(A, "0.hex");
  if (late) return;
  B = cl_ram_malloc(16); load_file_to_ram(B, "1.hex");
}
"""


def test_what_was_said_of_one_statement_is_not_said_of_its_like(verdicts):
    found = verdicts({"Network.c": TWICE.encode()})
    assert are_one(found) and [c.proved for c in found[0].constants] == [True, False]


HIDDEN_TYPE = """typedef int $2;
static int8_t *A;
void w(int8_t *p) { p[0] = 1; }
void s(void) { int q; asm("nop" : : "r"(sizeof($2))); w(A); }
void InitNetwork(void) {
  A = cl_ram_malloc(16); load_file_to_ram(A, "0.hex");
}
"""


def test_a_type_that_only_hidden_text_names_is_no_open_name(verdicts):
    files = {"Network.c": HIDDEN_TYPE.encode()}
    found = verdicts(files)
    assert are_one(found) and "assignment" in found[0].constants[0].reason
    assert replace(analyse(files), marks=()) == found[0]


def test_verdicts_on_the_example(verdicts):
    script = Path(__file__).resolve().parents[2] / "example_app"
    with pytest.MonkeyPatch.context() as m:
        m.syspath_prepend(str(script))
        generate = importlib.import_module("generator.sources").generate
    found = verdicts({n: d for n, d in generate().items() if n.endswith((".c", ".h"))})
    assert are_one(found) and all(c.proved for c in found[0].constants if c.role == "constant") and len(found[0].constants) > 25


@pytest.mark.slow
@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda p: p.stem)
def test_verdicts_on_hostile_programs(verdicts, path):
    assert are_one(verdicts({"Network.c": path.read_bytes()}))


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_verdicts_on_random_programs(verdicts, case: Case):
    assert are_one(verdicts({"Network.c": case.text.encode()}))


def analysed(code: str) -> None:
    with_deep_stack(lambda: program.read_program({"Network.c": code.encode()}, function_table(())))


@pytest.mark.slow
@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda p: p.stem)
def test_hostile_programs(compared, path):
    try:
        analysed(path.read_text())
    except InputError:
        return
    assert not compared[False]


@pytest.mark.parametrize("piece", PIECES)
def test_pieces(compared, piece):
    analysed(f"typedef int T;\n{piece}\n" + piece.replace("a", "other").replace("1", "77"))
    assert compared[True] and not compared[False]


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_random_programs(compared, case: Case):
    analysed(case.text)
    assert compared[True] and not compared[False]


def test_words_of_the_parser_are_no_names():
    for word in c_lexer._keyword_map:
        assert word in KEYWORDS | PARSER_WORDS
