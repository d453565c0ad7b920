"""What runs again after which change, and that nothing else does."""

import os
import shutil

import pytest
from gapnet.image import parse
from scons_project import APP, HEAD, NETWORK, OUTPUTS, SITE_SCONS
from tiny_network import CONSTANTS, content


def image(project):
    return {f.name: f.data for f in parse(project.read("build/kws/readfs.img"))}


def shared(project):
    """(constant, whose memory it uses, the file that fills it), without the symbols' common prefix."""
    cut = len("DeeployNetwork_")
    return [(c["name"][cut:], (c["shared_with"] or c["name"])[cut:], c["image_file"])
            for c in project.manifest()["networks"][0]["constants"]]


@pytest.fixture
def built(make_project):
    project = make_project(APP)
    assert project.run().ran == ["read", "share", "compile", "link"]
    return project


def assert_as_clean(project, make_project, sconstruct=APP):
    """The outputs are those of a first build of the same inputs elsewhere."""
    fresh = make_project(sconstruct, name="fresh")
    shutil.rmtree(fresh.folder / "gen")
    shutil.copytree(project.folder / "gen", fresh.folder / "gen")
    fresh.run()
    assert project.snapshot("build") == fresh.snapshot("build")


def test_a_second_run_does_nothing(built):
    assert set(built.snapshot()) - {"Network.o"} == OUTPUTS
    built.assert_up_to_date()


def test_c_and_image_follow_when_a_constant_is_inserted_and_equal_files_are_renumbered(built, make_project):
    built.generate((("first", 2), *CONSTANTS))
    assert built.run().ran == ["read", "share", "compile", "link"]
    assert shared(built)[0] == ("first", "first", "0.hex") and shared(built)[2] == ("bias", "first", "0.hex")
    assert_as_clean(built, make_project)


def test_c_and_manifest_follow_when_two_equal_constants_are_swapped(built, make_project):
    swapped = tuple({"conv": ("conv_again", 1), "conv_again": ("conv", 1)}.get(name, (name, n)) for name, n in CONSTANTS)
    built.generate(swapped)
    assert built.run().ran == ["read", "share", "compile", "link"]
    assert ("conv", "conv_again", "0.hex") in shared(built)
    assert_as_clean(built, make_project)


def test_the_manifest_follows_when_equal_files_trade_names_and_the_c_says_so(built, make_project):
    source = built.read("gen/Network.c")
    built.write("gen/Network.c", source.replace(b'"0.hex"', b'"x"').replace(b'"2.hex"', b'"0.hex"').replace(b'"x"', b'"2.hex"'))
    built.run()
    assert ("conv", "conv", "2.hex") in shared(built)
    assert_as_clean(built, make_project)


def test_changed_weights_rebuild_the_image_and_no_c(built, make_project):
    built.write("gen/hex/3.hex", content(9))
    assert built.run().ran == ["share"]
    assert image(built)["3.hex"] == content(9)
    built.assert_up_to_date()
    assert_as_clean(built, make_project)


def test_changed_weights_of_both_equal_constants_rebuild_the_image_and_no_c(built):
    for name in ("0.hex", "2.hex"):
        built.write(f"gen/hex/{name}", content(9))
    assert built.run().ran == ["share"]
    assert image(built)["0.hex"] == content(9)


def test_changed_weights_that_change_the_sharing_compile_the_c_but_do_not_parse_it(built, make_project):
    built.write("gen/hex/2.hex", content(9))
    assert built.run().ran == ["share", "compile", "link"]
    assert ("conv_again", "conv_again", "2.hex") in shared(built)
    assert_as_clean(built, make_project)


def test_a_changed_comment_follows_into_the_patched_c(built):
    before = built.read("build/kws/readfs.img")
    built.generate(comment="another day")
    assert built.run().ran[:2] == ["read", "share"]
    assert b"another day" in built.read("build/kws/Network.c") and built.read("build/kws/readfs.img") == before


def test_a_touched_input_rebuilds_nothing(built):
    for path in (built.folder / "gen").rglob("*"):
        os.utime(path, (1, 1))
    built.assert_up_to_date()


@pytest.mark.slow
def test_an_option_reruns_what_it_decides(built):
    options = '"gen"'
    for option, rerun in (
        ("ALIGN=4", ["share"]),
        ('NAME="other"', ["share"]),
        ('FUNCTIONS=["project_read(none, read)"]', ["read", "share"]),  # the manifest says what the proof rests on
        ('GAPNETWORKCOMSTR="Sharing constants of $SOURCE"', []),
        ("GAPNETWORKVERBOSE=True", []),
        ("SHARE=False", ["share", "compile", "link"]),
    ):
        options += f", {option}"
        built.write("SConstruct", APP.replace('"gen"', options))
        assert built.run().ran == rerun, option
    built.assert_up_to_date()


