// Stands in for the memory functions that generated code calls.

#ifndef SDK_DORY_MEM_H
#define SDK_DORY_MEM_H

#include "bsp/ram.h"

void mem_init(void);
struct pi_device *get_ram_ptr(void);

void *cl_ram_malloc(size_t size);

// The application's side: reads and writes by the fabric controller.
void ram_read(void *dest, void *src, size_t size);
void ram_write(void *dest, void *src, size_t size);

#ifndef NOFLASH
// Mounts the readfs image, and writes one of its files to L3: the whole file, whatever was asked for dest.
void open_fs(void);
size_t load_file_to_ram(const void *dest, const char *filename);
#endif

#endif
