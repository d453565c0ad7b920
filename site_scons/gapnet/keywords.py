"""Words of C that are no names."""

import re

BASE = frozenset("void char short int long float double signed unsigned _Bool _Complex __int128".split())
TAGGED = frozenset("struct union enum".split())
QUALIFIERS = frozenset("const volatile static extern register inline restrict typedef auto _Atomic _Thread_local".split())
STATEMENTS = frozenset("if for while do switch case default return goto break continue else sizeof _Alignof offsetof".split())
KEYWORDS = BASE | TAGGED | QUALIFIERS | STATEMENTS | frozenset("_Noreturn _Static_assert _Alignas _Generic _Pragma".split())
PARSER_WORDS = frozenset("_Generic _Alignas __builtin_va_arg".split())
"""Further words that the parser takes for something else than names."""

STANDARD_TYPE = re.compile(
    r"(u?int(_fast|_least)?\d+|u?intptr|u?intmax|s?size|ptrdiff|wchar|max_align|float\d+)_t$|bool$|FILE$|va_list$")
"""Names that the C standard, or every SDK, keeps for types."""
