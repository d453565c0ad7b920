/* a static function of a table function's name, called in a header
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void pi_l2_free(void *s, void *d) { cl_ram_write(s, d, 16); }
#include "inline.h"
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
  rd(W0, buf);
  cl_ram_read(tmp, W1, 16);
}
//// inline.h
static inline void rd(float32_t *s, float32_t *d) { pi_l2_free(s, d); }
