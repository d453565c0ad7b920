"""Deeply nested C neither ends the process nor the thread that asked."""

import threading

import pytest
from gapnet.analyse import analyse
from gapnet.deep import with_deep_stack
from networks import network


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


def test_results_and_errors_come_back():
    assert with_deep_stack(lambda: 42) == 42
    with pytest.raises(ZeroDivisionError):
        with_deep_stack(lambda: 1 // 0)


def test_deep_recursion_from_a_thread_with_a_small_stack():
    found = []
    before = threading.stack_size(256 << 10)
    try:
        thread = threading.Thread(target=lambda: found.append(with_deep_stack(lambda: depth(5000))))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert found == [5000]


def test_deeply_nested_blocks_are_read():
    body = "if (n) { " * 200 + "cl_ram_write(P, 0, 16);" + " }" * 200
    code = network([("P", 16, "0.hex")], after=f"void Run(int n) {{ {body} }}\n")
    assert analyse({"Network.c": code.encode()}).constants[0].reason == "written by cl_ram_write"
