"""Small ELF files for the tests, written by hand."""

import struct


def elf(segments, entry=0x1C000080, machine=243, kind=1, order=1):
    """A 32-bit ELF with program headers alone: segments are (type, virtual address, physical address, bytes, size in memory)."""
    start = 52 + 32 * len(segments)
    ident = b"\x7fELF" + bytes([kind, order, 1]) + bytes(9)
    header = ident + struct.pack("<HHIIIIIHHHHHH", 2, machine, 1, entry, 52, 0, 0, 52, 32, len(segments), 0, 0, 0)
    programs, body = b"", b""
    for type_, virtual, physical, data, size in segments:
        programs += struct.pack("<IIIIIIII", type_, start + len(body), virtual, physical, len(data), size, 5, 4)
        body += data
    return header + programs + body


def program(*loads, entry=0x1C000080):
    """An ELF that loads bytes to addresses, each (address, bytes); there is a note that is not loaded, too."""
    return elf([(4, 0, 0, b"note", 4), *((1, address + 0x100, address, data, len(data)) for address, data in loads)], entry)
