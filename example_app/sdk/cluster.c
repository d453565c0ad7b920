// The cluster: its cores, one after the other, its L1 and its DMA.

#include "checks.h"
#include "mchan.h"
#include "pmsis.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct pi_device cluster_dev = {.name = "cluster"};

static uint32_t running_core;

static void *allocate(const char *memory, uint32_t size) {
  void *chunk = malloc(size);
  if (!chunk) {
    sdk_abort("%s: no memory for %" PRIu32 " bytes", memory, size);
  }
  return chunk;
}

void *pi_l1_malloc(void *allocator, uint32_t size) {
  (void)allocator;
  return allocate("L1", size);
}

void *pi_l2_malloc(uint32_t size) { return allocate("L2", size); }

void pi_l2_free(void *chunk, uint32_t size) {
  (void)size;
  free(chunk);
}

uint32_t pi_core_id(void) { return running_core; }

void pi_cl_team_fork(uint32_t cores, void *fn, void *arg) {
  void (*entry)(void *) = (void (*)(void *))fn;
  for (running_core = 0; running_core < cores; running_core++) {
    entry(arg);
  }
  running_core = 0;
}

void pi_cl_team_barrier(void) {}

struct pi_cluster_task *pi_cluster_task(struct pi_cluster_task *task, void (*entry)(void *arg), void *arg) {
  *task = (struct pi_cluster_task){.entry = entry, .arg = arg};
  return task;
}

int pi_cluster_send_task_to_cl(struct pi_device *device, struct pi_cluster_task *task) {
  (void)device;
  task->entry(task->arg);
  return 0;
}

int mchan_transfer_get_id(void) { return 0; }

void mchan_transfer_push_1d(mchan_transfer_t trans) {
  if (l3_contains(trans.ext) || l3_contains(trans.loc)) {
    sdk_abort("mchan: a transfer of %d bytes reaches for L3; the cluster DMA moves between L2 and L1 only", trans.size);
  }
  if (trans.cmd >> MCHAN_CMD_SHIFT_DIRECTION & 1) {
    memcpy(trans.loc, trans.ext, (size_t)trans.size);
  } else {
    memcpy(trans.ext, trans.loc, (size_t)trans.size);
  }
}

void mchan_transfer_wait(int id) { (void)id; }

void mchan_transfer_free(int id) { (void)id; }
