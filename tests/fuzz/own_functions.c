//// Network.c
#include "Network.h"
static PI_L2 float32_t *W, *V, *U;
static uint8_t *arena, *input;
static char tile[64];
static const char *const names[] = {"7.hex"};
void RunNetwork(int core_id) {
  my_read(0, W, tile, 16);
  my_read(0, V, tile, 16);
  my_copy(U, tile, 16, 1);
}
void InitNetwork(int core_id) {
  arena = (uint8_t *)my_malloc(0, 64);
  input = (uint8_t *)(arena + 16);
  my_load(0, "3.hex", input);
  W = (float32_t *)my_malloc(0, sizeof(float32_t) * 4);
  my_load(0, "0.hex", W);
  V = (float32_t *)my_malloc(0, 16);
  my_load(0, "1.hex", V);
  U = (float32_t *)cl_ram_malloc(16);
  load_file_to_ram(U, "2.hex");
  load_file_to_local(tile, "4.hex");
}
//// Network.h
void RunNetwork(int core_id);
void InitNetwork(int core_id);
//// hex/0.hex
AAAAAAAAAAAAAAAA
//// hex/1.hex
AAAAAAAAAAAAAAAA
//// hex/2.hex
AAAAAAAAAAAAAAAA
//// hex/3.hex
AAAAAAAAAAAAAAA
//// hex/4.hex
AAAAAAAAAAAAAAAA
