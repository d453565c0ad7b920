"""The whole way for one network: from a generated folder's files to patched C, image, manifest and report, in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import analysis as analysis_stage
from . import image as image_stage
from . import manifest as manifest_stage
from . import report as report_stage
from .analysis import Analysis
from .errors import InputError
from .functions import function_table
from .patch import patch
from .plan import Plan, make_plan, needed_files
from .replay import Roles
from .verify import verify

IMAGE, MANIFEST, REPORT = "readfs.img", "manifest.json", "report.html"
SOURCE_SUFFIXES = (".c", ".h", ".inc", ".inl", ".def")


@dataclass(frozen=True)
class Options:
    """What a user can choose. functions: lines of the function table; align: of file data in the image, bytes; share: off
    builds the untouched network; verify: off trusts the result without judging it."""

    functions: tuple[str, ...] = ()
    align: int = image_stage.DEFAULT_ALIGN
    share: bool = True
    verify: bool = True


@dataclass(frozen=True)
class Result:
    """sources: C and headers by name; image: None where the network loads no file; files: what the image holds, by name."""

    sources: dict[str, bytes]
    image: bytes | None
    manifest: dict[str, Any]
    plan: Plan = field(repr=False)

    @property
    def files(self) -> dict[str, bytes]:
        return dict(self.plan.image)

    def outputs(self) -> dict[str, bytes]:
        """Every file of the target folder by name."""
        out = dict(self.sources)
        if self.image is not None:
            out[IMAGE] = self.image
        out[MANIFEST] = manifest_stage.dump(self.manifest)
        out[REPORT] = report_stage.as_html(self.manifest)
        return out


def share(name: str, sources: Mapping[str, bytes], hex_files: Mapping[str, Path], options: Options = Options(),
          analysis: Analysis | None = None) -> Result:
    """Share one network's constants.

    name: how the report calls it; sources: C and headers by name; hex_files: where each file of `hex/` lies, by name;
    analysis: that of the same sources and functions, where it is at hand. Raises InputError; writes nothing.
    """
    if analysis is None:
        analysis = analysis_stage.analyse(sources, options.functions)
    names = frozenset(hex_files)
    files = {n: read_bytes(hex_files[n]) for n in needed_files(analysis, names) if n in hex_files}
    plan = make_plan(analysis, files, names, options.share)
    patched = patch(plan, sources) if options.share else dict(sources)
    image = image_stage.build(plan.image, options.align, once=options.share) if plan.image else None
    if options.verify:
        proved = {(c.path, c.name) for c in analysis.constants if c.proved}
        verify(sources, patched, files, image, proved, roles_of(options.functions))
    manifest = manifest_stage.make_manifest(name, plan, image, options.align, options.share, options.functions)
    return Result(patched, image, manifest, plan)


def roles_of(functions: Iterable[str]) -> Roles:
    """What the judge must know of the function table. functions: the project's own lines of it."""
    table = function_table(functions).values()
    return Roles({f.name: f.position("size") or 0 for f in table if f.result == "l3"},
                 {f.name: (f.position("load"), f.position("file") or 0) for f in table
                  if f.position("file") is not None})


def read_bytes(path: Path) -> bytes:
    """Bytes of an input file. Raises InputError where it cannot be read."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise InputError("is neither a file nor a folder", str(path))
        return path.read_bytes()
    except ValueError:  # a NUL in a name
        raise InputError("cannot be read (no such name)", repr(str(path))) from None
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", str(path)) from None
