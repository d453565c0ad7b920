/* a local function pointer named as a table function
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void wr(float32_t *d, const void *s, size_t n) { cl_ram_write(d, s, n); }
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
  {
    void (*cl_ram_read)(float32_t *, const void *, size_t) = wr;
    cl_ram_read(W0, buf, 16);
  }
  cl_ram_read(tmp, W1, 16);
}
