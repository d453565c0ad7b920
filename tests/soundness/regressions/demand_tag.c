/* demand: a structure inside another has the same tag and other order
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
#include "b.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static void use(void) { struct S s = {buf, W0}; cl_ram_write(s.dst, tmp, 16); }
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
struct S { float32_t *dst, *src; };
//// ops.c
#include "runtime.h"
#include "a.h"
void ops(void) { struct S s = {0, 0}; cl_ram_malloc(4); }
//// b.h
struct T { struct S { float32_t *src, *dst; } x; };
