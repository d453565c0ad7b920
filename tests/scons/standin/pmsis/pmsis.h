// Declarations of the part of PMSIS that the example's port to chips uses, as its documentation gives them: enough to compile against.

#ifndef STANDIN_PMSIS_H
#define STANDIN_PMSIS_H

#include <stddef.h>
#include <stdint.h>

#define PI_L2 __attribute__((section(".data")))

struct pi_device {
  void *config;
};

struct pi_cluster_conf {
  int id;
};

struct pi_cluster_task {
  void (*entry)(void *);
  void *arg;
};

typedef enum { PI_CL_DMA_DIR_LOC2EXT = 0, PI_CL_DMA_DIR_EXT2LOC = 1 } pi_cl_dma_dir_e;

typedef struct {
  int id;
} pi_cl_dma_cmd_t;

void pmsis_exit(int status);
void pi_open_from_conf(struct pi_device *device, void *conf);
void pi_cluster_conf_init(struct pi_cluster_conf *conf);
int pi_cluster_open(struct pi_device *device);
struct pi_cluster_task *pi_cluster_task(struct pi_cluster_task *task, void (*entry)(void *), void *arg);
int pi_cluster_send_task_to_cl(struct pi_device *device, struct pi_cluster_task *task);
void *pi_l1_malloc(struct pi_device *device, uint32_t size);
void *pi_l2_malloc(int size);
void pi_l2_free(void *chunk, int size);
uint32_t pi_core_id(void);
void pi_cl_team_fork(int cores, void (*entry)(void *), void *arg);
void pi_cl_team_barrier(void);
void pi_cl_dma_cmd(uint32_t ext, uint32_t loc, uint32_t size, pi_cl_dma_dir_e dir, pi_cl_dma_cmd_t *cmd);
void pi_cl_dma_cmd_wait(pi_cl_dma_cmd_t *cmd);

#endif
