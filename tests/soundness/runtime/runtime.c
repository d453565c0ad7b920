/* Allocations in L3 that remember what happened to them; the verdicts go to standard output, one line for each file loaded:
 * `name written freed`. Written is what a call of the API wrote, or what differs from the loaded bytes in the end. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "runtime.h"

enum { SPACE = 1 << 20, MOST = 256, FILE_BYTES = 16 };

struct allocation { char *start; size_t size; const char *file; int loads, written, freed; char loaded[FILE_BYTES]; };
static struct allocation all[MOST];
static int count;
static char *space, *next;
static pi_device device;

static struct allocation *at(const void *address)
{
    for (int i = 0; i < count; i++)
        if ((const char *)address >= all[i].start && (const char *)address < all[i].start + all[i].size)
            return &all[i];
    return NULL;
}

static void fault(const char *what)
{
    fprintf(stderr, "the program is at fault: %s\n", what);
    fflush(stdout);
    _exit(3);
}

void *cl_ram_malloc(size_t size)
{
    /* below 2 GB, as on the device: an address fits any 32-bit integer */
    if (space == NULL)
        space = next = mmap(NULL, SPACE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (space == MAP_FAILED || count == MOST || next + size + 64 > space + SPACE)
        fault("no L3 left");
    struct allocation *a = &all[count++];
    a->start = next;
    a->size = size;
    next += (size + 15) / 8 * 8;
    return a->start;
}

static void wrote(const void *address)
{
    struct allocation *a = at(address);
    if (a == NULL)
        fault("a write outside L3");
    a->written = 1;
}

void load_file_to_ram(const void *dest, const char *name)
{
    struct allocation *a = at(dest);
    if (a == NULL)
        fault("a load outside L3");
    if (a->loads++ > 0 || dest != a->start)
        a->written = 1;
    else
        a->file = name;
    for (size_t i = 0; i < FILE_BYTES; i++)
        if ((char *)dest + i < a->start + a->size)
            ((char *)dest)[i] = (char)(i * 7 + 1);
    memcpy(a->loaded, a->start, a->size < FILE_BYTES ? a->size : FILE_BYTES);
}

void cl_ram_free(void *p, size_t size)
{
    struct allocation *a = at(p);
    if (a == NULL)
        fault("a free outside L3");
    a->freed = 1;
}

static void copy(int reads, void *ext, void *loc, size_t size)
{
    if (!reads)
        wrote(ext);
    else if (at(ext) == NULL)
        fault("a read outside L3");
    if (loc == NULL || at(loc) != NULL)
        fault("local memory that is none");
    if (reads)
        memmove(loc, ext, size);
    else
        memmove(ext, loc, size);
}

void cl_ram_read(void *dest, const void *src, size_t size) { copy(1, (void *)src, dest, size); }
void cl_ram_write(void *dest, const void *src, size_t size) { copy(0, dest, (void *)src, size); }
void pi_ram_read(void *dev, uintptr_t ext, void *loc, unsigned size) { copy(1, (void *)ext, loc, size); }
void pi_ram_write(void *dev, uintptr_t ext, void *loc, unsigned size) { copy(0, (void *)ext, loc, size); }

void pi_cl_ram_copy(void *dev, uintptr_t ext, void *loc, unsigned size, int ext2loc, pi_cl_ram_req_t *req)
{
    if (req != NULL) {  /* as in the SDK, the request keeps the addresses */
        req->addr = loc;
        req->pi_ram_addr = ext;
    }
    copy(ext2loc, (void *)ext, loc, size);
}

void pi_cl_ram_read(void *dev, uintptr_t ext, void *loc, unsigned size, pi_cl_ram_req_t *req)
{
    pi_cl_ram_copy(dev, ext, loc, size, 1, req);
}

void pi_cl_ram_write(void *dev, uintptr_t ext, void *loc, unsigned size, pi_cl_ram_req_t *req)
{
    pi_cl_ram_copy(dev, ext, loc, size, 0, req);
}

void pi_cl_ram_copy_2d(void *dev, uintptr_t ext, void *loc, unsigned size, unsigned stride, unsigned length, int ext2loc,
                       pi_cl_ram_req_t *req)
{
    pi_cl_ram_copy(dev, ext, loc, size, ext2loc, req);
}

void pi_cl_ram_read_wait(pi_cl_ram_req_t *req) { }
void pi_cl_team_fork(int cores, void *entry, void *arg) { ((void (*)(void *))entry)(arg); }
void *pi_l2_malloc(size_t size) { return calloc(1, size); }
void *get_ram_ptr(void) { return &device; }
int pi_core_id(void) { return 0; }

void sdk_read(const void *l3)
{
    if (at(l3) == NULL)
        fault("a kernel's argument is outside L3");
}

void sdk_write(void *l3)
{
    wrote(l3);
    *(char *)l3 ^= 1;
}

void InitNetwork(void);
void RunNetwork(void);

int main(void)
{
    alarm(5);
    InitNetwork();
    RunNetwork();
    for (int i = 0; i < count; i++) {
        size_t bytes = all[i].size < FILE_BYTES ? all[i].size : FILE_BYTES;
        if (all[i].file != NULL)
            printf("%s %d %d\n", all[i].file, all[i].written || memcmp(all[i].start, all[i].loaded, bytes) != 0, all[i].freed);
    }
    fflush(stdout);
    _exit(0);
}
