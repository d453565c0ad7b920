/* objects of one section, walked from its first to its last
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef struct { float32_t *w; } entry;
static entry e0 __attribute__((section("myset"), used));
extern entry __start_myset[], __stop_myset[];
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  e0.w = W0;
  for (entry *e = __start_myset; e < __stop_myset; e++) cl_ram_write(e->w, buf, 16);
}
