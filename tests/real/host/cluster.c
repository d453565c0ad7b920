/* The cluster: its cores one after the other, its L1 and L2, its DMA, and how the RAM driver is asked for rows of L3. */
#include <string.h>

#include "bsp/ram.h"
#include "dory_mem.h"
#include "mchan_siracusa.h"
#include "runtime.h"

#define SIZE_MASK 0x1ffff      /* the fields of a command of mchan v7 */
#define READS_EXT (1u << 17)
#define TWO_DIMENSIONS (1u << 19)

static uint32_t running_core;

uint32_t pi_core_id(void) { return running_core; }

uint32_t pi_cl_cluster_nb_cores(void) { return NUM_CORES; }

void pi_cl_team_fork(int cores, void (*entry)(void *), void *argument) {
  for (running_core = 0; running_core < (uint32_t)cores; running_core++)
    entry(argument);
  running_core = 0;
}

void pi_cl_team_barrier(void) {}

void *pi_l1_malloc(struct pi_device *device, int size) {
  (void)device;
  return guarded_pages((size_t)size);
}

void *pmsis_l1_malloc(uint32_t size) { return guarded_pages(size); }

void *pi_l2_malloc(int size) { return guarded_pages((size_t)size); }

/* Row by row: what lies between two rows is not touched, so it need not belong to the allocation. */
void pi_cl_ram_copy_2d(struct pi_device *device, void *external, void *local, uint32_t size, uint32_t stride, uint32_t length,
                       int ext2loc, pi_cl_ram_req_t *request) {
  (void)device;
  if (length == 0)
    sdk_abort("L3: a copy of %u bytes in rows of 0 bytes", size);
  if (l3_contains(local))
    sdk_abort("L3: a copy of %u bytes between L3 and L3", size);
  uint8_t *row = external, *loc = local;
  for (uint32_t done = 0, chunk; done < size; done += chunk, row += stride) {
    chunk = size - done < length ? size - done : length;
    if (ext2loc)
      l3_read_row(row, loc + done, chunk);
    else
      l3_write_row(row, loc + done, chunk);
  }
  request->size = size; /* under way until somebody waits for it */
}

void pi_cl_ram_copy_wait(pi_cl_ram_req_t *request) { request->size = 0; }

/* One transfer at a time, done at once. */
uint32_t mchan_channel_alloc(void) { return 0; }

void mchan_channel_wait(uint32_t channel) { (void)channel; }

void mchan_channel_free(uint32_t channel) { (void)channel; }

static void transfer(uint32_t cmd, void *loc, void *ext, uint32_t ext_length, uint32_t ext_stride) {
  const uint32_t size = cmd & SIZE_MASK;
  if (l3_contains(ext) || l3_contains(loc))
    sdk_abort("mchan: a transfer of %u bytes reaches for L3; the cluster's DMA moves between L2 and L1 only", size);
  if (ext_length == 0)
    sdk_abort("mchan: a transfer of %u bytes in rows of 0 bytes", size);
  uint8_t *row = ext, *local = loc;
  for (uint32_t done = 0, chunk; done < size; done += chunk, row += ext_stride) {
    chunk = size - done < ext_length ? size - done : ext_length;
    if (cmd & READS_EXT)
      memcpy(local + done, row, chunk);
    else
      memcpy(row, local + done, chunk);
  }
}

void mchan_transfer_1d(uint32_t cmd, void *loc, void *ext) {
  if (cmd & TWO_DIMENSIONS)
    sdk_abort("mchan: command %#x of a transfer in one dimension says two", cmd);
  transfer(cmd, loc, ext, SIZE_MASK + 1, 0);
}

void mchan_transfer_2d_ext_strided(uint32_t cmd, void *loc, void *ext, uint32_t size, uint32_t stride) {
  if (!(cmd & TWO_DIMENSIONS))
    sdk_abort("mchan: command %#x of a transfer in two dimensions says one", cmd);
  transfer(cmd, loc, ext, size, stride);
}
