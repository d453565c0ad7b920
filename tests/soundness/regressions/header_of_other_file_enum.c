/* an enumerator of a header that this file does not include, and a macro of that name that is not seen
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
#include "sdk.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];

void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  pi_cl_ram_copy(get_ram_ptr(), (uintptr_t)W0, buf, 16, DIR, 0);
}
//// a.h
enum { DIR = 1 };
//// ops.c
#include "runtime.h"
#include "a.h"
int ops(void) { return DIR; }
//// sdk.h hidden
#define DIR 0
