/* a function is static in one branch only: in the other, unseen code calls it
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
#ifdef OTHER
static void hand(float32_t **);
#else
void hand(float32_t **);
#endif
void sdk_round(void);
void hand(float32_t **out) { *out = W0; }
void fetch(float32_t **);
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
  float32_t *q; hand(&q); fetch(&q);
  cl_ram_read(tmp, W1, 16);
}
//// sdk.c hidden
#include "runtime.h"
extern void hand(float32_t **);
void fetch(float32_t **q) { float32_t *p; hand(&p); sdk_write(p); }
