// The flash: finds the readfs partition through the partition table, as the device does.
//
// Little-endian. Word 0 of the flash is the offset of the table. The table is a header and then its entries, 32 bytes each:
//   header  BA 02, version, number of entries, 1 if there is an MD5, 11 bytes of padding, MD5 of the entries
//   entry   BA 01, type, subtype, u32 offset, u32 size, name of 16 bytes, u32 flags
// Offsets count from the first byte of the flash.

#ifndef NOFLASH

#include "bytes.h"
#include "checks.h"
#include "md5.h"
#include "port.h"
#include <inttypes.h>
#include <string.h>

#define RECORD 32 // bytes of the header, and of an entry
#define VERSION 1
#define TYPE_DATA 0x01
#define SUBTYPE_READFS 0x81
#define FLAG_ENCRYPTED 1
#define LABEL "readfs"
#define LABEL_SIZE 16

// From the linker, see SConscript.
extern const uint8_t flash_start[];
extern const uint8_t flash_end[];

static size_t flash_size(void) { return (size_t)(flash_end - flash_start); }

// Aborts unless [offset, offset + size) lies in the flash.
static const uint8_t *flash_at(const char *what, uint32_t offset, uint32_t size) {
  if (offset > flash_size() || size > flash_size() - offset) {
    sdk_abort("flash: %s, %" PRIu32 " bytes at 0x%" PRIx32 ", does not fit into the flash of %zu bytes", what, size, offset, flash_size());
  }
  return flash_start + offset;
}

// The first of the table's entries; aborts if the table is damaged or there is none.
static const uint8_t *entries_of_table(uint32_t *count) {
  const uint32_t offset = u32_at(flash_start);
  const uint8_t *header = flash_at("the partition table", offset, RECORD);
  if (header[0] != 0xba || header[1] != 0x02) {
    sdk_abort("flash: there is no partition table at 0x%" PRIx32 ", where word 0 of the flash points", offset);
  }
  if (header[2] != VERSION) {
    sdk_abort("flash: the partition table has version %d, but only %d is known", header[2], VERSION);
  }
  *count = header[3];
  const uint8_t *entries = flash_at("the partition table", offset + RECORD, *count * RECORD);
  if (header[4]) {
    uint8_t digest[MD5_SIZE];
    md5(entries, *count * RECORD, digest);
    if (memcmp(digest, header + RECORD - MD5_SIZE, MD5_SIZE) != 0) {
      sdk_abort("flash: the partition table is damaged: its entries have another MD5 than its header says");
    }
  }
  return entries;
}

partition_t port_readfs_partition(void) {
  uint32_t count;
  const uint8_t *entries = entries_of_table(&count);
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *entry = entries + i * RECORD;
    if (entry[0] != 0xba || entry[1] != 0x01) {
      sdk_abort("flash: entry %" PRIu32 " of the partition table does not start with BA 01", i);
    }
    if (entry[2] != TYPE_DATA || entry[3] != SUBTYPE_READFS || strncmp((const char *)entry + 12, LABEL, LABEL_SIZE) != 0) {
      continue;
    }
    if (u32_at(entry + 28) & FLAG_ENCRYPTED) {
      sdk_abort("flash: the partition " LABEL " is encrypted");
    }
    const uint32_t size = u32_at(entry + 8);
    return (partition_t){.name = "the partition " LABEL, .bytes = flash_at("the partition " LABEL, u32_at(entry + 4), size), .size = size};
  }
  sdk_abort("flash: none of the %" PRIu32 " partitions is called " LABEL " and holds a readfs image", count);
}

#endif
