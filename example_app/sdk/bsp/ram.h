// Stands in for the external RAM driver (L3), the functions that the example uses.
//
// On the device an L3 address is a 32-bit integer; here it is a pointer, because generated code keeps addresses in pointers. The cl_
// functions are the cluster's, which is where the network runs; the others are the fabric controller's, where the application runs.

#ifndef SDK_BSP_RAM_H
#define SDK_BSP_RAM_H

#include "pmsis.h"

typedef struct {
  uint32_t size;
} pi_cl_ram_req_t;

// size bytes in rows of length bytes; row n is at ext + n * stride in L3, the local buffer is packed. ext2loc 1 reads L3, 0 writes it.
void pi_cl_ram_copy_2d(struct pi_device *device, void *ext, void *loc, uint32_t size, uint32_t stride, uint32_t length, uint8_t ext2loc,
                       pi_cl_ram_req_t *req);
void pi_cl_ram_copy_wait(pi_cl_ram_req_t *req);

void pi_ram_read(struct pi_device *device, const void *ext, void *loc, uint32_t size);
void pi_ram_write(struct pi_device *device, void *ext, const void *loc, uint32_t size);

#endif
