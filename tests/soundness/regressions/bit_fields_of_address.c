/* bit fields over an address, each only tested
 * W0: blocked
 * W1: proved
 */
//// Network.c
#include "runtime.h"
static PI_L2 float32_t *W0;
static PI_L2 float32_t *W1;
static float32_t *OUT;
static float32_t buf[4], tmp[4];
typedef unsigned long addr_t;
typedef struct { unsigned b0 : 1, b1 : 1, b2 : 1, b3 : 1, b4 : 1, b5 : 1, b6 : 1, b7 : 1, b8 : 1, b9 : 1, b10 : 1, b11 : 1, b12 : 1, b13 : 1, b14 : 1, b15 : 1, b16 : 1, b17 : 1, b18 : 1, b19 : 1, b20 : 1, b21 : 1, b22 : 1, b23 : 1, b24 : 1, b25 : 1, b26 : 1, b27 : 1, b28 : 1, b29 : 1, b30 : 1, b31 : 1; } bits;
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
  addr_t a = (addr_t)W0, r = 0;
  bits *b = (bits *)&a;
  if (b->b0) r |= (addr_t)1 << 0;
  if (b->b1) r |= (addr_t)1 << 1;
  if (b->b2) r |= (addr_t)1 << 2;
  if (b->b3) r |= (addr_t)1 << 3;
  if (b->b4) r |= (addr_t)1 << 4;
  if (b->b5) r |= (addr_t)1 << 5;
  if (b->b6) r |= (addr_t)1 << 6;
  if (b->b7) r |= (addr_t)1 << 7;
  if (b->b8) r |= (addr_t)1 << 8;
  if (b->b9) r |= (addr_t)1 << 9;
  if (b->b10) r |= (addr_t)1 << 10;
  if (b->b11) r |= (addr_t)1 << 11;
  if (b->b12) r |= (addr_t)1 << 12;
  if (b->b13) r |= (addr_t)1 << 13;
  if (b->b14) r |= (addr_t)1 << 14;
  if (b->b15) r |= (addr_t)1 << 15;
  if (b->b16) r |= (addr_t)1 << 16;
  if (b->b17) r |= (addr_t)1 << 17;
  if (b->b18) r |= (addr_t)1 << 18;
  if (b->b19) r |= (addr_t)1 << 19;
  if (b->b20) r |= (addr_t)1 << 20;
  if (b->b21) r |= (addr_t)1 << 21;
  if (b->b22) r |= (addr_t)1 << 22;
  if (b->b23) r |= (addr_t)1 << 23;
  if (b->b24) r |= (addr_t)1 << 24;
  if (b->b25) r |= (addr_t)1 << 25;
  if (b->b26) r |= (addr_t)1 << 26;
  if (b->b27) r |= (addr_t)1 << 27;
  if (b->b28) r |= (addr_t)1 << 28;
  if (b->b29) r |= (addr_t)1 << 29;
  if (b->b30) r |= (addr_t)1 << 30;
  if (b->b31) r |= (addr_t)1 << 31;
  cl_ram_write((void *)r, buf, 16);
  cl_ram_read(tmp, W1, 16);
}
