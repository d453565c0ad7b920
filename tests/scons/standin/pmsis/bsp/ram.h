#include "pmsis.h"

typedef struct {
  uint32_t result;
} pi_cl_ram_alloc_req_t;

typedef struct {
  uint32_t size;
} pi_cl_ram_req_t;

int pi_ram_open(struct pi_device *device);
void pi_ram_read(struct pi_device *device, uint32_t ext, void *loc, uint32_t size);
void pi_ram_write(struct pi_device *device, uint32_t ext, void *loc, uint32_t size);
void pi_cl_ram_alloc(struct pi_device *device, uint32_t size, pi_cl_ram_alloc_req_t *req);
int pi_cl_ram_alloc_wait(pi_cl_ram_alloc_req_t *req, uint32_t *address);
void pi_cl_ram_write(struct pi_device *device, uint32_t ext, void *loc, uint32_t size, pi_cl_ram_req_t *req);
void pi_cl_ram_write_wait(pi_cl_ram_req_t *req);
void pi_cl_ram_copy_2d(struct pi_device *device, uint32_t ext, void *loc, uint32_t size, uint32_t stride, uint32_t length, int ext2loc,
                       pi_cl_ram_req_t *req);
void pi_cl_ram_copy_wait(pi_cl_ram_req_t *req);
