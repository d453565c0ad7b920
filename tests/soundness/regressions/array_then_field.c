/* behind the last element of an array comes the next field
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static struct { float32_t *a[2]; float32_t *b; } s;
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  s.b = W0;
  for (int i = 0; i < 3; i++) if (s.a[i]) cl_ram_write(s.a[i], buf, 16);
}
