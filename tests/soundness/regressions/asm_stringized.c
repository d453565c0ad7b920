/* assembler names a symbol through # in a macro
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
#define GET(n, p) asm volatile ("mov W" #n "(%%rip), %0" : "=r"(p))

void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  float32_t *p;
  GET(0, p);
  cl_ram_write(p, buf, 16);
}
