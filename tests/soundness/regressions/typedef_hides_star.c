/* a block typedef in one function is a pointer in another
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
#include "h.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static unsigned long other(unsigned long x) { typedef unsigned long cell; cell *q = (cell *)0; return (cell)x; }
static void use(void) { float32_t *q = (cell) + 0; cl_ram_write(q, buf, 16); }
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  set(W0);
  use();
}
//// h.h
static float32_t *cell;
static void set(float32_t *p) { cell = p; }
