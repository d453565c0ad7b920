#include "md5.h"
#include "bytes.h"
#include <math.h>
#include <string.h>

#define BLOCK 64

static uint32_t rotate_left(uint32_t x, unsigned bits) { return x << bits | x >> (32 - bits); }

static void put_u32(uint8_t *bytes, uint32_t value) {
  for (unsigned k = 0; k < 4; k++) {
    bytes[k] = value >> (8 * k) & 0xff;
  }
}

static void add_block(uint32_t state[4], const uint8_t *block) {
  static const uint8_t shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  for (unsigned i = 0; i < 64; i++) {
    uint32_t mix;
    unsigned word;
    switch (i / 16) {
    case 0:
      mix = (b & c) | (~b & d);
      word = i;
      break;
    case 1:
      mix = (d & b) | (~d & c);
      word = (5 * i + 1) % 16;
      break;
    case 2:
      mix = b ^ c ^ d;
      word = (3 * i + 5) % 16;
      break;
    default:
      mix = c ^ (b | ~d);
      word = 7 * i % 16;
      break;
    }
    const uint32_t constant = (uint32_t)(4294967296.0 * fabs(sin(i + 1.0)));
    const uint32_t sum = a + mix + constant + u32_at(block + 4 * word);
    a = d;
    d = c;
    c = b;
    b += rotate_left(sum, shifts[i / 16][i % 4]);
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}

void md5(const uint8_t *data, size_t size, uint8_t digest[MD5_SIZE]) {
  uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  size_t done = 0;
  for (; size - done >= BLOCK; done += BLOCK) {
    add_block(state, data + done);
  }
  // What is left, a set bit, and the number of bits in the last 8 bytes of a block.
  uint8_t tail[2 * BLOCK] = {0};
  const size_t rest = size - done;
  const size_t tail_size = rest + 1 + 8 <= BLOCK ? BLOCK : 2 * BLOCK;
  memcpy(tail, data + done, rest);
  tail[rest] = 0x80;
  put_u32(tail + tail_size - 8, (uint32_t)size << 3);
  put_u32(tail + tail_size - 4, (uint32_t)((uint64_t)size >> 29));
  for (size_t k = 0; k < tail_size; k += BLOCK) {
    add_block(state, tail + k);
  }
  for (unsigned k = 0; k < 4; k++) {
    put_u32(digest + 4 * k, state[k]);
  }
}
