/* a static function of a header that this file does not include, and an SDK function of that name
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
#include "sdk.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];

void InitNetwork(void)
{
  OUT = cl_ram_malloc(64);
  W0 = cl_ram_malloc(16);
  load_file_to_ram(W0, "0.hex");
}

void RunNetwork(void)
{
  put(W0);
}
//// a.h
static void put(float32_t *p) { }
//// ops.c
#include "runtime.h"
#include "a.h"
void ops(void) { put(0); }
//// sdk.h hidden
void put(float32_t *p);
//// app.c hidden
#include "runtime.h"
void put(float32_t *p) { sdk_write(p); }
