/* a header that is a template, included twice
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
#define NAME read_it
#define ACT(p) cl_ram_read(buf, p, 16)
#include "template.h"
#undef NAME
#undef ACT
#define NAME write_it
#define ACT(p) cl_ram_write(p, buf, 16)
#include "template.h"
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
  read_it(W0); write_it(W0);
  cl_ram_read(tmp, W1, 16);
}
//// template.h
static void NAME(float32_t *p) { ACT(p); }
