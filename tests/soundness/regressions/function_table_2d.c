/* a table of tables of functions
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void rd(float32_t *p) { cl_ram_read(buf, p, 16); }
static void wr(float32_t *p) { cl_ram_write(p, buf, 16); }
static void (*const t[2][2])(float32_t *) = {{rd, rd}, {wr, rd}};
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
  t[1][0](W0);
  cl_ram_read(tmp, W1, 16);
}
