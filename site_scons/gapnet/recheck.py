"""`python -m gapnet verify`: the judge alone, on a result that lies on disk.

The original is proved anew, so nothing of the result is taken for granted; of its manifest only which functions the project had
described, because no C says that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .analyse import analyse
from .contents import digest_of
from .errors import InputError, InternalError, Mismatch
from .folder import HEX, is_plain_name, name_of, read_bytes, read_folder
from .options import IMAGE, MANIFEST
from .progress import Stage, quiet
from .replay import Memory
from .share import roles_of
from .verify import nothing_else, read_image, verify


def recheck(originals: Sequence[Path], shared: Path, functions: Sequence[str] | None = None, stage: Stage = quiet) -> str:
    """Compare generated folders with what `share` made of them; a line for people.

    originals: in the order in which `share` was given them. shared: the folder that it wrote, or the manifest of an image of
    env.GapReadfs, which has each network in a folder of its name beside it. functions: the project's own lines of the
    function table; None takes those that the manifest names. stage: told what is done next. Raises InputError where one of the
    folders cannot be read, Mismatch with the first difference.
    """
    described = _manifest(_places(shared)[2]).get("functions", []) if functions is None else functions
    proved = []
    for original in originals:
        stage(f"reading the C of {original}")
        sources, _ = read_folder(original)
        proved.append({(c.path, c.name): c.body for c in analyse(sources, described).constants if c.proved})
    stage(f"comparing {shared} with the original")
    programs, files = compare(originals, shared, proved, described)
    pointers = sum(len(p.pointers) for p in programs)
    regions = {id(region) for program in programs for region, _ in program.pointers.values()}
    return (f"{shared} does what {_listed(originals)} does: {pointers} pointers to L3 show the same bytes from {len(regions)} "
            f"allocations, {files} files")


def compare(originals: Sequence[Path], shared: Path, proved: Sequence[Mapping[tuple[str, str], int]],
            functions: Sequence[str] = ()) -> tuple[list[Memory], int]:
    """The judge on folders; what each network of the shared one does to L3, and how many files its image holds.

    proved: per original what `verify` takes. Raises as `recheck`.
    """
    folder, image_path, manifest_path = _places(shared)
    image = read_bytes(image_path) if image_path.exists() else None
    manifest = _manifest(manifest_path)
    names = _names(manifest, [name_of(o) for o in originals], apart=len(originals) > 1 or manifest_path.name != MANIFEST)
    extra = (manifest["image"] or {}).get("extra", [])
    alone = len(originals) == 1 and not extra
    programs: list[Memory] = []
    try:
        for original, known, name in zip(originals, proved, names, strict=True):
            sources, hex_files = read_folder(original)
            result, _ = read_folder(folder / name)
            files = {name: read_bytes(path) for name, path in hex_files.items() if path.is_file()}
            commons = programs[-1].commons if programs else None
            programs.append(verify(sources, result, files, image, known, roles_of(functions), alone, commons, extra))
        shipped = read_image(image) if image else {}
        nothing_else(shipped, programs, extra)
        if manifest_path.name == MANIFEST:
            _same_files(shipped, folder / HEX)
        _says_so(manifest, shipped, len(image or b""), programs)
    except InternalError as error:
        raise Mismatch(f"does not do what {_listed(originals)} does: {error}", str(shared),
                       hint="Build it again; if nobody has changed it, this is a bug of gapnet") from None
    return programs, len(shipped)


def _places(shared: Path) -> tuple[Path, Path, Path]:
    """Where the networks lie, their image and their manifest."""
    folder = shared.parent if shared.name == MANIFEST and shared.is_file() else shared
    if not folder.is_file():
        return folder, folder / IMAGE, folder / MANIFEST
    return shared.parent, shared.with_name(shared.name.removesuffix("." + MANIFEST) + Path(IMAGE).suffix), shared


def _names(manifest: dict[str, Any], given: list[str], apart: bool) -> list[str]:
    """Folders of the networks, nothing where the one network does not lie in its own. given: names of the originals. Raises
    InputError where those are not as many, or in another order."""
    names = [network.get("name") if isinstance(network, dict) else None for network in manifest["networks"]]
    hint = "Give the folders that 'share' was given, in the same order"
    if len(names) != len(given):
        raise InputError(f"the result is of {len(names)} networks, but {len(given)} folders are given", hint=hint)
    if names != given and sorted(map(str, names)) == sorted(given):
        raise InputError(f"the result is of {', '.join(map(str, names))}, but {', '.join(given)} are given", hint=hint)
    if not apart:
        return [""]
    if not all(map(is_plain_name, names)):
        raise InputError("the manifest names no folder of a network")
    return [str(name) for name in names]


def _listed(folders: Sequence[Path]) -> str:
    return ", ".join(map(str, folders))


def _manifest(path: Path) -> dict[str, Any]:
    """What of a manifest is used without comparing it has the form that `share` gives it."""
    try:
        manifest = json.loads(read_bytes(path))
        image = manifest["image"] or {"extra": []}
        if (manifest["schema"] == 1 and isinstance(manifest["networks"], list)
                and _are_texts(manifest.get("functions", [])) and _are_texts(image.get("extra", []))):
            return manifest
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise InputError("is not a manifest of gapnet", str(path), hint="Give the folder that 'share' wrote")


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _same_files(shipped: Mapping[str, bytes], folder: Path) -> None:
    """The files of `hex/`, where there are any, are those of the image."""
    beside = {path.name: read_bytes(path) for path in folder.iterdir()} if folder.is_dir() else {}
    if not beside:
        return
    for name in sorted({*shipped, *beside}):
        if name not in beside:
            raise InternalError(f"{HEX}/{name} is missing, the image holds it")
        if shipped.get(name) != beside[name]:
            raise InternalError(f"{HEX}/{name} is not what the image holds")


def _says_so(manifest: dict[str, Any], shipped: Mapping[str, bytes], image_bytes: int,
             programs: Sequence[Memory]) -> None:
    """The manifest tells of the same files and the same sharing."""
    try:
        listed = list(manifest["image"]["files"]) if manifest["image"] else []
        if sorted(listed) != sorted(shipped):
            raise InternalError(f"{MANIFEST} lists other files than the image holds")
        if manifest["totals"]["image_bytes"]["after"] != image_bytes:
            raise InternalError(f"{MANIFEST} says that the image has another size than {image_bytes} bytes")
        if len(manifest["networks"]) != len(programs):
            raise InternalError(f"{MANIFEST} lists {len(manifest['networks'])} networks")
        for network, program in zip(manifest["networks"], programs, strict=True):
            for constant in network["constants"]:
                _one_says_so(constant, shipped, program)
    except (KeyError, TypeError, AttributeError) as error:
        raise InternalError(f"{MANIFEST} is damaged ({error})") from None


def _one_says_so(constant: dict[str, Any], shipped: Mapping[str, bytes], program: Memory) -> None:
    name, owner, common = constant["name"], constant["shared_with"], constant.get("common")
    shared = (name, owner) in program.aliases if common is None else any(
        region is program.commons.get(common) for key, (region, _) in program.pointers.items() if key.endswith(f":{name}"))
    if (owner is not None or common is not None) and not shared:
        raise InternalError(f"{MANIFEST} says that {name} shares with {owner}, but the C does not")
    if digest_of(shipped[constant["image_file"]]) != constant["digest"]:
        raise InternalError(f"{MANIFEST} names another digest for {name} than its file has")
