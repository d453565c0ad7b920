/* a byte of an address is the size of a read
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static float32_t *BIG;
static unsigned char big[260], none[260];
void InitNetwork(void)
{
  BIG = cl_ram_malloc(300);
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  float32_t *p = W0, *q = 0;
  unsigned char *c = (unsigned char *)&p;
  for (int i = 0; i < 256; i++) big[i] = 1;
  cl_ram_write(BIG, big, 256);
  for (int i = 0; i < (int)sizeof p; i++) {
    int n = 0;
    memset(none, 0, 256);
    cl_ram_read(none, BIG, c[i]);
    while (none[n]) n++;
    ((unsigned char *)&q)[i] = n;
  }
  cl_ram_write(q, buf, 16);
}
