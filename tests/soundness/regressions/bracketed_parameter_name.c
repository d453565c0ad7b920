/* a parameter name in brackets in a prototype is a function elsewhere
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static int h(int (sdk_write), int b);
static int h(int a, int b) { return a; }
static void use(void) { (sdk_write)(W0); }
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  use();
}
