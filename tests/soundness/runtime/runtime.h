/* The memory API that generated code calls, for a program that runs on the host. The proof never sees this file. */
#ifndef RUNTIME_H
#define RUNTIME_H
#include <stddef.h>
#include <stdint.h>

typedef float float32_t;
typedef struct pi_device { int id; } pi_device;
typedef struct { void *addr; uintptr_t pi_ram_addr; int done; } pi_cl_ram_req_t;

#define PI_L2
#define NUM_CORES 1
#define BEGIN_SINGLE_CORE if (pi_core_id() == 0) {
#define END_SINGLE_CORE }
#define SINGLE_CORE if (pi_core_id() == 0)

int pi_core_id(void);
void *get_ram_ptr(void);
void *cl_ram_malloc(size_t size);
void cl_ram_free(void *p, size_t size);
void cl_ram_read(void *dest, const void *src, size_t size);
void cl_ram_write(void *dest, const void *src, size_t size);
void load_file_to_ram(const void *dest, const char *name);
void pi_ram_read(void *dev, uintptr_t ext, void *loc, unsigned size);
void pi_ram_write(void *dev, uintptr_t ext, void *loc, unsigned size);
void pi_cl_ram_read(void *dev, uintptr_t ext, void *loc, unsigned size, pi_cl_ram_req_t *req);
void pi_cl_ram_write(void *dev, uintptr_t ext, void *loc, unsigned size, pi_cl_ram_req_t *req);
void pi_cl_ram_copy(void *dev, uintptr_t ext, void *loc, unsigned size, int ext2loc, pi_cl_ram_req_t *req);
void pi_cl_ram_copy_2d(void *dev, uintptr_t ext, void *loc, unsigned size, unsigned stride, unsigned length, int ext2loc,
                       pi_cl_ram_req_t *req);
void pi_cl_ram_read_wait(pi_cl_ram_req_t *req);
void pi_cl_team_fork(int cores, void *entry, void *arg);
void *pi_l2_malloc(size_t size);
void *memcpy(void *d, const void *s, size_t n);
void *memset(void *d, int c, size_t n);

/* What an SDK or an application adds, known to no table: the proof must take each to do the worst. */
void sdk_read(const void *l3);
void sdk_write(void *l3);
#endif
