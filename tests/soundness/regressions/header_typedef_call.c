/* a typedef of a header that this file does not include; here it is an SDK function
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
#include "sdk.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void use(void) { put(W0); }
void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  use();
}
//// a.h
typedef unsigned long put;
//// ops.c
#include "runtime.h"
#include "a.h"
put ops(put x) { return x + 1; }
//// sdk.h hidden
void put(void *p);
//// app.c hidden
#include "runtime.h"
void put(void *p) { sdk_write(p); }
