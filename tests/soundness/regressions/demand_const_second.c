/* demand: a second declarator behind an initialiser
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
#include "b.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void copy(void) { pi_cl_ram_copy(get_ram_ptr(), (uintptr_t)W0, buf, 16, DIR, 0); }
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  copy();
}
//// a.h
static const int DIR = 1;
//// ops.c
#include "runtime.h"
#include "a.h"
int ops(int m) { return m == DIR; }
//// b.h
static const int OTHER = 0, DIR = 0;
