/* an enumerator in a parameter list
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static const int DIR = 1;
static void use(float32_t *p, enum { DIR = 0 } d) { pi_cl_ram_copy(0, (uintptr_t)p, buf, 16, DIR, 0); }
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
  use(W0, 0);
  cl_ram_read(tmp, W1, 16);
}
