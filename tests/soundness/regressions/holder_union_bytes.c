/* bytes of an address of an object through a switch
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static struct { float32_t *w; } s, t;
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  s.w = W0; union { void *p; unsigned char c[8]; } u, v; u.p = &s; v.p = &t; for (int i = 0; i < 8; i++) { int n = 0; while (n != u.c[i]) n++; v.c[i] = n; } cl_ram_write(*(float32_t **)v.p, buf, 16);
}
