"""Where an address goes: small programs in, the verdict on one constant out."""

import pytest
from networks import verdict

STRUCTS = """
typedef struct { void *a; void *b; } pair_t;
typedef struct { int n; pair_t in; } nested_t;
typedef struct { int x[2]; void *p; void *q; } elided_t;
typedef union { void *p; uint32_t n; } view_t;
typedef void (*kernel_t)(void *);
static void rd(void *ext) { cl_ram_read(loc, ext, 16); }
static void wr(void *ext) { cl_ram_write(ext, loc, 16); }
static void *same(void *p) { return p; }
static pair_t pack(void *p) { pair_t s = {.a = p}; return s; }
"""

READ = [
    "rd(W);",
    "rd((char *)W + 4);",
    "pair_t s = {.a = W, .b = loc}; wr(s.b); rd(s.a);",
    "pair_t s = {W, loc}, t; t = s; wr(t.b); rd(t.a);",
    "nested_t n = {1, {W, loc}}; wr(n.in.b); rd(n.in.a);",
    "pair_t s = {.a = W, .b = loc}; pair_t *p = &s; wr(p->b); rd(p->a);",
    "if (W) rd(W); if (W != NULL) rd(W); if (!W) return;",
    "wr(loc); void *p = loc; wr(p); p = 0; (void)W;",
    "kernel_t k = core_id ? rd : rd; k(W);",
    "float32_t *tile = W; for (int i = 0; i < 4; i++) { rd(tile); tile += 4; }",
    "int n = sizeof(W) + sizeof(*W); wr(loc + n);",
    "pi_cl_team_fork(8, (void *)rd, W);",
    "float32_t *W = (float32_t *)loc; wr(W);",
    "uint32_t n = (uint32_t)W + 4; rd((void *)n);",
]

WRITE = {
    "void *p, *q; p = q = W; wr(p);": "W -> p -> ext",
    "pair_t s = {W, loc}, t; t = s; wr(t.a);": "W -> s.a -> t.a -> ext",
    "nested_t n = {1, {loc, W}}; pair_t *in = &n.in; wr(in->b);": "W -> n.in.b -> ext",
    "pair_t s; s.a = W; void **v = &s.a; wr(v[1]);": "W -> s.a -> s -> ext",
    "elided_t s = {1, 2, W, 0}; wr(s.p);": "W -> s -> ext",
    "pair_t s[2] = {{0, 0}, {loc, W}}; wr(s[core_id].b);": "W -> s[].b -> ext",
    "pair_t s[2] = {{W, 0}}; pair_t *r = s; r++; wr(r->a);": "W -> s[].a -> ext",
    "wr(same(W));": "W -> p -> result of same -> ext",
    "wr(pack(W).a);": "W -> p -> s.a -> result of pack.a -> ext",
    "view_t v; v.p = W; wr((void *)v.n);": "W -> v -> ext",
    "uint32_t q[2]; q[1] = (uint32_t)W; wr((void *)*(q + 1));": "W -> q[] -> ext",
    "kernel_t k = core_id ? rd : wr; k(W);": "W -> ext",
    "kernel_t k[2] = {rd, wr}; k[core_id](W);": "W -> ext",
    "(core_id ? rd : wr)(W);": "W -> ext",
    "(*wr)(W);": "W -> ext",
    "pi_cl_team_fork(8, (void *)wr, W);": "W -> ext",
    "void *p, *q; *(core_id ? &p : &q) = W; wr(q);": "W -> q -> ext",
    "void *p = W, *q; for (int i = 0; i < 4; i++) ((char *)&q)[i] = ((char *)&p)[i]; wr(q);": "W -> p -> q -> ext",
    "static void *k; if (core_id) k = W; else wr(k);": "W -> k -> ext",
    "{ void *p = W; { void *p = loc; } wr(p); }": "W -> p -> ext",
}

