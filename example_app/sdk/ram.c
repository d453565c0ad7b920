// The RAM driver and what lies on top of it: every path by which bytes move between L2 and L3.

#include "dory_mem.h"
#include "checks.h"
#include <inttypes.h>

static struct pi_device ram = {.name = "RAM"};

void mem_init(void) {}

struct pi_device *get_ram_ptr(void) { return &ram; }

void *cl_ram_malloc(size_t size) { return l3_allocate(size); }

void pi_cl_ram_copy_2d(struct pi_device *device, void *ext, void *loc, uint32_t size, uint32_t stride, uint32_t length, uint8_t ext2loc,
                       pi_cl_ram_req_t *req) {
  (void)device;
  if (length == 0) {
    sdk_abort("L3: a copy of %" PRIu32 " bytes in rows of 0 bytes", size);
  }
  // Row by row: what lies between two rows is not accessed, so it need not belong to the allocation.
  for (uint32_t done = 0, row = 0; done < size; row++) {
    const uint32_t chunk = size - done < length ? size - done : length;
    uint8_t *row_ext = (uint8_t *)ext + (size_t)row * stride;
    uint8_t *row_loc = (uint8_t *)loc + done;
    if (ext2loc) {
      l3_read(row_ext, row_loc, chunk, L3_NETWORK);
    } else {
      l3_write(row_ext, row_loc, chunk);
    }
    done += chunk;
  }
  req->size = size;
}

void pi_cl_ram_copy_wait(pi_cl_ram_req_t *req) { req->size = 0; }

void pi_ram_read(struct pi_device *device, const void *ext, void *loc, uint32_t size) {
  (void)device;
  l3_read(ext, loc, size, L3_APPLICATION);
}

void pi_ram_write(struct pi_device *device, void *ext, const void *loc, uint32_t size) {
  (void)device;
  l3_write(ext, loc, size);
}

void ram_read(void *dest, void *src, size_t size) { pi_ram_read(get_ram_ptr(), src, dest, size); }

void ram_write(void *dest, void *src, size_t size) { pi_ram_write(get_ram_ptr(), dest, src, size); }
