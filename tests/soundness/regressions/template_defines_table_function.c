/* an included template defines a static function of a table function's name
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
#define NAME pi_l2_free
#include "template.h"
#undef NAME
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
  pi_l2_free(W0, 16);
  cl_ram_read(tmp, W1, 16);
}
//// template.h
static void NAME(void *s, size_t n) { float32_t b[4] = {0}; cl_ram_write(s, b, n); }
