/* two headers of two files define one table in two ways
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
#include "a.h"
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
  pi_cl_ram_copy(get_ram_ptr(), (uintptr_t)W0, buf, 16, dir[0], NULL);
  cl_ram_read(tmp, W1, 16);
}
//// a.h
static const uint8_t dir[] = {0};
//// b.h
static const unsigned char dir[] = {1};
//// other.c
#include "b.h"
int get(void) { return dir[0]; }
