/* a block typedef in one function is a function in another
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void wr(float32_t *p) { cl_ram_write(p, buf, 16); }
static unsigned long other(unsigned long x) { typedef unsigned long wr; wr *p = (wr *)0; return (wr)x; }
static void use(void) { (wr)(W0); }
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  use();
}
