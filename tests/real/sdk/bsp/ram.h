/* Stand-in: external memory as the cluster reaches it. */
#ifndef STAND_IN_BSP_RAM_H
#define STAND_IN_BSP_RAM_H

#include "pmsis.h"

typedef struct {
  uint32_t size; /* what is left to copy; generated code waits while it is not zero */
} pi_cl_ram_req_t;

void pi_cl_ram_copy(struct pi_device *device, uint32_t external, void *local, uint32_t size, int ext2loc,
                    pi_cl_ram_req_t *request);
/* The SDK takes the external address as an integer. Generated code hands it a pointer, so that the real
 * build warns at every call, touched or not; void * here keeps those out of the way. */
void pi_cl_ram_copy_2d(struct pi_device *device, void *external, void *local, uint32_t size, uint32_t stride,
                       uint32_t length, int ext2loc, pi_cl_ram_req_t *request);
void pi_cl_ram_copy_wait(pi_cl_ram_req_t *request);

#endif
