/* a static function of a header, another file has a visible one
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
#include "b.h"
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
  rd(W0);
  flush();
}
//// b.h
static float32_t *kept; static float b2[4];
static void rd(float32_t *p) { kept = p; }
static void flush(void) { cl_ram_write(kept, b2, 16); }
//// ops.c
#include "runtime.h"
static float a2[4];
void rd(float32_t *p) { cl_ram_read(a2, p, 16); }
