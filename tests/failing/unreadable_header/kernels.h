static inline void kernel_update(void) {  // blocks W_a
  cl_ram_write(W_a @ 1, 0, 16);
}
