"""The judge passes what is right and stops what is wrong, whoever made it."""

import pytest
from gapnet.errors import InternalError
from gapnet.image import build
from gapnet.verify import read_image, verify

A, B = b"\xaa" * 8, b"\xbb" * 8
BEFORE = """static int8_t *ARENA_L3; static float32_t *P, *Q, *R, *S;
void InitNetwork() {
  ARENA_L3 = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 64);
  P = cl_ram_malloc(5);
  load_file_to_ram(P, "0.hex");
  Q = cl_ram_malloc(8);
  load_file_to_ram(Q, "1.hex");
  R = cl_ram_malloc(8);
  load_file_to_ram(R, "2.hex");
  S = cl_ram_malloc(8);
  load_file_to_ram(S, "3.hex");
  input_0 = (float32_t *)((char *)ARENA_L3 + 16);
  load_file_to_ram(input_0, "4.hex");
}
void RunNetwork() { cl_ram_write(S, 0, 8); log_text("kws"); }
"""
FILES = {"0.hex": A, "1.hex": A, "2.hex": B, "3.hex": A, "4.hex": A}
AFTER = (
    BEFORE.replace("cl_ram_malloc(5)", "cl_ram_malloc(8)")
    .replace("Q = cl_ram_malloc(8);", "Q = P;")
    .replace('  load_file_to_ram(Q, "1.hex");\n', "  \n")
    .replace("3.hex", "0.hex")
    .replace("4.hex", "0.hex")
)
SHIPPED = [("0.hex", A), ("2.hex", B)]
PROVED = {("Network.c", name): 0 for name in "PQR"}


def judge(after=AFTER, shipped=SHIPPED, before=BEFORE, proved=PROVED, image=None):
    verify({"Network.c": before.encode()}, {"Network.c": after.encode()}, FILES, image or build(shipped), proved)


def test_the_right_result_passes():
    judge()


def test_an_untouched_program_passes():
    judge(after=BEFORE, shipped=list(FILES.items()))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'R = cl_ram_malloc(8);\n  load_file_to_ram(R, "2.hex");',
            "R = P;",
            "Network.c:R shows other bytes than in the original",
        ),
        ("P = cl_ram_malloc(8);", "P = cl_ram_malloc(5);", "Network.c:Q has 5 bytes instead of 8"),
        ('load_file_to_ram(R, "2.hex")', 'load_file_to_ram(R, "0.hex")', "Network.c:R shows other bytes than in the original"),
        ('load_file_to_ram(input_0, "0.hex")', 'load_file_to_ram(input_0, "2.hex")', None),
        ('load_file_to_ram(input_0, "0.hex")', 'load_file_to_ram(input_1, "0.hex")', None),
        ('load_file_to_ram(P, "0.hex");', "", None),
        ("Q = P;", "", "Network.c:Q points nowhere"),
        ("cl_ram_write(S", "cl_ram_write(R", "Network.c was changed outside allocations and loads"),
        ("kws", "KWS", "Network.c was changed outside allocations and loads"),
        ('"2.hex"', '"9.hex"', "'9.hex' is loaded, but the image does not hold it"),
    ],
)
def test_a_wrong_program_is_stopped(old, new, message):
    assert old in AFTER
    with pytest.raises(InternalError) as error:
        judge(AFTER.replace(old, new))
    assert message is None or error.value.message == message


def test_a_load_that_was_too_large_before_is_not_our_fault():
    before = b'void InitNetwork() { P = cl_ram_malloc(8); load_file_to_ram(P, "0.hex"); load_file_to_local(L, "1.hex"); }'
    files = {"0.hex": A + A, "1.hex": A + A}
    verify({"N.c": before}, {"N.c": before.replace(b"0.hex", b"1.hex")}, files, build([("1.hex", A + A)]), {})
    right = before.replace(b"8", b"16")
    with pytest.raises(InternalError, match="'1.hex' into N.c:P is larger than its allocation"):
        verify({"N.c": right}, {"N.c": before.replace(b"0.hex", b"1.hex")}, files, build([("1.hex", A + A)]), {})


def test_what_another_function_loads_may_not_be_there():
    after = AFTER.replace("  Q = P;\n", "}\nvoid InitMore() {\n  Q = P;\n")
    before = BEFORE.replace("  Q = cl", "}\nvoid InitMore() {\n  Q = cl")
    bodies = {("Network.c", name): int(name != "P") for name in "PQR"}
    with pytest.raises(InternalError, match="^Network.c:Q is pointed to P, which another function loads$"):
        judge(after, before=before, proved=bodies)


@pytest.mark.parametrize("line", ['#include "dory_mem.h"\n', "// said\n", "/* said */\n"])
def test_includes_and_comments_stay_as_they_are(line):
    """Another header is another program, and what a comment ends with can hide the next line."""
    judge(line + AFTER, before=line + BEFORE)
    with pytest.raises(InternalError, match="was changed outside"):
        judge(line.replace("m.h", "n.h").replace("said", "sai\\") + AFTER, before=line + BEFORE)


def test_a_written_constant_that_was_shared_is_stopped():
    after = AFTER.replace("S = cl_ram_malloc(8);", "S = P;").replace('  load_file_to_ram(S, "0.hex");\n', "")
    with pytest.raises(InternalError) as error:
        judge(after)
    assert error.value.message == "Network.c:S shares memory, but is not proved read-only"


def test_an_alias_before_the_load_is_stopped():
    after = AFTER.replace("  Q = P;\n", "").replace(
        '  load_file_to_ram(P, "0.hex");', '  Q = P;\n  load_file_to_ram(P, "0.hex");'
    )
    with pytest.raises(InternalError) as error:
        judge(after)
    assert error.value.message == "Q is pointed to P before P is loaded"


@pytest.mark.parametrize(
    "shipped", [[("0.hex", A)], [("0.hex", A), ("2.hex", A)], [("0.hex", B), ("2.hex", B)], [("0.hex", A[:4]), ("2.hex", B)]]
)
def test_a_wrong_image_is_stopped(shipped):
    with pytest.raises(InternalError):
        judge(shipped=shipped)


def test_an_image_that_lacks_a_name_which_the_program_says_is_stopped():
    say = 'void Log() { log_text("1.hex"); }\n'
    judge(AFTER + say, [*SHIPPED, ("1.hex", A)], BEFORE + say)
    with pytest.raises(InternalError) as error:
        judge(AFTER + say, SHIPPED, BEFORE + say)
    assert error.value.message == "'1.hex' is named by the program, but the image does not hold it"


def test_a_lost_source_is_stopped():
    with pytest.raises(InternalError) as error:
        verify({"Network.c": BEFORE.encode(), "Network.h": b""}, {"Network.c": AFTER.encode()}, FILES, build(SHIPPED), PROVED)
    assert error.value.message == "Network.h is missing from the result"


def test_images_are_read_as_the_device_does():
    image = build([("0.hex", A), ("1.hex", A), ("2.hex", B)])
    assert read_image(image) == {"0.hex": A, "1.hex": A, "2.hex": B}
    for damaged in (image[:-1], image[:20], b"", image[:8] + b"\2" + image[9:], image[:12] + b"\0" + image[13:]):
        with pytest.raises(InternalError):
            read_image(damaged)
