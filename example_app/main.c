// A small on-device training firmware: some training steps of the network, each compared with the outputs that the generator expects.

#include "Network.h"
#include "checks.h"
#include "dory_mem.h"
#include "pmsis.h"
#include "port.h"
#include "testinputs.h"
#include "testoutputs.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The generator rounds after every operation, as the kernels do, so this is generous.
#define TOLERANCE 1e-5f

extern struct pi_device cluster_dev;

static void init_on_cluster(void *arg) {
  (void)arg;
  InitNetwork(pi_core_id(), NUM_CORES);
}

static void run_on_cluster(void *arg) {
  (void)arg;
  RunNetwork(pi_core_id(), NUM_CORES);
}

static void send_to_cluster(void (*entry)(void *)) {
  struct pi_cluster_task task;
  pi_cluster_send_task_to_cl(&cluster_dev, pi_cluster_task(&task, entry, NULL));
}

// New samples, targets and the reset flag. The other inputs, adapters and gradient accumulators, stay in L3 from step to step.
static void write_inputs(uint32_t step) {
  for (uint32_t i = 0; i < STEP_INPUTS; i++) {
    ram_write(DeeployNetwork_inputs[i], testInputVector[step * STEP_INPUTS + i], DeeployNetwork_inputs_bytes[i]);
  }
}

static uint32_t compare_outputs(uint32_t step, uint32_t *compared) {
  uint32_t errors = 0;
  for (uint32_t i = 0; i < DeeployNetwork_num_outputs; i++) {
    const uint32_t bytes = DeeployNetwork_outputs_bytes[i];
    const float32_t *expected = testOutputVector[step * DeeployNetwork_num_outputs + i];
    float32_t *actual = pi_l2_malloc(bytes);
    ram_read(actual, DeeployNetwork_outputs[i], bytes);
    for (uint32_t k = 0; k < bytes / sizeof(float32_t); k++) {
      // Written so that a NaN is an error.
      if (!(fabsf(actual[k] - expected[k]) <= TOLERANCE)) {
        printf("step %" PRIu32 " output %" PRIu32 "[%" PRIu32 "]: expected %g, got %g\n", step, i, k, expected[k], actual[k]);
        errors += 1;
      }
      *compared += 1;
    }
    if (i == 0) {
      printf("step %" PRIu32 ": loss %.6f\n", step, actual[0]);
    }
    pi_l2_free(actual, bytes);
  }
  return errors;
}

int main(int argc, char **argv) {
  port_start(argc, argv);
#ifndef NOFLASH
  open_fs();
#endif
  mem_init();
  send_to_cluster(init_on_cluster);

  uint32_t errors = 0;
  uint32_t compared = 0;
  for (uint32_t step = 0; step < TRAINING_STEPS; step++) {
    write_inputs(step);
    send_to_cluster(run_on_cluster);
    errors += compare_outputs(step, &compared);
  }

  const l3_statistics_t l3 = l3_statistics();
  printf("Errors: %" PRIu32 " out of %" PRIu32 "\n", errors, compared);
  printf("L3 requested: %" PRIu64 " bytes in %" PRIu32 " allocations\n", l3.requested_bytes, l3.allocations);
  printf("Files loaded: %" PRIu32 " (%" PRIu64 " bytes)\n", l3.loads, l3.loaded_bytes);
  printf("L3 read stream: %016" PRIx64 "\n", l3.read_stream);
  return errors ? EXIT_FAILURE : EXIT_SUCCESS;
}
