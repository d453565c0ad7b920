"""The Markdown of a diff, read as GitHub reads it: a table stays a table whatever names hold."""

import pytest
from gapnet.diff import compare
from gapnet.diff_markdown import LONGEST, as_markdown, code, prose
from gapnet.record import record_of
from markdown_it import MarkdownIt

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
ODD = ["W", "a|b", "a\\|b", "`a`", "``", "<b>x</b>", "<!--", "&lt;", "*_x_*", "~~x~~", "[a](b)", "![a](b)", "@everyone", "#1",
       "a\nb", "\x1b[31m", "\\", "| a | b |", "http://x.y", "ä", ":tada:", "<script>alert(1)</script>", "</code>", "$x$",
       "\u202e"]


def manifest(name, constants, reason=None):
    pair = {"before": 32, "after": 32}
    rows = [{"name": n, "bytes": size, "file": "0.hex", "digest": digest, "role": "constant", "shared_with": None, "offset": 0,
             "image_file": "0.hex", "reason": reason, "where": f"{name}.c:3"} for n, size, digest in constants]
    totals = ("l3_requested_bytes", "l3_allocations", "file_loads", "loaded_bytes", "files", "file_bytes", "image_bytes")
    return {"schema": 1, "networks": [{"name": name, "sources": [], "constants": rows}], "totals": dict.fromkeys(totals, pair)}


def diff(old, new):
    return compare(record_of(old), record_of(new))


def cells(text):
    """Texts of the cells of each table, row by row, as they are shown; and the other tokens of the page."""
    tables, others, row = [], [], None
    for token in READER.parse(text):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            row = []
            tables[-1].append(row)
        elif token.type == "tr_close":
            row = None
        elif token.type == "inline" and row is not None:
            row.append("".join(t.content for t in token.children if t.type != "html_inline"))
            assert {t.type for t in token.children} <= {"text", "text_special", "code_inline", "html_inline"}
            assert {t.content for t in token.children if t.type == "html_inline"} <= {"<code>", "</code>"}
        else:
            others.append(token.type)
    return tables, others


@pytest.mark.parametrize("name", ODD)
def test_a_table_stays_a_table_whatever_names_hold(name):
    shown = name.replace("\n", "\\n").replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
    old = manifest(name, [("V", 16, "0"), ("keep", 16, "2"), ("keep2", 16, "3")])
    new = manifest(name, [("V", 16, "0"), ("keep", 16, "2"), ("keep2", 16, "3"), (name, 16, "1")], name)
    tables, others = cells(as_markdown(diff(old, new), [f"{name} must be shared"]))
    assert [len(row) for table in tables for row in table] == [4] * 8 + [3] * 2
    assert tables[1][1] == ["16", shown, f"{shown}.c:3: {shown}"]
    assert "html_block" not in others and "fence" not in others and others.count("heading_open") == 1
    assert others.count("bullet_list_open") == 1


@pytest.mark.parametrize("text", ODD)
def test_what_is_escaped_is_shown_as_it_was(text):
    shown = text.replace("\n", "\\n").replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
    for form in (code, prose):
        inline = READER.parseInline(f"x {form(text)} x")[0].children
        assert "".join(t.content for t in inline if t.type != "html_inline") == f"x {shown} x"
    assert "@e" not in prose(text)  # a mention would tell people


def test_a_comment_is_never_too_long():
    old = manifest("kws", [("keep", 1, "1")])
    new = manifest("kws", [("keep", 1, "1"), *((f"W{i}_{'x' * 150}", 16, str(i)) for i in range(3000))])
    text = as_markdown(diff(old, new), ["broken"] * 3)
    assert len(text) <= LONGEST and "and 2900 more" in text and text.count("broken") == 3
    assert [len(row) for row in cells(text)[0][1]] == [3] * 102
    assert len(as_markdown(diff(old, new), ["x" * 100] * 10_000)) < 2 * LONGEST


def test_networks_that_came_and_went():
    text = as_markdown(diff(manifest("old", [("a", 1, "1")]), manifest("new", [("b", 1, "1")])))
    assert "`new` is a new network." in text and "`old` is gone." in text
    text = as_markdown(diff(manifest("old", [("a", 1, "1")]), manifest("new", [("a", 1, "1")])))
    assert "`new` was called `old`." in text
