// The host port: the firmware is a program of this machine, and the file that it is given is the flash partition with the readfs image.

#include "port.h"
#include "checks.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef NOFLASH

void port_start(int argc, char **argv) {
  (void)argc;
  (void)argv;
}

#else

static const char *path;

void port_start(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s READFS_IMAGE\n", argv[0]);
    exit(2);
  }
  path = argv[1];
}

partition_t port_readfs_partition(void) {
  FILE *stream = fopen(path, "rb");
  if (!stream) {
    sdk_abort("readfs: cannot open the image %s: %s", path, strerror(errno));
  }
  fseek(stream, 0, SEEK_END);
  const long length = ftell(stream);
  rewind(stream);
  const size_t size = length < 0 ? 0 : (size_t)length;
  uint8_t *bytes = malloc(size + 1); // an empty file is no reason to have no memory
  if (length < 0 || !bytes || fread(bytes, 1, size, stream) != size) {
    sdk_abort("readfs: cannot read the image %s", path);
  }
  fclose(stream);
  return (partition_t){.name = path, .bytes = bytes, .size = size};
}

#endif

// Pages without access rights.
uint8_t *port_l3_window(void) {
  void *window = mmap(NULL, L3_SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (window == MAP_FAILED) {
    sdk_abort("L3: no addresses on the host");
  }
  return window;
}

uint8_t *port_l3_bytes(void) {
  uint8_t *bytes = malloc(L3_SIZE);
  if (!bytes) {
    sdk_abort("L3: no memory on the host");
  }
  return bytes;
}
