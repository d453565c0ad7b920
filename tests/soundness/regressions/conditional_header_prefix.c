/* a name in front of the file's
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
  load_file_to_ram(W0, PREFIX "0.hex");
}

void RunNetwork(void)
{
  cl_ram_read(tmp, W0, 16);
}
//// sdk.h hidden
#define PREFIX "net"
