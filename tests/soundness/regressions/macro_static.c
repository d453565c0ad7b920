/* static is a macro for nothing, so another file can reach the symbol
 * W0: blocked
 * W1: blocked
 */
//// Network.c
#include "runtime.h"
#define static
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
void touch(void);
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
  touch();
  cl_ram_read(tmp, W1, 16);
}
//// other.c
#include "runtime.h"
extern float32_t *W0;
void touch(void) { float32_t b[4] = {0}; cl_ram_write(W0, b, 16); }
