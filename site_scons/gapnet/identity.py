"""Which tool this is: another one may see other things in the same C, or write them in another way."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from .contents import digest_of

PACKAGE = Path(__file__).resolve().parent


@cache
def tool_digest() -> str:
    """Digest of this package's files and of the one that tells the version of the parser, which is not imported for it. Raises
    ModuleNotFoundError where there is no parser."""
    parser = find_spec("pycparser")
    if parser is None or parser.origin is None:
        raise ModuleNotFoundError("No module named 'pycparser'", name="pycparser")
    return files_digest([*PACKAGE.glob("*.py"), PACKAGE / "functions.txt", *PACKAGE.glob("page/*.*"), Path(parser.origin)])


def files_digest(files: list[Path]) -> str:
    """Digest of the names and contents of files, in any order."""
    contents = sorted((path.name, digest_of(path.read_bytes())) for path in files)
    return digest_of(repr(contents).encode("utf-8", "surrogatepass"))
