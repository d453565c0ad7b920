/* bits of a union, each only tested
 * W0: blocked
 */
//// Network.c
#include "runtime.h"
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
  union { float32_t *p; struct { unsigned b0:1, b1:1, b2:1, b3:1, b4:1, b5:1, b6:1, b7:1, b8:1, b9:1, b10:1, b11:1, b12:1, b13:1, b14:1, b15:1, b16:1, b17:1, b18:1, b19:1, b20:1, b21:1, b22:1, b23:1, b24:1, b25:1, b26:1, b27:1, b28:1, b29:1, b30:1, b31:1; } f; } u;
  unsigned long x = 0;
  u.p = W0;
  if (u.f.b0) x |= 1ul;
  if (u.f.b1) x |= 2ul;
  if (u.f.b2) x |= 4ul;
  if (u.f.b3) x |= 8ul;
  if (u.f.b4) x |= 16ul;
  if (u.f.b5) x |= 32ul;
  if (u.f.b6) x |= 64ul;
  if (u.f.b7) x |= 128ul;
  if (u.f.b8) x |= 256ul;
  if (u.f.b9) x |= 512ul;
  if (u.f.b10) x |= 1024ul;
  if (u.f.b11) x |= 2048ul;
  if (u.f.b12) x |= 4096ul;
  if (u.f.b13) x |= 8192ul;
  if (u.f.b14) x |= 16384ul;
  if (u.f.b15) x |= 32768ul;
  if (u.f.b16) x |= 65536ul;
  if (u.f.b17) x |= 131072ul;
  if (u.f.b18) x |= 262144ul;
  if (u.f.b19) x |= 524288ul;
  if (u.f.b20) x |= 1048576ul;
  if (u.f.b21) x |= 2097152ul;
  if (u.f.b22) x |= 4194304ul;
  if (u.f.b23) x |= 8388608ul;
  if (u.f.b24) x |= 16777216ul;
  if (u.f.b25) x |= 33554432ul;
  if (u.f.b26) x |= 67108864ul;
  if (u.f.b27) x |= 134217728ul;
  if (u.f.b28) x |= 268435456ul;
  if (u.f.b29) x |= 536870912ul;
  if (u.f.b30) x |= 1073741824ul;
  if (u.f.b31) x |= 2147483648ul;
  cl_ram_write((float32_t *)x, buf, 16);
}
