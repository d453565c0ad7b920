/* bytes of an address go through the value of memset
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];

void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  float32_t *p = W0, *q = 0;
  unsigned char *c = (unsigned char *)&p;
  for (int i = 0; i < (int)sizeof p; i++) memset((char *)&q + i, c[i], 1);
  cl_ram_write(q, buf, 16);
}
