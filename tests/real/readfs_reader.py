"""A reader of readfs images that shares nothing with the one under test."""

import struct


def read(image):
    """The files of an image, as (name, offset, bytes) in the order of its directory."""
    directory_size, count = struct.unpack_from("<QI", image)
    files, position = [], 12
    for _ in range(count):
        offset, size, name_size = struct.unpack_from("<III", image, position)
        name = image[position + 12:position + 12 + name_size]
        assert name.endswith(b"\0") and name.count(b"\0") == 1, f"name without its one NUL: {name!r}"
        assert offset + size <= len(image), f"{name!r} ends outside of the image"
        files.append((name[:-1].decode("ascii"), offset, image[offset:offset + size]))
        position += 12 + name_size
    assert directory_size == position, "the directory's size is not what its entries need"
    assert all(offset >= position for _, offset, _ in files), "data inside the directory"
    return files


def smallest_size(names, sizes):
    """Bytes of an image of such files without any gap between them."""
    return 12 + sum(12 + len(name) + 1 for name in names) + sum(sizes)
