"""Ways an address takes through a function: each route takes a value in a body and gives it back under another expression.

A route that no flow analysis can be asked to follow (memcpy, pasted names) marks the value as touched.
"""

from __future__ import annotations

from collections.abc import Callable

from program import Body, Program, Value

Route = Callable[[Program, Body, Value], Value]


def local_copy(p: Program, body: Body, v: Value) -> Value:
    """A local variable, under some spelling of its type."""
    name = body.local()
    form = p.pick(("float32_t *{n} = {e};", "float32_t *{n};\n  {n} = {e};", "void *{n} = (void *)((char *){e} + 0);",
                   "typedef float32_t *{n}_t; {n}_t {n} = {e};", "static float32_t *{n};\n  {n} = {e};",
                   "float32_t *const {n} = {e};", "register float32_t *{n} = {e};", "float32_t *{n} = {{{e}}};"))
    body.add(form.format(n=name, e=v.text))
    return Value(f"((float32_t *){name})" if form.startswith("void") else name, v.constants)


def integer(p: Program, body: Body, v: Value) -> Value:
    """An integer round trip; L3 addresses fit 32 bits and are multiples of 8 where not advanced."""
    name = body.local("a")
    kind = p.pick(("addr_t", "uintptr_t", "uint32_t", "size_t", "unsigned long long"))
    body.add(f"{kind} {name} = ({kind})(uintptr_t){v.text};")
    form = p.pick(("{n}", "({n} + 8 - 8)", "({n} * 1)", "({n} ^ 85 ^ 85)",
                   "(({n} & 0xffff) | ({n} & ~(addr_t)0xffff))", "({n} | 0)",
                   "-(-{n})", "~~{n}"))
    if form not in ("{n}", "({n} + 8 - 8)"):  # an address that is taken apart may be given up
        p.touch(v)
    return Value(f"((float32_t *)(uintptr_t){form.format(n=name)})", v.constants)


def pieces(p: Program, body: Body, v: Value) -> Value:
    """The address in two halves, or byte by byte."""
    name = body.local("a")
    p.touch(v)  # not asked to be followed
    if p.chance(2):
        body.add(f"float32_t *{name} = {v.text}, *{name}c;",
                 f"for (unsigned i = 0; i < sizeof {name}; i++) ((char *)&{name}c)[i] = ((char *)&{name})[i];")
        return Value(f"{name}c", v.constants)
    body.add(f"uint16_t {name}l = (uint16_t)(addr_t){v.text}; addr_t {name}h = (addr_t){v.text} >> 16;")
    return Value(f"((float32_t *)({name}h << 16 | {name}l))", v.constants)


def structure(p: Program, body: Body, v: Value) -> Value:
    """A field of a structure among other pointers, set and read in one of many ways."""
    fields = ["src", "dst", "aux"][:p.number(1, 3)]
    at = p.number(0, len(fields) - 1)
    kind, name, f = p.struct(fields), body.local("s"), fields[at]
    others = [p.filler(body) for _ in fields]
    items = [v.text if i == at else o.text for i, o in enumerate(others)]
    designated = ", ".join(f".{field} = {item}" for field, item in reversed(list(zip(fields, items, strict=True))))
    positional = ", ".join(items)
    body.add(*p.pick((
        (f"{kind} {name} = {{{designated}}};",), (f"{kind} {name} = {{{positional}}};",),
        (f"{kind} {name};", *(f"{name}.{field} = {item};" for field, item in zip(fields, items, strict=True))),
        (f"{kind} {name};", f"{name} = ({kind}){{{designated}}};"), (f"{kind} {name}a = {{{positional}}}, {name} = {name}a;",),
        (f"{kind} {name}a = {{{designated}}};", f"{kind} {name}; *&{name} = *(zero ? &{name}a : &{name}a);"),
        (f"{kind} {name} = {{{designated}}}, *{name}p = &{name};", f"{name}p->{f} = {v.text};"),
        (f"{kind} {name} = {{.{f} = {v.text}}};",),
        (f"struct {{ {kind} in; float32_t *next; }} {name}w = {{{positional}, arena()}};", f"{kind} {name} = {name}w.in;"),
        (f"{kind} {name}w[2] = {{{{{designated}}}, {{0}}}};", f"{kind} {name} = {name}w[zero];"),
    )))
    read = p.pick(("{n}.{f}", "(&{n})->{f}", "(*&{n}.{f})", "(&{n})[0].{f}", "((({k} *)(void *)&{n})->{f})",
                   "(*(float32_t **)((char *)&{n} + offsetof({k}, {f})))", "({k}){{.{f} = {n}.{f}}}.{f}"))
    if "offsetof" in read or any("struct {" in line for line in body.lines[-2:]):  # the object's parts are not told apart
        p.mix(v.constants, *(o.constants for o in others))
    text = read.format(n=name, f=f, k=kind)
    return Value(f"({text})" if "){" in text else text, v.constants)