@pytest.mark.slow
def test_a_changed_source_of_the_tool_reruns_it(make_project):
    project = make_project()
    (project.folder / "site_scons").unlink()
    shutil.copytree(SITE_SCONS, project.folder / "site_scons", ignore=shutil.ignore_patterns("__pycache__"))
    project.run()
    for source in ("gapnet/readonly.py", "gapnet/functions.txt", "gapnet/page/page.css", "site_tools/gapnetwork/builder.py"):
        with (project.folder / "site_scons" / source).open("a") as file:
            file.write("# changed\n")
        assert project.run().ran == ["read", "share"], source
    project.assert_up_to_date()


@pytest.mark.slow
def test_all_outputs_are_as_before_when_any_one_was_deleted(make_project):
    project = make_project()
    project.run()
    before = project.snapshot()
    for name in sorted(OUTPUTS):
        (project.folder / "build/kws" / name).unlink()
        project.run()
        assert project.snapshot() == before, name
    project.assert_up_to_date()


def test_the_image_has_no_orphan_when_a_constant_is_removed(built, make_project):
    built.write("build/kws/notes.txt", "mine")
    built.generate(CONSTANTS[:3])
    built.run()
    assert set(image(built)) == {"0.hex", "1.hex"}
    assert built.manifest()["networks"][0]["stale"] == ["3.hex", "4.hex"]
    built.run("-c")
    assert built.snapshot("build") == {"kws/notes.txt": b"mine"}


def test_a_source_that_is_gone_upstream_leaves_nothing_in_the_target_folder(make_project):
    project = make_project()
    project.write("gen/Extra.c", "int extra;\n")
    project.run()
    (project.folder / "gen/Extra.c").unlink()
    project.run()
    assert set(project.snapshot()) == OUTPUTS


def test_clean_removes_what_an_earlier_run_wrote_for_a_source_that_is_gone(make_project):
    project = make_project()
    project.write("gen/Extra.c", "int extra;\n")
    project.run()
    (project.folder / "gen/Extra.c").unlink()
    project.run("-c")
    assert not project.snapshot()


def test_a_file_that_nothing_loads_is_reported_and_reads_no_c_again(built):
    built.write("gen/hex/99.hex", content(9))
    assert built.run().ran == ["share"]
    assert built.manifest()["networks"][0]["stale"] == ["99.hex"]
    built.write("gen/hex/99.hex", content(8))
    built.assert_up_to_date()


def test_a_folder_in_hex_does_no_harm(built):
    built.write("gen/hex/old/0.hex", content(9))
    built.assert_up_to_date()


def test_every_file_counts_where_a_name_is_computed(make_project):
    project = make_project()
    source = project.read("gen/Network.c").decode()
    project.write("gen/Network.c", source + "void LoadMore(const char *name) {\n"
                  "  load_file_to_local(DeeployNetwork_MEMORYARENA_L2, name);\n}\n")
    project.write("gen/hex/other.hex", content(5))
    project.run()
    assert image(project)["other.hex"] == content(5)
    project.write("gen/hex/other.hex", content(6))
    assert project.run().ran == ["share"]
    assert image(project)["other.hex"] == content(6)


def test_a_network_without_files_has_no_image(make_project):
    project = make_project(HEAD + 'net = env.GapNetwork("build/kws", "gen")\nassert not net.image\n'
                           'env.Program("build/app", net.sources + net.image)\n', ())
    project.run()
    assert set(project.snapshot()) - {"Network.o"} == OUTPUTS - {"readfs.img"}
    assert project.manifest()["image"] is None
    assert project.read("build/kws/Network.c") == project.read("gen/Network.c")
    project.assert_up_to_date()


def test_line_ends_stay_crlf(make_project):
    project = make_project(newline="\r\n")
    project.run()
    for name in ("Network.c", "Network.h"):
        text = project.read(f"build/kws/{name}")
        assert text.count(b"\r\n") == text.count(b"\n") > 3
    assert b"conv_again = DeeployNetwork_conv;\r\n" in project.read("build/kws/Network.c")


def test_the_implicit_cache_of_scons_sees_changed_weights(make_project):
    project = make_project('SetOption("implicit_cache", 1)\n' + NETWORK)
    project.run()
    project.write("gen/hex/3.hex", content(9))
    assert project.run().ran == ["share"]
    project.generate((("first", 7), *CONSTANTS))
    project.run()
    project.write("gen/hex/5.hex", content(11))
    project.run()
    assert image(project)["5.hex"] == content(11)
