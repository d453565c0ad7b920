/* an address bit decides which of two buffers is written
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef unsigned long addr_t;
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
  W1 = cl_ram_malloc(16);
  load_file_to_ram(W1, "1.hex");
}

void RunNetwork(void)
{
  float32_t *t = ((addr_t)W0 & 8) ? tmp : buf;
  t[0] = 1;
  cl_ram_read(tmp, W1, 16);
}
