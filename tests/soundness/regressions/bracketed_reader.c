/* a callee in brackets that only reads
 * W0: proved
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef struct { float32_t *ref; } args_t;
static void rd(float32_t *p) { cl_ram_read(buf, p, 16); }
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
  (rd)(W0); rd(((args_t){.ref = W0}).ref);
  cl_ram_read(tmp, W1, 16);
}
