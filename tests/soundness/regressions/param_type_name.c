/* a parameter in another function is called like an SDK function and its type not known
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
#include "sdk.h"
static PI_L2 float32_t *W0;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
static int f(T_t put, int (*g)(put2)) { return 0; }
static void use(void) { put2(W0); }
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
//// sdk.h hidden
typedef int T_t;
void put2(void *);
//// app.c hidden
#include "runtime.h"
void put2(void *p) { sdk_write(p); }
