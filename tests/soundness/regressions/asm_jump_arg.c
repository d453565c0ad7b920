/* assembler in a function uses a parameter by its register
 * W0: blocked
 * flags: -O1 -fno-inline -no-pie
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void f(float32_t *p) { asm volatile ("call sdk_write"); }
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  f(W0);
}
