/* a row of a table that runs into the next field
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef struct { float32_t *in[2]; float32_t *out[2]; } S;
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  static S s; s.out[0] = W0; float32_t **p = s.in; for (int i = 0; i < 4; i++) if (p[i]) cl_ram_write(p[i], buf, 16);
}
