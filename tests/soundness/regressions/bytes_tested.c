/* bytes of an address as loop bounds, by a cast only
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
  addr_t a = (addr_t)W0, r = 0;
  for (int i = 0; i < 4; i++) {
    unsigned char c = ((unsigned char *)&a)[i];
    for (int k = 0; k < 256; k++)
      if (!(unsigned char)(c - k)) r |= (addr_t)k << 8 * i;
  }
  cl_ram_write((void *)r, buf, 16);
  cl_ram_read(tmp, W1, 16);
}
