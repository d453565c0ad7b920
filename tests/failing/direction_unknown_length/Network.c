#include "dory_mem.h"
#include "pmsis.h"

static PI_L2 int8_t *ARENA_L3;
static PI_L2 float32_t *W_a;
static PI_L2 float32_t *W_b;
static PI_L2 float32_t *W_c;
static PI_L2 uint8_t L2_buffer[16];

typedef struct {
  void *weight_ref;
} node_closure_L3_args_t;

static const uint8_t direction[NUM_TILES] = {1, 1};

static void node_closure_L3(void *node_closure_L3_args) {
  node_closure_L3_args_t *args = (node_closure_L3_args_t *)node_closure_L3_args;
  void *weight_ref = args->weight_ref;
  pi_cl_ram_req_t req;
  pi_cl_ram_copy_2d(get_ram_ptr(), (uint32_t)weight_ref, (void *)L2_buffer, 16, 16, 16, 1, &req);
  pi_cl_ram_copy_wait(&req);
}

void RunNetwork(__attribute__((unused)) uint32_t core_id, __attribute__((unused)) uint32_t numThreads) {
  pi_cl_ram_req_t req;
  void *W_a_ref = (void *)((char *)W_a + 0);
  pi_cl_ram_copy_2d(get_ram_ptr(), (uint32_t)W_a_ref, (void *)L2_buffer, 16, 16, 16, direction[core_id], &req);  // blocks W_a
  void *W_b_ref = (void *)((char *)W_b + 0);
  node_closure_L3((void *)&(node_closure_L3_args_t){.weight_ref = W_b_ref});
  void *W_c_ref = (void *)((char *)W_c + 0);
  node_closure_L3((void *)&(node_closure_L3_args_t){.weight_ref = W_c_ref});
}

void InitNetwork(__attribute__((unused)) uint32_t core_id, __attribute__((unused)) uint32_t numThreads) {
  ARENA_L3 = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 64);
  W_a = cl_ram_malloc(16);
  load_file_to_ram(W_a, "0.hex");
  W_b = cl_ram_malloc(16);
  load_file_to_ram(W_b, "1.hex");
  W_c = cl_ram_malloc(16);
  load_file_to_ram(W_c, "2.hex");
}
