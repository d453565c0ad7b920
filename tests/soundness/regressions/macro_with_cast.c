/* a macro with a cast to a type of a header in the folder
 * W0: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
#include "types.h"
#define CAST(x) ((float32_t *)((addr_t)(x) + 0))
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
  cl_ram_read(buf, CAST(W0), 16);
  cl_ram_read(tmp, W1, 16);
}
//// types.h
typedef unsigned long addr_t;
