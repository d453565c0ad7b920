/* assembler includes a file
 * W0: blocked
 * flags: -no-pie
 */
//// Network.c
#include "runtime.h"
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
  float32_t *p;
  asm volatile (".include \"x.h\"\n mov tmp_reg, %0" : "=r"(p));
  cl_ram_write(p, buf, 16);
}
//// x.h hidden
.set tmp_reg, W0