def other_type(p: Program, body: Body, v: Value) -> Value:
    """A field reached through another structure type of the same layout."""
    mine, theirs, name = p.struct(("src", "dst")), p.struct(("first", "second")), body.local("s")
    other = p.filler(body)
    p.mix(v.constants, other.constants)
    body.add(f"{mine} {name} = {{{other.text}, {v.text}}};", f"{theirs} *{name}p = ({theirs} *)(void *)&{name};")
    return Value(f"{name}p->second", v.constants)


def nested(p: Program, body: Body, v: Value) -> Value:
    """A structure inside a structure, its braces written or left out."""
    inner, name = p.struct(("src", "dst")), body.local("n")
    outer = p.unique("outer_") + "_t"
    p.types.append(f"typedef struct {{ int rank; {inner} in; {inner} *back; float32_t *list[2]; }} {outer};")
    a, b = p.filler(body), p.filler(body)
    body.add(p.pick((f"{outer} {name} = {{1, {{{a.text}, {v.text}}}, 0, {{{b.text}}}}};",
                     f"{outer} {name} = {{.in = {{.dst = {v.text}, .src = {a.text}}}, .list[1] = {b.text}}};",
                     f"{outer} {name} = {{1, {a.text}, {v.text}, 0, {b.text}, 0}};",
                     f"{outer} {name} = {{.in.src = {a.text}, {v.text}, 0, {b.text}}};")))
    body.add(f"{name}.back = &{name}.in;")
    read = p.pick((f"{name}.in.dst", f"(&{name}.in)->dst", f"{name}.back->dst"))
    p.mix(v.constants, a.constants, b.constants)
    if "back" in read:  # an object whose parts are one holds L3 addresses and its own: any may be taken to be followed
        p.touch(v)
    return Value(read, v.constants)


def array(p: Program, body: Body, v: Value) -> Value:
    """An array of pointers; its elements are one to the analysis."""
    name, other = body.local("t"), p.filler(body)
    p.mix(v.constants, other.constants)
    body.add(*p.pick((
        (f"float32_t *{name}[3] = {{{other.text}, {v.text}, {other.text}}};",),
        (f"float32_t *{name}[3] = {{[1] = {v.text}}};",),
        (f"static float32_t *{name}[3];", f"{name}[zero + 1] = {v.text};"),
        (f"float32_t **{name} = (float32_t *[]){{{other.text}, {v.text}}};",),
        (f"float32_t *{name}s[2][2] = {{{{0}}, {{{other.text}, {v.text}}}}}, **{name} = {name}s[1];",),
    )))
    read = p.pick((f"{name}[1]", f"*({name} + 1)", f"{name}[zero + 1]", f"(&{name}[2])[-1]", f"*(1 + {name})"))
    return Value(read, v.constants)


def indirect(p: Program, body: Body, v: Value) -> Value:
    """Pointers to pointers."""
    name = body.local("q")
    body.add(f"float32_t *{name} = {v.text}, **{name}q = &{name}, ***{name}r = &{name}q;")
    return Value(p.pick((f"*{name}q", f"**{name}r", f"*&*{name}q", f"{name}q[0]", f"*{name}r[0]", f"(*{name}r)[0]")), v.constants)


def union(p: Program, body: Body, v: Value) -> Value:
    """A union of a pointer and an integer, or of two pointers."""
    name = body.local("u")
    body.add(f"union {{ addr_t a; float32_t *p; char bytes[8]; }} {name};",
             p.pick((f"{name}.p = {v.text};", f"{name}.a = (addr_t){v.text};")))
    read = p.pick((f"{name}.p", f"((float32_t *){name}.a)", f"(*(float32_t **){name}.bytes)"))
    if "bytes" in read:
        p.touch(v)
    return Value(read, v.constants)


def advance(p: Program, body: Body, v: Value) -> Value:
    """A pointer moved inside its allocation."""
    name = body.local()
    body.add(f"float32_t *{name} = {v.text};", p.pick((
        f"{name}++;", f"{name} += 1;", f"{name} = (float32_t *)((char *){name} + 4);", f"{name} = &{name}[1];",
        f"for (int i = 0; i < 2; i++) {{ {name} = (void *)((char *){name} + 4 * (i + zero)); }}",
        f"{name} = {name} + (zero + 1);", f"{name} = (float32_t *)((addr_t){name} + 4);",
        f"{{ static const uint32_t step[] = {{4, 0}}; {name} = (float32_t *)((char *){name} + step[zero]); }}")))
    return Value(name, v.constants)


