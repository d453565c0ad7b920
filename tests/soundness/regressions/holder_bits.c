/* the address of an object that holds the address, copied bit by bit
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static struct { float32_t *w; } s;
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  s.w = W0;
  unsigned long a = (unsigned long)&s, b = 0;
  for (int i = 0; i < 64; i++) if (a & 1ul << i) b |= 1ul << i;
  cl_ram_write(*(float32_t **)b, buf, 16);
}
