"""Every wrong call of GapNetwork, as data: (lines of the SConstruct, what SCons says behind their place), and the cures."""

_OPTIONS = ("GAPNETWORKCOMSTR, GAPNETWORKVERBOSE, GAPNETWORK_ALIGN, GAPNETWORK_BASELINE, GAPNETWORK_BLOCK_SIZE, "
            "GAPNETWORK_BOARD, GAPNETWORK_BOOT_LOADER, GAPNETWORK_COMMON, GAPNETWORK_FLASHCOMSTR, GAPNETWORK_FLASH_SIZE, "
            "GAPNETWORK_FLASH_TYPE, GAPNETWORK_FUNCTIONS, GAPNETWORK_L2_SIZE, GAPNETWORK_L3_SIZE, GAPNETWORK_MAX_GROWTH, "
            "GAPNETWORK_NAME, GAPNETWORK_PARTITION_TABLE, GAPNETWORK_REQUIRE_SHARED, GAPNETWORK_SHARE, GAPNETWORK_VERIFY")
_NODES = ". If a builder of this build writes it, give GapNetwork the builder's nodes"
_WRITE = ". Write it as in functions.txt, for example 'my_read(none, read, local, number)'"
_OTHERS = ("GapNetwork: build/kws is already built from other sources or with other options; give each call a target folder of "
           "its own")
_ALIGN = "but must be a power of two up to 1048576"

WRONG = {
    "no_c": ('env.GapNetwork("build/kws", "empty")', f"GapNetwork: there is no .c file in empty{_NODES}"),
    "nothing_given": ('env.GapNetwork("build/kws", [])', f"GapNetwork: there is no .c file in an empty list of sources{_NODES}"),
    "no_source": ('env.GapNetwork("build/kws")', f"GapNetwork: there is no .c file in an empty list of sources{_NODES}"),
    "two_folders": ('env.GapNetwork(["build/a", "build/b"], "gen")', "GapNetwork: give one target folder, not build/a, build/b"),
    "no_target": ('env.GapNetwork(None, "gen")', "GapNetwork: give one target folder, not None"),
    "target_is_a_file": ('env.GapNetwork("gen/Network.c", "gen")',
                         "GapNetwork: the target gen/Network.c is a file; give a folder"),
    "target_is_a_node": ('env.GapNetwork(File("other"), "gen")', "GapNetwork: the target other is a file; give a folder"),
    "same_folder": ('env.GapNetwork("gen", "gen")',
                    "GapNetwork: source and target are the same folder, gen; give a target folder of its own"),
    "two_of_a_name": ('env.GapNetwork("build/kws", ["gen", "more/Network.c"])', "GapNetwork: two sources are called Network.c"),
    "unknown_option": ('env.GapNetwork("build/kws", "gen", ALGIN=4)', f"GapNetwork has no option ALGIN; it has {_OPTIONS}"),
    "unknown_long_option": ('env.GapNetwork("build/kws", "gen", GAPNETWORK_ALGIN=4)',
                            f"GapNetwork has no option GAPNETWORK_ALGIN; it has {_OPTIONS}"),
    "odd_align": ('env.GapNetwork("build/kws", "gen", ALIGN=6)', f"GAPNETWORK_ALIGN is 6, {_ALIGN}"),
    "no_number": ('env.GapNetwork("build/kws", "gen", ALIGN="eight")', f"GAPNETWORK_ALIGN is 'eight', {_ALIGN}"),
    "bad_function": ('env.GapNetwork("build/kws", "gen", FUNCTIONS="my_read none")',
                     "GAPNETWORK_FUNCTIONS: function 'my_read none' cannot be understood: it is not name(effect, ...) or "
                     f"name(effect, ...) -> result{_WRITE}"),
    "bad_effect": ('env.GapNetwork("build/kws", "gen", FUNCTIONS=["f(reed)"])',
                   "GAPNETWORK_FUNCTIONS: function 'f(reed)' cannot be understood: 'reed' is not one of none, number, read, "
                   f"write, free, local, out, request, load, file, size, read_if(N), task(N), ...{_WRITE}"),
    "no_growth": ('env.GapNetwork("build/kws", "gen", BASELINE="baseline.json", MAX_GROWTH="4x")',
                  "GAPNETWORK_MAX_GROWTH '4x' cannot be understood. Write bytes, as 4096, 0x1000, 4K or 1M, below 4 GiB"),
    "growth_of_nothing": ('env.GapNetwork("build/kws", "gen", MAX_GROWTH="4K")',
                          "GapNetwork: GAPNETWORK_MAX_GROWTH needs GAPNETWORK_BASELINE, the manifest that must not be outgrown"),
    "two_baselines": ('env.GapNetwork("build/kws", "gen", BASELINE=["a.json", "b.json"])',
                      "GapNetwork: GAPNETWORK_BASELINE must be one manifest, not a.json, b.json"),
    "baseline_is_a_folder": ('env.GapNetwork("build/kws", "gen", BASELINE="more")',
                             "GapNetwork: GAPNETWORK_BASELINE must be one manifest, but more is a folder"),
    "other_options": ('env.GapNetwork("build/kws", "gen")\nenv.GapNetwork("build/kws", "gen", ALIGN=4)', _OTHERS),
    "other_sources": ('env.GapNetwork("build/kws", "gen")\nenv.GapNetwork("build/kws", ["more/Network.c"])', _OTHERS),
}

CURES = {
    "no_c": "give the folder that the generator wrote, or the builder's nodes",
    "nothing_given": "the same",
    "no_source": "the same",
    "two_folders": "one call for each folder",
    "no_target": "name a target folder",
    "target_is_a_file": "give a folder",
    "target_is_a_node": "give a folder: `Dir(...)` or its name",
    "same_folder": "give a target folder of its own",
    "two_of_a_name": "give one of them, or two calls with two targets",
    "unknown_option": "spell it as in the README",
    "unknown_long_option": "the same",
    "odd_align": "use 8, or 4",
    "no_number": "use 8, or 4",
    "bad_function": "write it as in [`functions.txt`](../site_scons/gapnet/functions.txt)",
    "bad_effect": "the same",
    "no_growth": "write it so",
    "growth_of_nothing": "give a `BASELINE`, or leave it out",
    "two_baselines": "give one",
    "baseline_is_a_folder": "give the manifest in it",
    "other_options": "give each call a target folder of its own",
    "other_sources": "the same",
}
