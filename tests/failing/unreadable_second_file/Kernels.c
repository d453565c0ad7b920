#include "Kernels.h"

void kernel_run(const void *weight) {
  weight @ 1;
}
