/* a header's variable in one file, a function of that name in another header
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
  float32_t *p = W0;
  hook(p);
  cl_ram_read(tmp, W1, 16);
}
//// a.h
static void wr(float32_t *p) { cl_ram_write(p, buf, 16); }
static void (*hook)(float32_t *) = wr;
//// b.h
static void hook(float *p) { (void)p; }
//// other.c
#include "b.h"
void get(void) { hook(0); }
