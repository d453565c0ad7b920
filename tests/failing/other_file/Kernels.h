void kernel_update(void *weight);
