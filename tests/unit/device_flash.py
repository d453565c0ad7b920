"""A GAP8 as far as it reads its flash: the ROM that boots, the BSP that finds partitions, the file system that opens files.

Made from the description of the format, for judging images; it imports nothing of the package. Each part fails where a device
would, with the name of the error that it gives.
"""

import binascii
import hashlib


class DeviceError(Exception):
    """What the device would return."""


class Device:
    """A board with an image on its flash. Bytes behind the image are erased."""

    def __init__(self, image, rom_block=1024, flash_size=1 << 26):
        if len(image) > flash_size:
            raise DeviceError("image larger than the flash")
        self.image, self.rom_block, self.flash_size = image, rom_block, flash_size

    def read(self, address, size):
        if address + size > self.flash_size:
            raise DeviceError("read beyond the flash")
        return self.image[address:address + size].ljust(size, b"\xff")

    def word(self, address):
        return int.from_bytes(self.read(address, 4), "little")

    def boot(self):
        """What the ROM puts into memory, {address: bytes}, and where it starts; whole blocks are read, sizes are copied."""
        count, entry = self.word(4), self.word(8)
        end = 16 + 16 * count
        if binascii.crc32(self.read(0, end)) != self.word(end):
            raise DeviceError("bad CRC")
        memory = {}
        for place in range(16, end, 16):
            source, address, size, blocks = (self.word(place + 4 * i) for i in range(4))
            if source % self.rom_block or not size <= blocks * self.rom_block < size + self.rom_block:
                raise DeviceError("bad segment")
            memory[address] = b"".join(self.read(source + i * self.rom_block, self.rom_block) for i in range(blocks))[:size]
        return memory, entry

    def table(self):
        """Entries as (type, subtype, offset, size, label, flags)."""
        start = self.word(0)
        header = self.read(start, 32)
        if header[2] != 1:
            raise DeviceError("PI_ERR_INVALID_VERSION")
        if header[:2] != b"\xba\x02":
            raise DeviceError("PI_ERR_NOT_FOUND")
        entries = self.read(start + 32, 32 * header[3])
        if header[4] and hashlib.md5(entries).digest() != header[16:]:
            raise DeviceError("PI_ERR_INVALID_CRC")
        found = []
        for at in range(0, len(entries), 32):
            entry = entries[at:at + 32]
            if entry[:2] != b"\xba\x01":
                raise DeviceError("PI_ERR_INVALID_STATE")
            numbers = [int.from_bytes(entry[i:i + 4], "little") for i in (4, 8, 28)]
            found.append((entry[2], entry[3], numbers[0], numbers[1], entry[12:28], numbers[2]))
        return found

    def find(self, kind, subtype, label):
        """Offset and size of a partition; labels are compared over 16 bytes, up to a NUL."""
        for entry in self.table():
            if entry[:2] == (kind, subtype) and entry[4].split(b"\0")[0] == label.encode()[:16]:
                return entry[2:4]
        raise DeviceError("PI_ERR_NOT_FOUND")

    def open(self, name, label="readfs"):
        """Bytes of a file: mount the readfs partition, read its directory, compare names one by one."""
        start, room = self.find(1, 0x81, label)
        directory = self.read(start + 8, self.word(start) - 8)
        position = 4
        for _ in range(int.from_bytes(directory[:4], "little")):
            offset, size, length = (int.from_bytes(directory[position + i:position + i + 4], "little") for i in (0, 4, 8))
            if directory[position + 12:position + 12 + length] == name.encode() + b"\0":
                if offset + size > room:
                    raise DeviceError("file beyond its partition")
                return self.read(start + offset, size)
            position += 12 + length
        raise DeviceError("no such file")
