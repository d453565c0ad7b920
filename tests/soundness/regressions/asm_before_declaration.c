/* assembler names a symbol that is declared later
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
float32_t *peek(void) { float32_t *p; asm volatile ("mov W0(%%rip), %0" : "=r"(p)); return p; }
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
  cl_ram_write(peek(), buf, 16);
}
