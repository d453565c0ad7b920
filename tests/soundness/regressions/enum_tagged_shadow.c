/* an enumerator hides a parameter in a block
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void use(float32_t *p, int d)
{
  { enum { d = 1 }; pi_cl_ram_copy(0, (uintptr_t)OUT, buf, 16, d, 0); }
  pi_cl_ram_copy(0, (uintptr_t)p, buf, 16, d, 0);
}
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
