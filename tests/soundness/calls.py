"""Ways an address takes from one function to another and back."""

from __future__ import annotations

from program import HEADER, POINTER, Body, Program, Value
from routes import Route


def _identity(p: Program) -> str:
    """Name of a new function that returns its argument, up to three calls deep."""
    name = ""
    for _ in range(p.number(1, 3)):
        inner = f"{name}(x)" if name else p.pick(("x", "x + zero", "zero ? x : x", "(x)", "*&x"))
        made = p.function("id", POINTER, p.pick(("float32_t *x", "float32_t x[]", "float32_t *const x")), HEADER)
        made.add(p.pick((f"return {inner};", f"float32_t *y = {inner}; return y;",
                         f"static float32_t *y; y = {inner}; return y;")))
        name = made.name
    return name


def pass_through(p: Program, body: Body, v: Value) -> Value:
    """A function that returns its argument, now and then one that other addresses go through too; called in several forms."""
    if "id" in p.helpers and p.chance(3):
        name, seen = p.helpers["id"]
    else:
        name, seen = _identity(p), frozenset()
    p.mix(seen, v.constants)
    p.helpers["id"] = name, seen | v.constants
    result = body.local("r")
    call = p.pick(("{f}({e})", "(*{f})({e})", "(&{f})({e})", "({f})({e})", "(**{f})({e})",
                   "((float32_t *(*)(float32_t *)){f})({e})"))
    body.add(f"float32_t *{result} = {call.format(f=name, e=v.text)};")
    return Value(result, v.constants)


def out_parameter(p: Program, body: Body, v: Value) -> Value:
    """A function that stores its argument through a pointer, or in a field."""
    kind = p.struct(("src", "dst"))
    made = p.function("put", "void", f"float32_t **out, float32_t *x, {kind} *args", HEADER)
    made.add(p.pick(("*out = x;", "out[0] = x;", "args->src = x; *out = args->src;", "args->dst = x; *out = args->dst;")))
    name = body.local("o")
    body.add(f"float32_t *{name}; {kind} {name}s = {{0}};", f"{made.name}(&{name}, {v.text}, &{name}s);")
    return Value(name, v.constants)


def by_value(p: Program, body: Body, v: Value) -> Value:
    """A structure passed or returned by value, also from `?:`, a comma or an assignment."""
    kind = p.struct(("src", "dst"))
    made = p.function("val", kind, f"{kind} x", HEADER)
    made.add(p.pick(("return x;", f"{kind} y = x; return y;", f"return ({kind}){{x.src, x.dst}};",
                     f"{kind} y; y.dst = x.dst; y.src = x.src; return y;",
                     f"{kind} y = {{0}}; return zero ? y : x;", f"{kind} *y = &x; return *y;")))
    name, other = body.local("v"), p.filler(body)
    body.add(f"{kind} {name} = {{{other.text}, {v.text}}}, {name}o = {{0}};")
    p.mix(v.constants, other.constants)
    argument = p.pick(("{n}", "*&{n}", "(zero ? {n}o : {n})", "(buf[3] = 0, {n})", "({n}o = {n})",
                       f"({kind}){{{{{other.text}, {v.text}}}}}"))
    argument = argument.replace("{n}", name).replace("{{", "{").replace("}}", "}")
    if p.chance(2):
        return Value(f"{made.name}({argument}).dst", v.constants)
    body.add(f"{kind} {name}r = {made.name}({argument});")
    return Value(f"{name}r.dst", v.constants)


def function_pointer(p: Program, body: Body, v: Value) -> Value:
    """A call through a table, a field, a local or an integer."""
    made = p.function("fp", POINTER, "float32_t *x", HEADER)
    made.add("return x;")
    other = p.function("fp", POINTER, "float32_t *x", HEADER)
    other.add("(void)x; return arena();")
    name, a, b = body.local("f"), made.name, other.name
    kind = "float32_t *(*{})(float32_t *)"
    setup, call = p.pick((
        (f"{kind.format(name)} = {a};", f"{name}"), (f"{kind.format(name)} = zero ? {b} : &{a};", f"(*{name})"),
        (f"{kind.format(name + '[2]')} = {{{b}, {a}}};", f"{name}[zero + 1]"),
        (f"static {kind.format('const ' + name + '[]')} = {{{a}, {b}}};", f"{name}[zero]"),
        (f"struct {{ {kind.format('rd')}; {kind.format('wr')}; }} {name} = {{{a}, {b}}};", f"{name}.rd"),
        (f"struct {{ {kind.format('rd')}; {kind.format('wr')}; }} {name} = {{.wr = {a}, .rd = {b}}};", f"(&{name})->wr"),
        (f"addr_t {name} = (addr_t){a};", f"((float32_t *(*)(float32_t *)){name})"),
        (f"void *{name} = (void *){a};", f"((float32_t *(*)(float32_t *)){name})"),
    ))
    if "addr_t" in setup:  # a function's address as an integer may be any function
        p.touch(v)
    body.add(setup, f"float32_t *{name}r = {call}({v.text});")
    return Value(f"{name}r", v.constants)


