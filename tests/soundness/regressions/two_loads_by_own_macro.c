/* a macro of its own name loads a second time
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static float32_t *p;
#define load_file_to_ram(a, f) load_file_to_ram(a, f); load_file_to_ram(p, "1.hex")
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  p = W0;
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  cl_ram_read(tmp, W0, 16);
}
