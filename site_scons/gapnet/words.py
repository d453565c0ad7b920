"""Which bare words of a piece are type names, and which are macros that the parser must not see.

The SDK's headers are not there, so `float32_t`, `PI_L2` and `BEGIN_SINGLE_CORE` are all just names. Where they stand tells
them apart: `(name *)` is a cast, of two names before a declarator the last is the type, a lone name before a statement is a
macro. A guess can be wrong without harm: what is blanked counts as unseen text (the names in it are taken to be touched),
and a type that is known only from the start of a statement is not sure, see `declarations`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .extensions import group_end, without_extensions
from .keywords import BASE, KEYWORDS, QUALIFIERS, STANDARD_TYPE, STATEMENTS, TAGGED
from .tokens import Token

_DECLARATOR_END = frozenset("= ; , [ ) ( :".split())
_MEMBER_OR_CHANGE = frozenset(
    ". -> ++ -- += -= *= /= %= &= |= ^= <<= >>= || && == != < > <= >= ? + - / % & | ^ << >>".split())


@dataclass
class Words:
    """What was found in one piece.

    blanks: offsets of text hidden from the parser; types: names to declare as types; sure: those of them that cannot be
    macros; declared: names of variables, parameters and functions; strange: an attribute that may do anything, or None;
    macros_before: offsets where a blanked macro stands before a statement; beside_strings: where one stands beside a string.
    """

    blanks: list[tuple[int, int]] = field(default_factory=list)
    types: set[str] = field(default_factory=set)
    sure: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)
    strange: str | None = None
    macros_before: list[int] = field(default_factory=list)
    beside_strings: list[int] = field(default_factory=list)


def read_words(tokens: list[Token], is_function: bool, not_types: Iterable[str] = ()) -> Words:
    """Words of one piece's tokens. not_types: names known to be variables, functions or enumerators."""
    return _Reader(tokens, is_function, frozenset(not_types)).read()


