// Reads files from a readfs image, the way the device does: the directory is walked entry by entry, and the first match wins.
//
// Little-endian, nothing aligned:  u64 directory size, u32 number of files, then per file u32 offset, u32 size, u32 length of the name with
// its NUL, name. Offsets count from the first byte of the image.

#ifndef NOFLASH

#include "dory_mem.h"
#include "host.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER 12
#define ENTRY 12

static const char *image_path;
static uint8_t *image;
static size_t image_size;
static size_t directory_size;
static uint32_t file_count;

static uint32_t u32(size_t offset) {
  return (uint32_t)image[offset] | (uint32_t)image[offset + 1] << 8 | (uint32_t)image[offset + 2] << 16 | (uint32_t)image[offset + 3] << 24;
}

void readfs_set_image(const char *path) { image_path = path; }

void open_fs(void) {
  FILE *stream = fopen(image_path, "rb");
  if (!stream) {
    host_abort("readfs: cannot open the image %s: %s", image_path, strerror(errno));
  }
  fseek(stream, 0, SEEK_END);
  const long length = ftell(stream);
  rewind(stream);
  if (length < HEADER) {
    host_abort("readfs: %s has %ld bytes, too few for a directory", image_path, length);
  }
  image_size = (size_t)length;
  image = malloc(image_size);
  if (!image || fread(image, 1, image_size, stream) != image_size) {
    host_abort("readfs: cannot read the image %s", image_path);
  }
  fclose(stream);
  directory_size = u32(0);
  file_count = u32(8);
  if (u32(4) != 0 || directory_size < HEADER || directory_size > image_size) {
    host_abort("readfs: %s is not a readfs image: its directory does not fit into %zu bytes", image_path, image_size);
  }
}

// Offset of the directory entry, 0 if there is none of that name.
static size_t find_entry(const char *filename) {
  size_t entry = HEADER;
  for (uint32_t i = 0; i < file_count; i++) {
    if (directory_size - entry < ENTRY || directory_size - entry - ENTRY < u32(entry + 8) || u32(entry + 8) == 0) {
      host_abort("readfs: entry %u of %s runs out of the directory", i, image_path);
    }
    const uint32_t name_length = u32(entry + 8);
    const char *name = (const char *)image + entry + ENTRY;
    if (name[name_length - 1] != '\0') {
      host_abort("readfs: the name of entry %u of %s does not end with NUL", i, image_path);
    }
    if (strcmp(name, filename) == 0) {
      return entry;
    }
    entry += ENTRY + name_length;
  }
  return 0;
}

size_t load_file_to_ram(const void *dest, const char *filename) {
  if (!image) {
    host_abort("readfs: %s is loaded before open_fs()", filename);
  }
  const size_t entry = find_entry(filename);
  if (entry == 0) {
    host_abort("readfs: %s has no file %s", image_path, filename);
  }
  const size_t offset = u32(entry);
  const size_t size = u32(entry + 4);
  if (offset > image_size || size > image_size - offset) {
    host_abort("readfs: %s: the data of %s ends after the image", image_path, filename);
  }
  l3_load(dest, image + offset, size, filename);
  return size;
}

#endif
