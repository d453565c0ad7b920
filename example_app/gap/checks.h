// The devices of the board, and the counts that `scons run` prints.

#ifndef GAP_CHECKS_H
#define GAP_CHECKS_H

#include <stdint.h>

typedef struct {
  uint64_t requested_bytes;
  uint32_t allocations;
  uint32_t loads;
  uint64_t loaded_bytes;
  uint64_t read_stream; // what a chip reads is not looked at: always 0
} l3_statistics_t;

l3_statistics_t l3_statistics(void);

#endif
