/* a struct with an array of one at its end
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef struct { int n; float32_t *w[1]; } hdr; typedef struct { hdr h; float32_t *more[3]; } S;
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  static S s; s.more[1] = W0; s.h.n = 4; hdr *h = &s.h; for (int i = 0; i < h->n; i++) if (h->w[i]) cl_ram_write(h->w[i], buf, 16);
}
