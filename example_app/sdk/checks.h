// What this SDK offers beyond the real one: an L3 that checks every access, and counts.

#ifndef SDK_CHECKS_H
#define SDK_CHECKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t requested_bytes;
  uint32_t allocations;
  uint32_t loads;
  uint64_t loaded_bytes;
  uint64_t read_stream; // FNV-1a 64 over every byte that the cluster read from L3, and the lengths of the reads, without addresses
} l3_statistics_t;

// Who reads. Only what the network reads is part of the read stream, not what the application looks at.
typedef enum { L3_NETWORK, L3_APPLICATION } l3_reader_t;

l3_statistics_t l3_statistics(void);
bool l3_contains(const void *address);
void *l3_allocate(size_t size);
void l3_read(const void *ext, void *loc, size_t size, l3_reader_t reader);
void l3_write(void *ext, const void *loc, size_t size);
void l3_load(const void *ext, const uint8_t *bytes, size_t size, const char *filename);

// Prints the message and aborts: what goes wrong here would corrupt memory silently on the device.
void sdk_abort(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
