/* Stand-in: the cluster's DMA between L2 and L1. */
#ifndef STAND_IN_MCHAN_SIRACUSA_H
#define STAND_IN_MCHAN_SIRACUSA_H

#include <stdint.h>

#define MCHAN_CHANNEL_ID_MAX 15

typedef struct {
  uint32_t cmd;
  uint32_t size;
  void *loc;
  void *ext;
  uint32_t loc_size_1d, loc_stride_1d;
  uint32_t ext_size_1d, ext_stride_1d;
} mchan_transfer_t;

uint32_t mchan_channel_alloc(void);
void mchan_channel_wait(uint32_t channel);
void mchan_channel_free(uint32_t channel);
void mchan_transfer_1d(uint32_t cmd, void *loc, void *ext);
void mchan_transfer_2d_loc_strided(uint32_t cmd, void *loc, void *ext, uint16_t size, uint16_t stride);
void mchan_transfer_2d_ext_strided(uint32_t cmd, void *loc, void *ext, uint32_t size, uint32_t stride);
void mchan_transfer_2d_loc_strided_ext_strided(uint32_t cmd, void *loc, void *ext, uint16_t loc_size,
                                               uint16_t loc_stride, uint32_t ext_size, uint32_t ext_stride);

#endif
