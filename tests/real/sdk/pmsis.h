/* Stand-in for the SDK header of the same name: just enough to compile a generated network on the host.
 * Types, macros and prototypes only; nothing here can be linked. */
#ifndef STAND_IN_PMSIS_H
#define STAND_IN_PMSIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PI_L1
#define PI_L2
#define NUM_CORES 8

typedef float float32_t;

struct pi_device {
  void *api;
  void *config;
  void *data;
};
typedef struct pi_device pi_device_t;

uint32_t pi_core_id(void);
uint32_t pi_cl_cluster_nb_cores(void);
void pi_cl_team_fork(int cores, void (*entry)(void *), void *argument);
void pi_cl_team_barrier(void);

void *pi_l1_malloc(struct pi_device *device, int size);
void *pmsis_l1_malloc(uint32_t size);
void pi_l1_free(struct pi_device *device, void *chunk, int size);
void *pi_l2_malloc(int size);
void pi_l2_free(void *chunk, int size);

#endif
