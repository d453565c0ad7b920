"""GNU extensions that the parser must not see: attributes, assembler, and keywords that change nothing here.

An attribute that replaces the thing declared or runs code of its own (`weak`, `alias`, `cleanup`, ...) makes its whole piece
unreadable; the tokens of every other one still count as text that names things.
"""

from __future__ import annotations

from .tokens import Token

_GNU_WORDS = frozenset(
    "__extension__ __inline __inline__ __restrict __restrict__ __const __const__ __volatile__ __volatile "
    "__signed__ __thread _Noreturn __noreturn__ _Thread_local".split())
ASSEMBLER = frozenset("asm __asm __asm__ _Pragma".split())
_ATTRIBUTES = frozenset("__attribute__ __attribute __declspec _Alignas".split())
# Attributes that neither replace the thing declared nor run code of their own.
_HARMLESS = frozenset(
    "unused used aligned packed section always_inline noinline noreturn const pure hot cold deprecated nonnull format printf "
    "warn_unused_result optimize flatten visibility default hidden malloc may_alias fallthrough noclone leaf nothrow "
    "artificial gnu_inline returns_nonnull no_instrument_function vector_size mode interrupt maybe_unused __may_alias__ "
    "tiny target no_reorder short_enums O0 O1 O2 O3 Os".split())

EXTENSIONS = _GNU_WORDS | ASSEMBLER | _ATTRIBUTES | _HARMLESS
"""Every word that has a meaning here."""


def without_extensions(tokens: list[Token]) -> tuple[list[Token], list[tuple[int, int]], str | None]:
    """Tokens without extensions, the offsets of what was left out, and the first attribute that may do anything."""
    if EXTENSIONS.isdisjoint([t.text for t in tokens]):
        return tokens, [], None
    kept: list[Token] = []
    blanks: list[tuple[int, int]] = []
    strange: str | None = None
    i = 0
    while i < len(tokens):
        token = tokens[i]
        text = token.text
        if token.kind != "name" or not (text in _GNU_WORDS or text in ASSEMBLER or text in _ATTRIBUTES):
            kept.append(token)
            i += 1
            continue
        end = i + 1
        if text not in _GNU_WORDS:
            while end < len(tokens) and tokens[end].kind == "name":  # asm volatile goto (
                end += 1
            end = group_end([t.text for t in tokens[end:end + 4000]], 0) + end
            if text in _ATTRIBUTES:
                unknown = [t.text for t in tokens[i + 1:end] if t.kind == "name" and t.text.strip("_") not in _HARMLESS]
                strange = strange or next(iter(unknown), None)
        blanks.append((token.start, tokens[end - 1].end))
        i = end
    return kept, blanks, strange


def group_end(texts: list[str], start: int) -> int:
    """Index behind the bracket that closes the one at `start`; `start` itself where none opens there."""
    if start >= len(texts) or texts[start] != "(":
        return start
    depth = 0
    for i in range(start, len(texts)):
        depth += (texts[i] == "(") - (texts[i] == ")")
        if depth == 0:
            return i + 1
    return len(texts)
