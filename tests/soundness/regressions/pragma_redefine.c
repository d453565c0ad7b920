/* #pragma redefine_extname
 * W0: blocked
 * W1: blocked
 */
//// Network.c
#pragma redefine_extname cl_ram_read my_write
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
void cl_ram_read(void *, const void *, size_t);
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
  cl_ram_read(buf, W0, 16);
  cl_ram_read(tmp, W1, 16);
}
//// sdk.c hidden
#include "runtime.h"
void my_write(void *d, void *s, unsigned n) { cl_ram_write(s, d, n); }
