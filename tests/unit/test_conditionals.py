"""Every branch of an `#if` is in at least one of the texts that are read."""

from gapnet.conditionals import groups_of, variants_of
from gapnet.tokens import read_text


def variants(source):
    text = read_text("f.c", source.encode())
    return text, variants_of(text)


def words(code):
    return code.split()


def test_whole_branches_stay_in_one_text():
    _, found = variants("a;\n#if X\nb;\n#elif Y\nc;\n#else\nd;\n#endif\ne;\n")
    assert [words(t) for t in found.texts] == [["a;", "b;", "c;", "d;", "e;"]]
    assert found.uncovered == ()


def test_branches_that_share_a_brace_are_read_apart():
    _, found = variants("#ifdef X\nif (a) {\n#else\nif (b) {\n#endif\nc; }\n")
    assert sorted(" ".join(words(t)) for t in found.texts) == ["if (a) { c; }", "if (b) { c; }"]


def test_a_branch_in_the_middle_of_a_statement_is_read_with_and_without():
    _, found = variants("f(a\n#ifdef X\n, b\n#endif\n);\n")
    assert sorted(" ".join(words(t)) for t in found.texts) == ["f(a );", "f(a , b );"]


def test_an_else_that_hangs_on_a_statement_before_the_if():
    _, found = variants("if (a) { b; }\n#ifdef X\nelse { c; }\n#endif\n")
    assert any("else" in t for t in found.texts) and any("else" not in t for t in found.texts)


def test_three_branches_give_three_texts():
    _, found = variants("f(\n#if A\n1\n#elif B\n2\n#else\n3\n#endif\n);\n")
    assert sorted(" ".join(words(t)) for t in found.texts) == ["f( 1 );", "f( 2 );", "f( 3 );"]


def test_every_branch_is_in_a_text_or_named_as_uncovered():
    source = "f(\n#if A\na1\n#if B\n, b1\n#else\n, b2\n#endif\n#else\na2\n#if C\n, c1\n#else\n, c2\n#endif\n#endif\n);\n"
    text, found = variants(source)
    seen = " ".join(found.texts) + " ".join(text.code[a:b] for a, b in found.uncovered)
    assert all(name in seen for name in ("a1", "a2", "b1", "b2", "c1", "c2"))


def test_positions_hold_in_every_text():
    text, found = variants("f(a\n#ifdef X\n, b\n#endif\n); tail();\n")
    assert {len(t) for t in found.texts} == {len(text.raw)}
    assert {t.index("tail") for t in found.texts} == {text.raw.index("tail")}


def test_faults_are_named():
    for source, offset, what in (
        ("a;\n#endif\n", 3, "#endif without #if"),
        ("#if X\na;\n", 0, "#if without #endif"),
        ("#else\n", 0, "#else without #if"),
    ):
        assert groups_of(read_text("f.c", source.encode()))[1] == (offset, what)


def test_a_file_with_a_fault_is_uncovered():
    _, found = variants("a;\n#if X\nb;\n")
    assert found.uncovered == ((0, 12),)
