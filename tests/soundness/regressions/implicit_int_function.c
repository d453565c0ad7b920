/* a static function without a type, called in brackets
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
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
  use(W0);
}
//// ops.c
#include "runtime.h"
static float32_t b2[4];
static wr(float32_t *p) { cl_ram_write(p, b2, 16); return 0; }
void use(float32_t *p) { (wr)(p); }
