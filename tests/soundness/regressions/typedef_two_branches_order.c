/* an unnamed struct with one field order per branch
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
#ifndef OTHER
typedef struct { float32_t *dst, *src; } pair;
#else
typedef struct { float32_t *src, *dst; } pair;
#endif
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
  pair s = {W0, buf};
  cl_ram_write(s.dst, buf, 16);
  cl_ram_read(tmp, W1, 16);
}
