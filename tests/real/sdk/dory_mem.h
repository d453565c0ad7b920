/* Stand-in: allocation in external memory, and files loaded into it. */
#ifndef STAND_IN_DORY_MEM_H
#define STAND_IN_DORY_MEM_H

#include "pmsis.h"

void *ram_malloc(size_t size);
void ram_free(void *pointer, size_t size);
void *cl_ram_malloc(size_t size);
void cl_ram_free(void *pointer, size_t size);
size_t load_file_to_ram(const void *destination, const char *file);
size_t load_file_to_local(const void *destination, const char *file);
struct pi_device *get_ram_ptr(void);

#endif
