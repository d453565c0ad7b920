/* demand: a function pointer named as a table function behind an initialiser
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static float32_t *kept;
static void keep(void *p, unsigned n) { kept = p; }
static int z = 0, (*pi_l2_free)(void *, unsigned) = (void *)keep;
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  pi_l2_free(W0, 16);
  cl_ram_write(kept, buf, 16);
}
