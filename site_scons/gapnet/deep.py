"""Room for deeply nested C: parsers and walkers recurse, and SCons starts its threads with a small stack."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
_STACK_BYTES = 256 << 20
_FRAMES = 60_000
_starting = threading.Lock()


def with_deep_stack(work: Callable[[], T]) -> T:
    """Result of `work()`, run in a thread of its own with a large stack; its exceptions are raised here."""
    outcome: dict[str, Any] = {}

    def run() -> None:
        try:
            outcome["result"] = work()
        except BaseException as error:  # handed on to the caller
            outcome["error"] = error

    if sys.getrecursionlimit() < _FRAMES:
        sys.setrecursionlimit(_FRAMES)
    with _starting:
        before = threading.stack_size(_STACK_BYTES)
        try:
            thread = threading.Thread(target=run, daemon=True)
            thread.start()
        finally:
            threading.stack_size(before)
    thread.join()
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"]