def macro(p: Program, body: Body, v: Value) -> Value:
    """A macro that is an expression of its parameters, or one that is more than that."""
    name = p.unique("MAC")
    simple = p.pick(("{m}(x) (x)", "{m}(x) ((float32_t *)(x))", "{m}(x) ((x) + 0)", "{m}(x) ((float32_t *)((addr_t)(x) + 0))"))
    hard = p.pick(("{m}(x) x", "{m}(x) (buf[4] = 0, (x))", "{m}(x) x + 0", "{m}(x) (*&(float32_t *){{x}})"))
    if p.chance(3):
        p.touch(v)
        simple = hard
    p.macros.append("#define " + simple.replace("{m}", name).replace("{{", "{").replace("}}", "}"))
    result = body.local("w")
    body.add(f"float32_t *{result} = {name}({v.text});")
    return Value(result, v.constants)


BACK: tuple[Route, ...] = (pass_through, out_parameter, by_value, function_pointer, macro)


def closure(p: Program, body: Body, v: Value) -> tuple[Body, Value]:
    """A closure as Deeploy writes it; what follows happens inside."""
    fields = ["ref", "other", "third"][:p.number(1, 3)]
    at = p.number(0, len(fields) - 1)
    kind, args = p.struct(fields), body.local("args")
    others = [p.filler(body) for _ in fields]
    items = [f".{f} = {v.text if i == at else o.text}" for i, (f, o) in enumerate(zip(fields, others, strict=True))]
    made = p.function("closure", "void", "void *args", caller=body)
    made.add(*(f"float32_t *{f} = (({kind} *)args)->{f};" for f in fields))
    for i, f in enumerate(fields):
        if i != at and p.chance(2):
            made.add(f"cl_ram_read(buf, {f}, 4);")
    body.add(f"{kind} {args} = ({kind}){{{', '.join(items)}}};", p.pick((
        f"{made.name}(&{args});", f"pi_cl_team_fork(NUM_CORES, (void *){made.name}, &{args});",
        f"pi_cl_team_fork(NUM_CORES, {made.name}, (void *)&{args});",
        f"{{ void (*{args}r)(void *) = {made.name}; {args}r(&{args}); }}",
        f"{{ struct {{ void (*run)(void *); void *with; }} {args}t = {{{made.name}, &{args}}}; {args}t.run({args}t.with); }}",
        f"{{ {kind} {args}c = {args}; {made.name}((void *)&{args}c); }}")))
    return made, Value(fields[at], v.constants)


def parameter(p: Program, body: Body, v: Value) -> tuple[Body, Value]:
    """A function that takes the address; what follows happens inside."""
    other = p.filler(body)
    parameters = p.pick(("float32_t *x, float32_t *y", "float32_t x[], void *y", "float32_t *const x, addr_t y"))
    made = p.function("step", "void", parameters, caller=body)
    body.add(f"{made.name}({v.text}, {'(addr_t)' if 'addr_t' in made.head else ''}{other.text});")
    return made, Value("x", v.constants)


def file_scope(p: Program, body: Body, v: Value) -> tuple[Body, Value]:
    """A file-scope object that another function of the file reads."""
    if body.file == HEADER:
        return parameter(p, body, v)
    name = p.unique("kept")
    kind = p.pick(("static float32_t *{n};", "static float32_t *{n}[2];", "static struct {{ int n; float32_t *p; }} {n};",
                   "static void *{n};", "static addr_t {n};"))
    place = name + ("[1]" if "[2]" in kind else ".p" if "struct" in kind else "")
    p.globals[body.file].append(kind.format(n=name))
    made = p.function("later", "void", "void", body.file, body)
    body.add(f"{place} = {'(addr_t)' if 'addr_t' in kind else ''}{v.text};", f"{made.name}();")
    return made, Value(f"((float32_t *){place})", v.constants)


ONWARD = (closure, parameter, file_scope)
