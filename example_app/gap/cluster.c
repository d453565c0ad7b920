// The cluster and its DMA.

#include "mchan.h"
#include "pmsis.h"
#include "port.h"
#include <stdio.h>

// A transfer has an identifier from get_id to free; pushes in between belong to it. Core 0 alone drives the DMA.
#define TRANSFERS 8
#define PUSHES 16

struct pi_device cluster_dev;

static pi_cl_dma_cmd_t commands[TRANSFERS][PUSHES];
static int pushed[TRANSFERS];
static int current;

void port_start(int argc, char **argv) {
  (void)argc;
  (void)argv;
  static struct pi_cluster_conf conf;
  pi_cluster_conf_init(&conf);
  pi_open_from_conf(&cluster_dev, &conf);
  if (pi_cluster_open(&cluster_dev)) {
    printf("the cluster cannot be opened\n");
    pmsis_exit(-1);
  }
}

int mchan_transfer_get_id(void) {
  current = (current + 1) % TRANSFERS;
  pushed[current] = 0;
  return current;
}

void mchan_transfer_push_1d(mchan_transfer_t trans) {
  if (pushed[current] == PUSHES) {
    mchan_transfer_wait(current);
  }
  const uint32_t size = (uint32_t)trans.cmd & ((1u << MCHAN_CMD_SHIFT_DIRECTION) - 1);
  const int reads_ext = (trans.cmd >> MCHAN_CMD_SHIFT_DIRECTION) & 1;
  pi_cl_dma_cmd((uint32_t)trans.ext, (uint32_t)trans.loc, size, reads_ext ? PI_CL_DMA_DIR_EXT2LOC : PI_CL_DMA_DIR_LOC2EXT,
                &commands[current][pushed[current]++]);
}

void mchan_transfer_wait(int id) {
  while (pushed[id] > 0) {
    pi_cl_dma_cmd_wait(&commands[id][--pushed[id]]);
  }
}

void mchan_transfer_free(int id) { pushed[id] = 0; }
