/* one file has DIR as a macro, another as an enumerator, a header uses it
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
enum { DIR = 0 };
#include "op.h"
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
  move((uintptr_t)W0, buf);
  cl_ram_read(tmp, W1, 16);
}
//// op.h
static inline void move(uintptr_t p, void *l) { pi_cl_ram_copy(0, p, l, 16, DIR, 0); }
//// other.c
#include "runtime.h"
#define DIR 1
#include "op.h"