class _Reader:
    def __init__(self, tokens: list[Token], is_function: bool, not_types: frozenset[str]):
        self.words = Words()
        self.not_types = not_types
        self.tokens, self.words.blanks, self.words.strange = without_extensions(tokens)
        self.is_function = is_function
        self.parameters = False
        self.texts = [t.text for t in self.tokens] + ["", "", ""]
        self.names = [t.kind == "name" for t in self.tokens] + [False] * 3

    def _blank(self, start: int, end: int) -> None:
        self.words.blanks.append((start, end))

    # --- the walk ---

    def read(self) -> Words:
        tokens, texts = self.tokens, self.texts
        body = self._body_start() if self.is_function else len(tokens)
        braces: list[str] = []  # block, init or members
        parens: list[int] = []
        parameters: list[int] = []  # brackets of a pointer-to-function's parameters
        closes_head = -1  # index of the `)` of an if, for, while or switch
        initialiser = False
        i = 0
        while i < len(tokens):
            text = texts[i]
            in_body = i >= body
            if self.names[i] and text not in STATEMENTS:
                bracketed = bool(parens) and any(texts[p] == "[" or texts[p - 1] == "sizeof" for p in parens)
                expression = bool(braces and braces[-1] == "init") or bracketed or initialiser
                start = in_body and not expression and self._statement_start(i, closes_head)
                self.parameters = bool(parameters)
                i = self._run(i, in_body, start, expression, bool(parens))
                continue
            if text in ("(", "["):
                parens.append(i)
                if self._opens_parameters(i):
                    parameters.append(i)
            elif text in (")", "]"):
                if parens:
                    opened = parens.pop()
                    if parameters and parameters[-1] == opened:
                        parameters.pop()
                    if texts[opened - 1] in ("if", "for", "while", "switch") and opened:
                        closes_head = i
            elif text == "{":
                braces.append(self._brace_kind(i, in_body, braces))
            elif text == "}":
                if braces:
                    braces.pop()
            elif text == "=" and not parens:
                initialiser = not in_body
            elif text == ";":
                initialiser = False
            if not self.names[i] and tokens[i].kind == "string":
                self._macros_at_string(i)
            i += 1
        return self.words

    def _body_start(self) -> int:
        depth = 0
        for i, text in enumerate(self.texts):
            depth += (text == "(") - (text == ")")
            if text == "{" and depth == 0:
                return i
        return len(self.tokens)

    def _opens_parameters(self, i: int) -> bool:
        """Whether the bracket at i begins the parameters of `type (*name)(...)`."""
        texts = self.texts
        if i < 4 or texts[i - 1] != ")" or not self.names[i - 2] or texts[i - 3] != "*" or texts[i - 4] != "(" or i < 5:
            return False
        return self.names[i - 5] and texts[i - 5] not in STATEMENTS or texts[i - 5] == "*" and i >= 6 and self.names[i - 6]

    def _brace_kind(self, i: int, in_body: bool, braces: list[str]) -> str:
        before = self.texts[i - 1] if i else ""
        if before in ("=", ",", "(", "return", "[") or (before == "{" and braces and braces[-1] == "init"):
            return "init"
        if before == ")":
            opened = self._group_start(i - 1)
            head = self.texts[opened - 1] if opened > 0 else ""
            if head in ("if", "for", "while", "switch") or (opened > 0 and self.names[opened - 1] and head != "return"):
                return "block"
            return "init" if in_body else "members"
        return "block" if in_body else "members"

    def _group_start(self, close: int) -> int:
        depth = 0
        for i in range(close, -1, -1):
            depth += (self.texts[i] in ")]") - (self.texts[i] in "([")
            if depth == 0:
                return i
        return 0

    def _statement_start(self, i: int, closes_head: int) -> bool:
        before = self.texts[i - 1] if i else ";"
        if before in (";", "{", "}", "else", "do"):
            return True
        if before == ")":
            return closes_head == i - 1
        if before == "(":
            return i >= 2 and self.texts[i - 2] == "for"
        return before == ":" and self._after_label(i - 1)

    def _after_label(self, colon: int) -> bool:
        for j in range(colon - 1, max(-1, colon - 40), -1):
            if self.texts[j] in ("case", "default"):
                return True
            if self.texts[j] in (";", "{", "}", "?"):
                return self.texts[j] != "?" and j == colon - 2
        return False

    def _macros_at_string(self, i: int) -> None:
        for j in (i - 1, i + 1):
            if 0 <= j < len(self.tokens) and self.names[j] and self.texts[j] not in KEYWORDS:
                self._blank(self.tokens[j].start, self.tokens[j].end)
                self.words.beside_strings.append(self.tokens[j].start)

    # --- one run of words ---

    def _run(self, i: int, in_body: bool, start: bool, expression: bool, in_parens: bool) -> int:
        """Judge the words from i on; the index behind them."""
        texts, names = self.texts, self.names
        if texts[i - 1] in (".", "->") and i or texts[i - 1] == "goto" and i:
            return i + 1
        j = i
        ids: list[int] = []
        has_base = qualified = False
        while names[j] and texts[j] not in STATEMENTS:
            text = texts[j]
            if text in TAGGED:
                has_base = True
                if names[j + 1] and texts[j + 1] not in KEYWORDS:
                    j += 1  # the tag
                if texts[j + 1] == "{":
                    return j + 1
            elif text in BASE:
                has_base = True
            elif text in QUALIFIERS:
                qualified = True
            elif text not in KEYWORDS:
                ids.append(j)
            j += 1
        after = texts[j]
        if not ids:
            return j
        if after in ("(",) and len(ids) == 1 and not has_base and not qualified:
            return self._called(ids[0], in_body, start)
        if after == "*" and expression:
            self._cast_to_pointer(i, j, ids, has_base)
        elif after == "*":
            self._before_star(i, j, ids, has_base, qualified, in_body, start)
        elif after == ")" and texts[i - 1] == "(" and len(ids) == 1 and not (has_base or self.parameters) and (
                in_body or expression):
            self._in_parens(i, j, ids[0], qualified)
        elif after in (")", ",") and len(ids) == 1 and in_parens and not has_base and (
                self.parameters or not (in_body or expression)):
            if texts[i - 1] in ("(", ","):
                self._unnamed_parameter(ids[0], qualified)
            else:
                self.words.declared.add(texts[ids[0]])  # (*name)
        elif after in _DECLARATOR_END and (len(ids) > 1 or has_base or qualified):
            self._declaration(ids, after, has_base, qualified, in_body, start, in_parens)
        elif start and len(ids) > 1 and after in _MEMBER_OR_CHANGE:
            self._statement_macros(ids[:-1])
        elif start and (after in STATEMENTS or after in ("{", "}")) and not has_base:
            self._statement_macros(ids)
        elif not in_body and after == "{" and len(ids) == 1 and i and texts[i - 1] == ")":
            self._blank(self.tokens[ids[0]].start, self.tokens[ids[0]].end)
        elif after in ("*", "(") and has_base:
            self._attributes(ids)
        return j

    def _called(self, i: int, in_body: bool, start: bool) -> int:
        """`name (`: a call, the name of a cast's type, or a macro with arguments that stands for itself."""
        texts = self.texts
        if texts[i - 1] == "(" and i and texts[i + 2] == "*" and texts[i + 3:i + 4] == [")"]:
            self._type(i, sure=True)  # (T (*)[n])
            return i + 1
        if start or (not in_body and (i == 0 or texts[i - 1] in (";", "}"))):
            end = i + 1 + group_end(texts[i + 1:i + 2000], 0)
            following = texts[end] if end < len(texts) else ""
            word = end < len(self.tokens) and self.names[end]
            if (word and following not in ("sizeof",)) or (start and following in ("{", "}")):
                self._blank(self.tokens[i].start, self.tokens[end - 1].end)
                self.words.macros_before.append(self.tokens[i].start)
                return end
        if not in_body:
            self.words.declared.add(texts[i])
        return i + 1

    def _cast_to_pointer(self, i: int, j: int, ids: list[int], has_base: bool) -> None:
        """`(name *)`, which no expression can be."""
        k = j
        while self.texts[k] == "*" or self.texts[k] in ("const", "volatile", "restrict"):
            k += 1
        if self.texts[k] == ")" and i and self.texts[i - 1] == "(" and not has_base:
            self._attributes(ids[:-1])
            self._type(ids[-1], sure=True)

    def _before_star(self, i: int, j: int, ids: list[int], has_base: bool, qualified: bool, in_body: bool, start: bool) -> None:
        texts = self.texts
        k = j
        while texts[k] == "*" or texts[k] in ("const", "volatile", "restrict"):
            k += 1
        cast = texts[k] in (")", "[", "(") and i > 0 and texts[i - 1] == "("
        declares = self.names[k] and texts[k + 1] in _DECLARATOR_END | {""}
        abstract = texts[k] in (")", ",") and not in_body
        to_function = texts[k] == "(" and texts[k + 1] == "*" and (start or not in_body)
        if has_base:
            if declares or cast or abstract:
                self._attributes(ids)
            if declares:
                self.words.declared.add(texts[k])
            return
        if cast and texts[k] == ")":
            self._attributes(ids[:-1])
            self._type(ids[-1], sure=True)
        elif (declares or abstract or to_function) and (not in_body or start or qualified or len(ids) > 1):
            self._attributes(ids[:-1])
            self._type(ids[-1], sure=not in_body or qualified)
            if declares:
                self.words.declared.add(texts[k])

    def _in_parens(self, i: int, j: int, name: int, qualified: bool) -> None:
        """`(name)`: a cast where something to cast follows and nothing that is called stands before."""
        texts = self.texts
        before = texts[i - 2] if i >= 2 else ""
        if before == ")":  # `(a)(b) x` is two casts: nothing that is called has a name behind it
            after, kind = self._behind(j)
            if kind in ("number", "string", "char") or (kind == "name" and after not in KEYWORDS):
                self._type(name, sure=True)
                opened = self._group_start(i - 2)
                called = opened and self.names[opened - 1]
                if opened == i - 4 and self.names[i - 3] and not called and texts[i - 3] not in KEYWORDS:
                    self._type(i - 3, sure=True)
                return
            if not STANDARD_TYPE.match(texts[name]):
                return
        elif i >= 2 and (self.names[i - 2] and before not in ("return", "case", "else", "do") or before == "]"):
            if before == "sizeof" and qualified:
                self._type(name, sure=True)
            return
        after, kind = self._behind(j)
        if qualified or after == "{":
            self._type(name, sure=True)
        elif texts[name] not in self.not_types and texts[name] not in self.words.declared:
            if kind in ("number", "string", "char") or (kind == "name" and after not in KEYWORDS):
                self._type(name, sure=True)
            elif after in ("(", "&", "*", "-", "+", "~", "!"):
                self._type(name, sure=False)

    def _behind(self, j: int) -> tuple[str, str]:
        """Text and kind of the token behind the bracket at index j."""
        return self.texts[j + 1], self.tokens[j + 1].kind if j + 1 < len(self.tokens) else ""

    def _unnamed_parameter(self, name: int, qualified: bool) -> None:
        if qualified or self.parameters or not self.is_function:
            self._type(name, sure=True)

    def _declaration(self, ids: list[int], after: str, has_base: bool, qualified: bool, in_body: bool, start: bool,
                     in_parens: bool) -> None:
        texts = self.texts
        if in_body and not (start or qualified or has_base):
            return  # two names side by side inside an expression: not C that can be guessed
        if not has_base and len(ids) == 1:
            if after in ("(", ")", ","):
                self._type(ids[0], sure=True)  # static T (*f)(void), const T
            return
        name = ids[-1]
        if after == "(" and in_body and not has_base and not qualified:
            self._statement_macros(ids[:-1])
            return
        if after == ")" and in_body and not in_parens:
            return
        if has_base:
            self._attributes(ids[:-1])
        else:
            self._attributes(ids[:-2])
            braced = after == "=" and texts[name + 2] == "{"
            self._type(ids[-2], sure=not in_body or qualified or braced)
        self.words.declared.add(texts[name])

    def _type(self, i: int, sure: bool) -> None:
        name = self.texts[i]
        self.words.types.add(name)
        if sure or STANDARD_TYPE.match(name):
            self.words.sure.add(name)

    def _attributes(self, ids: list[int]) -> None:
        for i in ids:
            self._blank(self.tokens[i].start, self.tokens[i].end)

    def _statement_macros(self, ids: list[int]) -> None:
        self._attributes(ids)
        self.words.macros_before += [self.tokens[i].start for i in ids]
