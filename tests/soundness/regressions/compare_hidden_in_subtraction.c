/* two addresses compared by a difference through a function
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef unsigned long addr_t;
static addr_t diff(addr_t a, addr_t b) { return a - b; }
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
  if (diff((addr_t)W0, (addr_t)OUT)) sdk_read(W0); cl_ram_write(W0, buf, 16);
  cl_ram_read(tmp, W1, 16);
}
