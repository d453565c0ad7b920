/* a variadic function of the program
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
#include <stdarg.h>
static void v(int n, ...)
{
  va_list ap;
  va_start(ap, n);
  cl_ram_write(va_arg(ap, void *), buf, 16);
  va_end(ap);
}
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
  v(1, W0);
  cl_ram_read(tmp, W1, 16);
}
