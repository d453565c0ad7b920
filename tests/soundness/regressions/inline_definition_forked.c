/* an inline definition, forked, beside an external one that is not seen
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
inline void kernel(void *p) { (void)p; }
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
  pi_cl_team_fork(1, (void *)kernel, W0);
  cl_ram_read(tmp, W1, 16);
}
//// sdk.c hidden
#include "runtime.h"
void kernel(void *p) { sdk_write(p); }
