// The memory functions that generated code calls, on the drivers of PMSIS.
//
// An L3 address is a 32-bit integer for the drivers; generated code keeps it in a pointer.

#ifndef GAP_DORY_MEM_H
#define GAP_DORY_MEM_H

#include "pmsis.h"
#include "bsp/ram.h"
#include <stddef.h>

void mem_init(void);
struct pi_device *get_ram_ptr(void);

void *cl_ram_malloc(size_t size);

// The application's side: reads and writes by the fabric controller.
void ram_read(void *dest, void *src, size_t size);
void ram_write(void *dest, void *src, size_t size);

#ifndef NOFLASH
// Mounts the readfs partition, and writes one of its files to L3: the whole file, whatever was asked for dest. Called on the cluster.
void open_fs(void);
size_t load_file_to_ram(const void *dest, const char *filename);
#endif

#endif
