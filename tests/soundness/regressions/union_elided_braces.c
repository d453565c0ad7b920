/* elided braces of a union that begins with a struct
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef union { struct { float32_t *x, *dst; } s; int n; } un;
typedef struct { un u; float32_t *src; } pair;
typedef struct { float32_t *x, *dst, *src; } fields;
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
  pair s = {buf, W0, buf};
  un u = s.u;
  pair t = {tmp};
  t.u = u;
  fields *f = (fields *)&t;
  cl_ram_write(f->dst, buf, 16);
  cl_ram_read(tmp, W1, 16);
}
