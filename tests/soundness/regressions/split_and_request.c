/* a #if inside a statement, and a transfer with a request in the same function
 * W0: proved
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static pi_cl_ram_req_t req;
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
  float32_t *p =
#if 0
    buf
#else
    W0
#endif
    ;
  pi_cl_ram_copy(get_ram_ptr(), (uintptr_t)p, buf, 16, 1, &req);
  cl_ram_read(tmp, W1, 16);
}
