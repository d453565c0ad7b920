/* recursion with swapped arguments
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void swap(int n, float32_t *a, float32_t *b) { if (n == 0) cl_ram_write(b, buf, 16); else swap(n - 1, b, a); }
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
  swap(3, W0, OUT);
  cl_ram_read(tmp, W1, 16);
}
