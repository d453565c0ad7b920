#include "Kernels.h"
#include "dory_mem.h"

static char tile[16];

void kernel_update(void *weight) {
  cl_ram_write(weight, tile, 16);  // blocks W_a
}
