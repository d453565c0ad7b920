/* a macro that only one branch defines; in the other the SDK has a function of that name
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
#ifdef PLAIN
#define RD(d, s, n) cl_ram_read(d, s, n)
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
  RD(buf, W0, 16);
  cl_ram_read(tmp, W1, 16);
}
//// sdk.c hidden
#include "runtime.h"
void RD(void *d, void *s, int n) { cl_ram_write(s, d, n); }
