/* a call through a struct behind a macro that ends a block
 * W0: proved
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef struct { float32_t *ref; } args_t;
static void closure(void *args) { cl_ram_read(buf, ((args_t *)args)->ref, 16); }
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
  {
    BEGIN_SINGLE_CORE
    cl_ram_read(buf, W1, 16);
    END_SINGLE_CORE
  }
  {
    args_t args = {.ref = W0};
    { struct { void (*run)(void *); void *with; } task = {closure, &args}; task.run(task.with); }
  }
  cl_ram_read(tmp, W1, 16);
}