OTHERS = {
    "unknown(W);": "its address is given to unknown, which is not known",
    "unknown(&W);": "the address of W is taken",
    "pair_t s = {W}; unknown(&s);": "an object that holds its address is given to unknown, which is not known (W -> s.a -> s)",
    "pair_t s = {W}; unknown(s);": "its address is given to unknown, which is not known (W -> s.a)",
    "kernel_t k = extern_kernel; k(W);": "its address is given to a function that is not known",
    "seen_by_all = W;": "its address is stored in seen_by_all, which other files can see",
    "*extern_pointer = W;": "its address is stored through a pointer that is not known",
    "extern_struct->field = W;": "its address is stored through a pointer that is not known",
    "int n = loc[(uint32_t)W];": "its address is used as an index",
    "switch ((uint32_t)W) { case 0: break; }": "its address is compared",
    "for (float32_t *p = W; p < W + 4; p++) { rd(p); }": "its address is compared (W -> p)",
    (
        "uint32_t a = (uint32_t)W, b = 0; a ^= b; b ^= a; a ^= b; rd((void *)b);"
    ): "its address is combined with another address (W -> a)",
    "W[2] = 0;": "it is written by an assignment",
    "W[2]++;": "it is read as if it were L1 or L2 memory",
    "((pair_t *)W)->a = 0;": "it is written by an assignment",
    "pair_t s = *(pair_t *)W;": "it is read as if it were L1 or L2 memory",
    "W = 0;": "W is assigned here too",
    "W++;": "W is assigned here too",
    "pi_ram_alloc(0, &W, 16);": "the address of W is taken",
    "int x = ({ unknown(W); 1; });": "it is used in an expression that is not understood",
}


@pytest.mark.parametrize("run", READ)
def test_only_read(run):
    assert verdict(run, STRUCTS) == (True, None)


@pytest.mark.parametrize("run", WRITE)
def test_written_far_away(run):
    assert verdict(run, STRUCTS) == (False, f"written by cl_ram_write ({WRITE[run]})")


@pytest.mark.parametrize("run", OTHERS)
def test_out_of_sight(run):
    assert verdict(run, STRUCTS) == (False, OTHERS[run])


def test_recursion_ends():
    top = "static void again(void *p, int n) { if (n) again(p, n - 1); else cl_ram_write(p, loc, 16); }"
    assert verdict("again(W, 3);", top) == (False, "written by cl_ram_write (W -> p)")


def test_a_long_chain_is_shortened():
    run = "void *a = W, *b = a, *c = b, *d = c, *e = d, *f = e, *g = f; cl_ram_write(g, loc, 16);"
    proved, reason = verdict(run)
    assert not proved
    assert reason == "written by cl_ram_write (W -> a -> ... -> e -> f -> g)"


def test_a_table_of_functions_at_file_scope():
    top = STRUCTS + "typedef struct { kernel_t f; int n; } op_t;\nstatic const op_t ops[] = {{rd, 1}, {wr, 2}};\n"
    assert verdict("ops[core_id].f(W);", top) == (False, "written by cl_ram_write (W -> ext)")


def test_a_callback_that_unseen_code_calls_with_what_it_was_given():
    top = "static void *kept; static void later(void *p) { cl_ram_write(kept, loc, 16); }"
    assert verdict("kept = W; register_callback(later);", top)[0] is False


def test_a_function_of_another_file_may_be_static_there():
    files = {"b.c": "static void k(void *p) { cl_ram_write(p, 0, 16); }\nvoid b(void) { k(0); }\n"}
    assert verdict("k(W);", "static void k(void *p) { cl_ram_read(loc, p, 16); }", files) == (True, None)
    assert verdict("k(W);", "", files) == (False, "its address is given to k, which is not known")


def test_the_same_name_in_another_file_is_another_symbol():
    files = {"b.c": "static float32_t *W;\nvoid b(void) { cl_ram_write(W, 0, 16); }\n"}
    assert verdict("cl_ram_read(loc, W, 16);", files=files) == (True, None)