def choice(p: Program, body: Body, v: Value) -> Value:
    """One of two addresses, this one at run time."""
    other, name = p.filler(body), body.local()
    p.mix(v.constants, other.constants)
    both = v.constants | other.constants
    form = p.pick(("(zero == 0 ? {e} : (float32_t *){o})", "(zero ? (float32_t *){o} : {e})", "(buf[1] = 0, {e})"))
    if p.chance(2):
        return Value(form.format(e=v.text, o=other.text), both)
    body.add(f"float32_t *{name};", p.pick((
        f"if (zero == 0) {name} = {v.text}; else {name} = {other.text};",
        f"{name} = {other.text}; if (!zero) {{ {name} = {v.text}; }}",
        f"switch (zero) {{ case 0: {name} = {v.text}; break; default: {name} = {other.text}; }}",
        f"{name} = {other.text}; do {{ {name} = {v.text}; }} while (zero);",
        f"{name} = {v.text}; if (zero) goto {name}end; else goto {name}end; {name} = {other.text}; {name}end:;",
        f"while (1) {{ {name} = {v.text}; break; }}")))
    return Value(name, both)


def branch(p: Program, body: Body, v: Value) -> Value:
    """Conditional text, whole or in the middle of a statement."""
    name, taken = body.local(), p.pick(("1", "0"))
    mine, theirs = (v.text, "arena()") if taken == "1" else ("arena()", v.text)
    if p.chance(2):
        body.add(f"float32_t *{name} =", f"#if {taken}", f"  {mine}", "#else", f"  {theirs}", "#endif", ";")
    else:
        body.add(f"float32_t *{name};", f"#if {taken}", f"{name} = {mine};", "#else", f"{name} = {theirs};", "#endif")
    return Value(name, v.constants)


def shadow(p: Program, body: Body, v: Value) -> Value:
    """A name that means something else in an inner block."""
    name = body.local()
    inner = p.pick(("int {n} = 1; (void){n};", "enum {{ {n} = 3 }}; buf[2] = {n};", "extern float32_t *{n}; ",
                    "int {n}(int);", "typedef int {n}; {n} x = 0; (void)x;", "float32_t *{n} = arena(); (void){n};",
                    "struct {n} {{ int {n}; }} x = {{1}}; (void)x;", "for (char *{n} = 0; {n}; ) ;"))
    if inner.startswith("extern") or inner.endswith("(int);"):  # one name cannot be declared as both
        inner = p.external.setdefault(name, inner)
    if "enum" in inner:  # the variable itself may be thought to be used here
        p.touch(v)
    body.add(f"float32_t *{name} = {v.text};", "{ " + inner.format(n=name) + " }")
    return Value(name, v.constants)


def copied(p: Program, body: Body, v: Value) -> Value:
    """memcpy of the object that holds the address, or a name made by a macro: not asked to be followed."""
    name = body.local("m")
    p.touch(v)
    if p.chance(3):
        p.macros.append("#define CAT(a, b) a##b") if "#define CAT(a, b) a##b" not in p.macros else None
        body.add(f"float32_t *{name}x = {v.text};")
        return Value(f"CAT({name}, x)", v.constants)
    if p.chance(3):
        body.add(f"float32_t *{name} = {v.text};", f"#define {name.upper()}{body.name} {name}")
        return Value(f"{name.upper()}{body.name}", v.constants)
    body.add(f"struct {{ float32_t *p; int n; }} {name}a = {{{v.text}, 1}}, {name};",
             f"memcpy(&{name}, &{name}a, sizeof {name});")
    return Value(f"{name}.p", v.constants)


def bits(p: Program, body: Body, v: Value) -> Value:
    """The address bit by bit, so that only conditions carry it: not asked to be followed."""
    name = body.local("b")
    p.touch(v)
    test = p.pick(("if (({a} >> i) & 1) {b} |= (addr_t)1 << i;", "{b} |= (addr_t)!!(({a} >> i) & 1) << i;",
                   "{b} |= ({a} >> i) & 1 ? (addr_t)1 << i : 0;", "{b} += (addr_t)((({a} >> i) & 1) == 1) << i;",
                   "{b} |= ((addr_t)(({a} >> i) % 2 && 1)) << i;",
                   "switch (({a} >> i) & 1) {{ case 1: {b} |= (addr_t)1 << i; }}"))
    body.add(f"addr_t {name}a = (addr_t){v.text}, {name} = 0;",
             f"for (int i = 0; i < 32; i++) {{ {test.format(a=name + 'a', b=name)} }}")
    return Value(f"((float32_t *){name})", v.constants)


ROUTES: tuple[Route, ...] = (local_copy, structure, integer, indirect, array, nested, advance, choice, union, branch, other_type,
                             shadow, pieces, copied, bits)
