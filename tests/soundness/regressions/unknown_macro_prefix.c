/* a definition behind an unknown macro that is inline
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
#include "sdk.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
INLINE void rd(float32_t *p) { cl_ram_read(tmp, p, 16); }
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  rd(W0);
}
//// sdk.h hidden
#define INLINE inline
//// app.c hidden
#include "runtime.h"
void rd(float32_t *p) { sdk_write(p); }
