/* a macro with arguments that renames a called field
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef struct { void (*rd)(float32_t *); void (*wr)(float32_t *); } ops;
static void reader(float32_t *p) { cl_ram_read(buf, p, 16); }
static void writer(float32_t *p) { cl_ram_write(p, buf, 16); }
static ops o = {reader, writer};
#define rd(x) wr(x)
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
  o.rd(W0);
  cl_ram_read(tmp, W1, 16);
}
