// L3: one buffer, of which every access is checked.
//
// A core and the cluster DMA cannot reach L3, only the RAM driver can. So the addresses that are handed out lie in a window where no core
// can read or write, and the bytes lie in a memory of their own: code that dereferences an L3 pointer stops right there. Where the window
// and the bytes are is the port's.

#include "checks.h"
#include "port.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRANULE 8   // the device's allocator rounds sizes and addresses up to this
#define GUARD 256   // unallocated bytes between two allocations, so that a run past the end is seen
#define POISON 0xA5 // what memory holds before anything is written to it
#define MAX_ALLOCATIONS 4096

typedef struct {
  size_t offset;
  size_t size;             // as requested
  const char *loaded_from; // NULL: memory that the network works in. Otherwise a constant, and no longer writable
} allocation_t;

static uint8_t *window; // addresses only
static uint8_t *bytes;
static size_t top; // allocations grow downwards, as on the device
static allocation_t allocations[MAX_ALLOCATIONS];
static l3_statistics_t statistics = {.read_stream = 0xcbf29ce484222325u};

void sdk_abort(const char *format, ...) {
  va_list arguments;
  fflush(stdout);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  abort();
}

static size_t round_up(size_t size) { return (size + GRANULE - 1) / GRANULE * GRANULE; }

static void hash(const void *data, size_t size) {
  const uint8_t *octets = data;
  for (size_t i = 0; i < size; i++) {
    statistics.read_stream = (statistics.read_stream ^ octets[i]) * 0x100000001b3u;
  }
}

static void hash_length(size_t size) {
  const uint8_t length[4] = {size & 0xff, size >> 8 & 0xff, size >> 16 & 0xff, size >> 24 & 0xff};
  hash(length, sizeof(length));
}

l3_statistics_t l3_statistics(void) { return statistics; }

bool l3_contains(const void *address) {
  return window && (uintptr_t)address >= (uintptr_t)window && (uintptr_t)address < (uintptr_t)window + L3_SIZE;
}

void *l3_allocate(size_t size) {
  if (!window) {
    window = port_l3_window();
    bytes = port_l3_bytes();
    memset(bytes, POISON, L3_SIZE);
    top = L3_SIZE - GUARD;
  }
  if (statistics.allocations == MAX_ALLOCATIONS || round_up(size) + GUARD > top) {
    // The device would return 0xffffffff, and generated code would go on with it.
    sdk_abort("L3: out of memory, allocation %" PRIu32 " asks for %zu bytes", statistics.allocations, size);
  }
  top -= round_up(size);
  allocations[statistics.allocations++] = (allocation_t){.offset = top, .size = size};
  statistics.requested_bytes += size;
  void *address = window + top;
  top -= GUARD;
  return address;
}

// The allocation that [address, address + size) lies in; aborts if there is none. Code may use the bytes that were requested; a load may
// fill the whole granule, as a file is padded to a multiple of 4 and its allocation is not.
static allocation_t *find(const char *verb, const void *address, size_t size, bool whole_granule) {
  if (l3_contains(address)) {
    const size_t offset = (uintptr_t)address - (uintptr_t)window;
    for (uint32_t i = 0; i < statistics.allocations; i++) {
      allocation_t *allocation = &allocations[i];
      if (offset < allocation->offset || offset >= allocation->offset + round_up(allocation->size)) {
        continue;
      }
      const size_t end = allocation->offset + (whole_granule ? round_up(allocation->size) : allocation->size);
      if (offset + size > end) {
        sdk_abort("L3: %s of %zu bytes at byte %zu of allocation %" PRIu32 " (%zu bytes%s%s) runs %zu bytes past its end", verb,
                   size, offset - allocation->offset, i, allocation->size, allocation->loaded_from ? ", loaded from " : "",
                   allocation->loaded_from ? allocation->loaded_from : "", offset + size - end);
      }
      return allocation;
    }
  }
  sdk_abort("L3: %s of %zu bytes at %p, which lies in no allocation", verb, size, address);
}

static uint8_t *bytes_at(const void *address) { return bytes + ((uintptr_t)address - (uintptr_t)window); }

void l3_read(const void *ext, void *loc, size_t size, l3_reader_t reader) {
  find("read", ext, size, false);
  if (l3_contains(loc)) {
    sdk_abort("L3: read of %zu bytes into %p, which is L3 itself, not L2", size, loc);
  }
  memcpy(loc, bytes_at(ext), size);
  if (reader == L3_NETWORK) {
    hash_length(size);
    hash(loc, size);
  }
}

static allocation_t *find_writable(const char *verb, const void *ext, size_t size, bool whole_granule) {
  allocation_t *allocation = find(verb, ext, size, whole_granule);
  if (allocation->loaded_from) {
    sdk_abort("L3: %s of %zu bytes to a constant: byte %zu of allocation %u (%zu bytes, loaded from %s)", verb, size,
               (size_t)((uintptr_t)ext - (uintptr_t)window) - allocation->offset, (unsigned)(allocation - allocations), allocation->size,
               allocation->loaded_from);
  }
  return allocation;
}

void l3_write(void *ext, const void *loc, size_t size) {
  find_writable("write", ext, size, false);
  if (l3_contains(loc)) {
    sdk_abort("L3: write of %zu bytes from %p, which is L3 itself, not L2", size, loc);
  }
  memcpy(bytes_at(ext), loc, size);
}

// A load to the start of an allocation makes it a constant, shared or not: from here on nothing may write it. The arena is told apart by
// what is loaded into it: inputs, which never lie at its start.
void l3_load(const void *ext, const uint8_t *data, size_t size, const char *filename) {
  allocation_t *allocation = find_writable("load", ext, size, true);
  memcpy(bytes_at(ext), data, size);
  if (bytes_at(ext) == bytes + allocation->offset) {
    allocation->loaded_from = filename;
  }
  statistics.loads += 1;
  statistics.loaded_bytes += size;
}
