#include <stddef.h>

typedef struct {
  unsigned int size;
} pi_fs_file_t;

typedef struct {
  int result;
} pi_cl_fs_req_t;

struct pi_fs_conf {
  struct pi_device *flash;
};

int pi_fs_mount(struct pi_device *device);
pi_fs_file_t *pi_fs_open(struct pi_device *device, const char *name, int flags);
void pi_cl_fs_read(pi_fs_file_t *file, void *buffer, size_t size, pi_cl_fs_req_t *req);
int pi_cl_fs_wait(pi_cl_fs_req_t *req);
