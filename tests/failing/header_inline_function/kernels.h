static inline void kernel_update(void *weight) {
  cl_ram_write(weight, 0, 16);  // blocks W_a
}
