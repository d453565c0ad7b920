/* What a generated network finds when it runs on the host without its kernels. The reader of readfs images is the example's,
 * and so is what it asks of L3, checks.h. */
#ifndef REAL_HOST_RUNTIME_H
#define REAL_HOST_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "checks.h"

#define POISON 0xA5 /* what memory holds before anything is written to it, so that two runs find the same */

/* Says that the symbol `name` holds `address`, the start of an allocation in L3: a constant that was proved read-only. */
void host_constant(const char *name, const void *address);
/* Generated, beside the network: calls the function above. */
void host_constants(void);

/* Pages of their own for `size` bytes, which end where memory without access begins. */
void *guarded_pages(size_t size);

/* Every read of L3 from now on goes to `trace`, one line each. */
void l3_trace_to(FILE *trace);
/* From now on the pages of constants can only be read. */
void l3_protect_constants(void);
/* Bytes [ext, ext + size) to loc, or back. */
void l3_read_row(const void *ext, void *loc, size_t size);
void l3_write_row(void *ext, const void *loc, size_t size);
/* What happened, as JSON. */
void l3_print(FILE *out);

#endif
