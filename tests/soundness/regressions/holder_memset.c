/* the address of an object copied by memset
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static struct { float32_t *w; } s; static struct { float32_t *w; } t;
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  s.w = W0; void *a = &s, *b = &t; unsigned char *c = (unsigned char *)&a; for (int i = 0; i < 8; i++) memset((char *)&b + i, c[i], 1); cl_ram_write(*(float32_t **)b, buf, 16);
}
