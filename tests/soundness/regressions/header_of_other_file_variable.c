/* a static variable of a header that this file does not include, and an extern of that name that is not seen
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
  cell = W0;
  sdk_done();
}
//// a.h
static float32_t *cell;
//// ops.c
#include "runtime.h"
#include "a.h"
int ops(void) { return cell == 0; }
//// sdk.h hidden
extern float32_t *cell;
void sdk_done(void);
//// app.c hidden
#include "runtime.h"
float32_t *cell;
void sdk_done(void) { sdk_write(cell); }
