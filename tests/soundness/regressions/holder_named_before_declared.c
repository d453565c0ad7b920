/* a structure that holds it is declared by a file that is not seen before the program does
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
#include "early.h"
static float32_t *OUT;
static float32_t buf[4], tmp[4];
void early(void) { cl_ram_write(held.a, buf, 16); }
static struct S held;
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
  W1 = cl_ram_malloc(16);
  load_file_to_ram(W1, "1.hex");
  held.a = W0;
}

void RunNetwork(void)
{
  early(); cl_ram_read(tmp, W1, 16);
}
//// early.h hidden
struct S { float32_t *a; };
static struct S held;
