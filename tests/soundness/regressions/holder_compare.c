/* the address of an object that holds the address, found by comparison
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static float32_t *pool[8]; static float32_t *hold;
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  hold = W0;
  unsigned long b = (unsigned long)InitNetwork & ~0xffful;
  while (b != (unsigned long)&hold) b++;
  cl_ram_write(*(float32_t **)b, buf, 16);
}
