/* bits of a function's address put together beside another function
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void rd(float32_t *p) { cl_ram_read(tmp, p, 16); }
static void wr(float32_t *p) { cl_ram_write(p, buf, 16); }
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  union { void (*f)(float32_t *); unsigned long i; } u;
  unsigned long a = (unsigned long)wr, x = 0;
  u.f = rd;
  for (int i = 0; i < 64; i++) if (a & 1ul << i) x |= 1ul << i;
  u.i = x;
  u.f(W0);
}
