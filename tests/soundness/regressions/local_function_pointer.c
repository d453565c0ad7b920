/* a local function pointer whose last parameter is an unnamed type of a header that is not there
 * W0: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void rd(void *d, const void *s, unsigned long n) { cl_ram_read(d, s, n); }
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
  void (*get)(void *, const void *, size_t) = rd;
  get(buf, W0, 16);
  cl_ram_read(tmp, W1, 16);
}
