"""What happens to an address in the end: it is read, or touched in one of the ways that forbid sharing."""

from __future__ import annotations

from program import NETWORK, OPS, Body, Program, Value

READS = (
    "cl_ram_read(buf, {e}, 4);",
    "pi_cl_ram_copy_2d(get_ram_ptr(), (uint32_t)(addr_t){e}, buf, 4, 4, 4, 1, &req);",
    "pi_cl_ram_read(get_ram_ptr(), (addr_t){e}, buf, 4, &req); pi_cl_ram_read_wait(&req);",
    "if ({e} != NULL) {{ cl_ram_read(buf, {e}, 4); }}",
    "{{ static const uint8_t way[] = {{1, 1}}; pi_cl_ram_copy(get_ram_ptr(), (addr_t){e}, buf, 4, 1, &req); (void)way; }}",
    "for (int i = 0; i < 2; i++) {{ pi_cl_ram_copy(get_ram_ptr(), (addr_t){e} + 4 * i, buf, 4, 1, 0); }}",
    "pi_cl_ram_copy(get_ram_ptr(), (addr_t){e}, buf, 4, READING, 0);",
    "pi_cl_ram_copy(get_ram_ptr(), (addr_t){e}, buf, 4, ways_read[zero], 0);",
)
WRITES = (
    "cl_ram_write({e}, buf, 4);",
    "pi_cl_ram_copy_2d(get_ram_ptr(), (uint32_t)(addr_t){e}, buf, 4, 4, 4, 0, &req);",
    "pi_cl_ram_write(get_ram_ptr(), (addr_t){e}, buf, 4, &req);",
    "sdk_write({e});",
    "*(char *){e} = (char)(*(char *){e} ^ 1);",
    "{e}[0] = 1.5f;",
    "memset({e}, 3, 4);",
    "memcpy({e}, buf, 4);",
    "{{ int way = zero; pi_cl_ram_copy(get_ram_ptr(), (addr_t){e}, buf, 4, way, 0); }}",
    "pi_cl_ram_copy(get_ram_ptr(), (addr_t){e}, buf, 4, WRITING, 0);",
    "for (int i = 0; i < 2; i++) pi_cl_ram_copy(get_ram_ptr(), (addr_t){e}, buf, 4, ways_mixed[i], 0);",
    "for (int i = 0; i < 3; i++) pi_cl_ram_copy(get_ram_ptr(), (addr_t){e}, buf, 4, ways_short[i], 0);",
    "{{ void (*put)(void *, const void *, size_t) = cl_ram_write; put({e}, buf, 4); }}",
    "(cl_ram_write)({e}, buf, 4);",
    "(zero ? cl_ram_read : cl_ram_write)({e}, buf, 4);",
    "PUT({e}, buf, 4);",
    "STORE_L3({e})",
    "buf[5] = (cl_ram_write({e}, buf, 4), 1);",
    "{{ char room[(cl_ram_write({e}, buf, 4), 4)]; room[0] = 0; (void)room; }}",
    "for (cl_ram_write({e}, buf, 4); zero; ) ;",
    "if ((cl_ram_write({e}, buf, 4), zero)) buf[6] = 0;",
    "zero || (cl_ram_write({e}, buf, 4), 1);",
    "load_file_to_ram({e}, \"again.hex\");",
    "cl_ram_free({e}, 64);",
    "{{ extern void sdk_write(void *); sdk_write({e}); }}",
    "*({e} + zero) += 1.0f;",
    "((union {{ float32_t f; int n; }} *){e})->n ^= 1;",
    "cl_ram_write((zero, {e}), buf, 4);",
)
GIVEN = (
    "if ({e} == arena()) buf[7] = 1;",
    "buf[8] = (float32_t)((addr_t){e} - (addr_t)arena());",
    "sdk_read({e});",
    "seen_by_all = {e};",
    "switch ((addr_t){e} & 8) {{ case 8: break; }}",
    "buf[(addr_t){e} & 7] = 0;",
    "if ((addr_t){e} < 4096) buf[7] = 1;",
)
TYPES = ("enum { WRITING, READING };", "static const uint8_t ways_read[] = {1, 1};",
         "static const uint8_t ways_mixed[] = {1, 0};",
         "static const uint8_t ways_short[1 + 2] = {1, 1};", "static pi_cl_ram_req_t req;", "extern float32_t *seen_by_all;",
         "extern void *net_outputs[2];")
MACROS = ("#define PUT(d, s, n) cl_ram_write(d, s, n)", "#define STORE_L3(d) cl_ram_write(d, buf, 4);")
AROUND = (
    ("", ""), ("if (zero == 0) {{", "}}"), ("for (int n = 0; n < 1; n++) {{", "}}"), ("BEGIN_SINGLE_CORE", "END_SINGLE_CORE"),
    ("SINGLE_CORE {{", "}}"), ("do {{", "}} while (zero);"), ("switch (zero) {{ case 0:;", "}}"),
    ("{{ int src = 1; (void)src;", "}}"),
    ("while (1) {{", "break; }}"), ("if (zero) {{ buf[9] = 0; }} else {{", "}}"),
    ("#if 1", "#endif"), ("#ifndef NEVER_DEFINED", "#else\nbuf[10] = 1;\n#endif"),
)


def end(p: Program, body: Body, v: Value) -> None:
    """Finish a way: mostly by a read."""
    before, after = (part.replace("{{", "{").replace("}}", "}") for part in p.pick(AROUND))
    kind = p.number(0, 9)
    if kind <= 5 or not v.constants:
        lines = [p.pick(READS)]
    elif kind <= 7:
        lines = [p.pick(WRITES)]
    elif kind == 8:
        lines = [p.pick(GIVEN)]
    else:
        _table(p, body, v)
        return
    if kind > 5 or ("NULL" in lines[0] and not v.text.isidentifier()):  # a test of an address that was moved tells of it
        p.touch(v)
    body.add(*filter(None, before.split("\n")), *(line.format(e=v.text) for line in lines), *filter(None, after.split("\n")))


def _table(p: Program, body: Body, v: Value) -> None:
    """The network's table of outputs, through which another file writes."""
    p.touch(v)
    made = p.function("flush", "void", "void", OPS)
    body.add(f"net_outputs[1] = {v.text};", f"{made.name}();")
    made.add(p.pick(("cl_ram_write(net_outputs[1], buf, 4);", "cl_ram_read(buf, net_outputs[1], 4);",
                     "void **o = net_outputs; sdk_write(o[1]);")))


def frame(p: Program) -> None:
    """What the ends refer to."""
    p.types += TYPES
    p.macros += MACROS
    p.globals[NETWORK] += ["float32_t *seen_by_all;", "void *net_outputs[2];"]
