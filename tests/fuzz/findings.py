"""Inputs that broke a promise, each kind once: the bytes, and beside them what happened."""

from __future__ import annotations

import hashlib
import traceback
from pathlib import Path


def kind_of(error: BaseException) -> str:
    """Where an exception was raised, the innermost three places; two inputs of one kind show the same fault."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    return " < ".join([type(error).__name__, *(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames))])


def keep(folder: Path, data: bytes, error: BaseException) -> bool:
    """Write one finding into a folder; whether it is the first of its kind."""
    kind = kind_of(error)
    target = folder / hashlib.sha256(kind.encode()).hexdigest()[:12]
    if target.exists():
        return False
    folder.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    target.with_suffix(".txt").write_text("".join(traceback.format_exception(error)), errors="backslashreplace")
    return True
