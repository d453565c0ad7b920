/* two structures in a union that order their fields differently
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef struct { float32_t *src, *dst; } pair;
typedef union { pair a; struct { float32_t *first, *second; } b; } views;
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
  views v;
  v.a.src = buf;
  v.a.dst = W0;
  cl_ram_write(v.b.second, buf, 16);
  cl_ram_read(tmp, W1, 16);
}
