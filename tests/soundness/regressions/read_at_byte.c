/* a byte of an address moves a read in a table of L3, whose allocation is not one of the table
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
void *sdk_alloc(void);
static unsigned char id[256];
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  unsigned char *ext = sdk_alloc(), *b = (unsigned char *)tmp;
  for (int i = 0; i < 256; i++) id[i] = i;
  cl_ram_write(ext, id, 256);
  float32_t *p = W0, *q = 0;
  unsigned char *c = (unsigned char *)&p;
  for (int i = 0; i < (int)sizeof p; i++) { cl_ram_read(b, ext + c[i], 1); ((unsigned char *)&q)[i] = b[0]; }
  cl_ram_write(q, buf, 16);
}
//// app.c hidden
#include "runtime.h"
void *sdk_alloc(void) { return cl_ram_malloc(256); }
