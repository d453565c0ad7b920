void kernel_run(const void *weight);
