/* a function with a body in one branch only, called through a table
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
void kernel(float32_t *);
#ifdef PLAIN
void kernel(float32_t *p) { (void)p; }
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
  static void (*const table[1])(float32_t *) = {kernel};
  table[0](W0);
  cl_ram_read(tmp, W1, 16);
}
//// sdk.c hidden
#include "runtime.h"
void kernel(float32_t *p) { cl_ram_write(p, p == 0 ? p : (float32_t[4]){0}, 16); }
