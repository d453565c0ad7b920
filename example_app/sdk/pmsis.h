// Stands in for the part of PMSIS that the example uses: memory placement, L1 and L2, one cluster.

#ifndef SDK_PMSIS_H
#define SDK_PMSIS_H

#include <stddef.h>
#include <stdint.h>

typedef float float32_t;

// On the device these choose the memory of a variable; here there is one for all.
#define PI_L1
#define PI_L2

#ifndef NUM_CORES
#define NUM_CORES 8
#endif

struct pi_device {
  const char *name;
};

struct pi_cluster_task {
  void (*entry)(void *arg);
  void *arg;
};

void *pi_l1_malloc(void *allocator, uint32_t size);
void *pi_l2_malloc(uint32_t size);
void pi_l2_free(void *chunk, uint32_t size);

uint32_t pi_core_id(void);

// Runs fn on cores 0 to cores - 1. They run one after the other, so a barrier has nothing to wait for.
void pi_cl_team_fork(uint32_t cores, void *fn, void *arg);
void pi_cl_team_barrier(void);

struct pi_cluster_task *pi_cluster_task(struct pi_cluster_task *task, void (*entry)(void *arg), void *arg);
int pi_cluster_send_task_to_cl(struct pi_device *device, struct pi_cluster_task *task);

#endif
