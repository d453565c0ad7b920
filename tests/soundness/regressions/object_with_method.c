/* a structure passed to its own function
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef struct object { void (*call)(struct object *); float32_t *p; } object;
static void wr(object *o) { cl_ram_write(o->p, buf, 16); }
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
  object o = {wr, W0};
  o.call(&o);
  cl_ram_read(tmp, W1, 16);
}
