"""Pieces of a file, made ready to be parsed: macros expanded, words judged, and noted what makes a piece doubtful."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from . import relevance
from .conditionals import Spans, Variants, variants_of
from .expand import Expansion, TooLarge, expand
from .extensions import ASSEMBLER
from .forms import Form, Forms
from .functions import Function
from .keywords import KEYWORDS
from .macros import Macros, conditions_of
from .pieces import Piece, cut
from .tokens import Text, Token, kind_of, names_in, texts_and_starts
from .trees import Trees
from .words import Words

_JUMP = re.compile(r"\b(calls?|callq|tail|jalr?|jr?|jmpq?|b|bl|blx|bx|br|blr|ret|mret|ecall|svc|syscall|int)\b")
_TAGGED = re.compile(r"\b(?:struct|union)\s+\w+\s*\{")
_TAGGED_WORDS = frozenset(("struct", "union"))
_UNNAMED = ASSEMBLER | _TAGGED_WORDS
"""Words behind a macro with which a piece can reach, or give a meaning to, what its text does not name; `##` does so too."""
_HIDDEN_WAYS = tuple(f"__builtin_{w}" for w in ("apply", "return", "frame", "va", "next_arg", "setjmp", "longjmp", "dwarf"))
"""Compiler functions that reach parameters or the stack without naming them."""


@dataclass
class Part:
    """One piece of one variant of a file.

    start, end: offsets in `code`, which is the file's text or, behind macros, the expanded piece. texts, starts: its tokens and
    their offsets; form, words: of them; a skipped part has none and counts as unseen code. doubts: (offset in the file, why)
    everything that it names must be taken to be touched; doubtful: macros left in it; conditional: it stands under an `#if`;
    uneven: it does, or has one inside, or doubts;
    distinct: its distinct tokens.
    """

    piece: Piece
    code: str
    start: int
    end: int
    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    form: Form | None = None
    words: Words = field(default_factory=Words)
    expansion: Expansion | None = None
    skipped: bool = False
    doubts: list[tuple[int, str]] = field(default_factory=list)
    conditional: bool = False
    uneven: bool = False
    distinct: frozenset[str] = frozenset()
    _tokens: list[Token] | None = None

    @property
    def tokens(self) -> list[Token]:
        """Its tokens in full, which few pieces are asked for."""
        if self._tokens is None:
            self._tokens = [Token(kind_of(t), t, s, s + len(t)) for t, s in zip(self.texts, self.starts, strict=True)]
        return self._tokens

    def origin(self, offset: int) -> int:
        """Offset in the file of an offset in `code`."""
        return offset if self.expansion is None else self.expansion.origin(offset)

    @property
    def doubtful(self) -> frozenset[str]:
        return frozenset() if self.expansion is None else self.expansion.doubtful

    def declared(self) -> set[str]:
        """Names that the piece may declare at file scope, as far as its tokens show."""
        head = self.texts[:self.texts.index("{")] if self.piece.is_function and "{" in self.texts else self.texts
        return {n for t in head for n in names_in(t)}

    def names(self, text: Text, macros: Macros) -> frozenset[str]:
        """Every name that the piece may mean, as it stands in the file: in strings (assembler) and behind macros too."""
        start, end = self.piece.start, self.piece.end
        names = self.piece.names | {t for t in self.distinct if kind_of(t) == "name"}
        if text.has_directive(start, end):
            names = names.union(names_in(text.raw[start:end]))
        return names | macros.names_behind(names)


def select(texts: Mapping[str, Text], table: Mapping[str, Function], macros: Macros) -> dict[str, set[int]]:
    """Per file the starts of the pieces that are worth parsing."""
    where, pieces, names = [], [], []
    forced: list[int] = []
    seeds = set(relevance.l3_functions(table))
    makers = {f.name for f in table.values() if f.result == "l3"}
    deep = {m for m in macros.definitions if macros.pastes([m]) or not _UNNAMED.isdisjoint(macros.names_behind([m]))}
    for name, text in texts.items():
        for piece in cut(text.code):
            body = text.code[piece.start:piece.end]
            if not makers.isdisjoint(piece.names):
                seeds |= relevance.l3_symbols(body, makers & piece.names)
            where.append((name, piece.start))
            pieces.append((body, piece.is_function))
            names.append(piece.names)
            head = frozenset(names_in(body[:body.find("{")])) if piece.is_function else piece.names
            head |= macros.names_behind(head)
            tagged = not _TAGGED_WORDS.isdisjoint(piece.names) and _TAGGED.search(body)
            if tagged or not head.isdisjoint(table) or not ASSEMBLER.isdisjoint(piece.names) or not deep.isdisjoint(piece.names):
                forced.append(len(pieces) - 1)  # it may give a meaning of its own to what the other pieces name, or reach more
    chosen: dict[str, set[int]] = {name: set() for name in texts}
    for i in relevance.relevant(pieces, names, seeds, forced, macros):
        chosen[where[i][0]].add(where[i][1])
    return chosen


def parts_of(text: Text, macros: Macros, forms: Forms, trees: Trees,
             chosen: set[int] | None) -> tuple[list[Part], Variants]:
    """Parts of a file, all variants of it, each once. chosen: starts of the pieces to parse, None for all."""
    variants = variants_of(text)
    under = conditions_of(text, variants.groups)
    includes = [d.start for d in text.directives if d.name in ("include", "include_next", "import")]
    parts: list[Part] = []
    done: set[tuple[int, str]] = set()
    for code in variants.texts:
        for piece in cut(code):
            body = code[piece.start:piece.end]
            if (piece.start, body) in done:
                continue
            done.add((piece.start, body))
            part = Part(piece, code, piece.start, piece.end)
            parts.append(part)
            if chosen is not None and piece.whole and piece.start not in chosen:
                part.skipped = True
                continue
            _prepare(part, text, macros, forms, trees)
            _doubt(part, variants, under, includes, macros)
    return parts, variants


def _prepare(part: Part, text: Text, macros: Macros, forms: Forms, trees: Trees) -> None:
    part.texts, part.starts = texts_and_starts(part.code, part.start, part.end)
    if not macros.definitions.keys().isdisjoint(part.texts):
        try:
            part.expansion = expand(part.code, part.start, part.tokens, macros, text.path)
        except TooLarge:
            part.doubts.append((part.piece.start, "a macro in it cannot be expanded"))
    if part.expansion is not None:
        part.code, part._tokens = part.expansion.text, part.expansion.tokens
        part.texts, part.starts = [t.text for t in part.tokens], [t.start for t in part.tokens]
        part.start, part.end = 0, len(part.code)
    part.distinct = frozenset(part.texts)
    part.form = forms.of(part.texts)
    part.words = trees.words(part.form, part.piece.is_function, part.texts, part.starts)


def _doubt(part: Part, variants: Variants, under: Spans, includes: list[int], macros: Macros) -> None:
    """Note what makes a piece something else than what its text says. under: conditionals; includes: where the file has some."""
    first, last = part.piece.start, part.piece.end

    def doubt(why: str, offset: int = first) -> None:
        part.doubts.append((offset, why))

    if part.words.strange is not None:
        doubt(f"attribute {part.words.strange!r} is not known")
    if sum(1 for g in variants.split if g.start < last and (g.end or last) > first) > 1:
        doubt("more than one #if splits this code")
    for offset in includes:
        if first < offset < last:
            doubt("a file is included inside this code", offset)
    if any(name.startswith(_HIDDEN_WAYS) for name in part.distinct):
        doubt("it reaches parameters without naming them")
    if macros.pastes(part.doubtful):
        doubt("a macro that may be defined in another way makes names out of parts (##)")
    if not ASSEMBLER.isdisjoint(part.distinct):
        _doubt_assembler(part, doubt)
    if part.doubtful & KEYWORDS:
        doubt("a macro is called like a keyword")
    part.uneven = bool(part.doubts) or under.touch(first, last)
    part.conditional = under.hold(first)


def _doubt_assembler(part: Part, doubt: Callable[[str, int], None]) -> None:
    """Assembler text that gives a thing another name, or runs code that is not seen."""
    for before, token in zip(part.tokens, part.tokens[1:], strict=False):
        label = not part.piece.is_function or (before.kind == "name" and before.text not in KEYWORDS) or before.text == "]"
        if token.text in ASSEMBLER and label:
            doubt("assembler text gives it another name", part.origin(token.start))
            break
    for i, token in enumerate(part.tokens):
        if token.text in ASSEMBLER and any(t.kind == "string" and _JUMP.search(t.text) for t in part.tokens[i + 1:i + 40]):
            doubt("assembler text in it calls or jumps", part.origin(token.start))
            break
