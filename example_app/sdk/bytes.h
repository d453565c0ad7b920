// Reads numbers from flash byte by byte: they are little-endian, and nothing there is aligned.

#ifndef SDK_BYTES_H
#define SDK_BYTES_H

#include <stdint.h>

static inline uint32_t u32_at(const uint8_t *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

#endif
