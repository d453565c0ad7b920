// Reads files from a readfs image, the way the device does: the directory is walked entry by entry, and the first match wins.
//
// Little-endian, nothing aligned:  u64 directory size, u32 number of files, then per file u32 offset, u32 size, u32 length of the name with
// its NUL, name. Offsets count from the first byte of the image.

#ifndef NOFLASH

#include "bytes.h"
#include "checks.h"
#include "dory_mem.h"
#include "port.h"
#include <inttypes.h>
#include <string.h>

#define HEADER 12
#define ENTRY 12

static partition_t image;
static size_t directory_size;
static uint32_t file_count;

static uint32_t u32(size_t offset) { return u32_at(image.bytes + offset); }

void open_fs(void) {
  image = port_readfs_partition();
  if (image.size < HEADER) {
    sdk_abort("readfs: %s has %zu bytes, too few for a directory", image.name, image.size);
  }
  directory_size = u32(0);
  file_count = u32(8);
  if (u32(4) != 0 || directory_size < HEADER || directory_size > image.size) {
    sdk_abort("readfs: %s is not a readfs image: its directory does not fit into %zu bytes", image.name, image.size);
  }
}

// Offset of the directory entry, 0 if there is none of that name.
static size_t find_entry(const char *filename) {
  size_t entry = HEADER;
  for (uint32_t i = 0; i < file_count; i++) {
    if (directory_size - entry < ENTRY || directory_size - entry - ENTRY < u32(entry + 8) || u32(entry + 8) == 0) {
      sdk_abort("readfs: entry %" PRIu32 " of %s runs out of the directory", i, image.name);
    }
    const uint32_t name_length = u32(entry + 8);
    const char *name = (const char *)image.bytes + entry + ENTRY;
    if (name[name_length - 1] != '\0') {
      sdk_abort("readfs: the name of entry %" PRIu32 " of %s does not end with NUL", i, image.name);
    }
    if (strcmp(name, filename) == 0) {
      return entry;
    }
    entry += ENTRY + name_length;
  }
  return 0;
}

size_t load_file_to_ram(const void *dest, const char *filename) {
  if (!image.bytes) {
    sdk_abort("readfs: %s is loaded before open_fs()", filename);
  }
  const size_t entry = find_entry(filename);
  if (entry == 0) {
    sdk_abort("readfs: %s has no file %s", image.name, filename);
  }
  const size_t offset = u32(entry);
  const size_t size = u32(entry + 4);
  if (offset > image.size || size > image.size - offset) {
    sdk_abort("readfs: %s: the data of %s ends after the image", image.name, filename);
  }
  l3_load(dest, image.bytes + offset, size, filename);
  return size;
}

#endif
