/* L3 as the device has it: a core and the cluster's DMA cannot reach it, only the RAM driver can.
 *
 * There are two views of it. Addresses that are handed out lie in one without any access, so that code which uses them as if
 * they were L2 stops right there. The bytes lie in the other, at the same offset, and only this file goes there; pages of
 * constants are made read-only after Init, so that a write stops whatever way it came. An allocation has pages of its own. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dory_mem.h"
#include "runtime.h"

#define L3_SIZE ((size_t)256 << 20)
#define PAGE ((size_t)4096)
#define GRANULE 8 /* the device's allocator rounds sizes up to this */
#define MOST 16384
#define FNV_START 0xcbf29ce484222325u
#define FNV_PRIME 0x100000001b3u

struct allocation {
  size_t offset, size;
  const char *name; /* of the constant in it, or NULL */
  uint8_t *was_read; /* one for each byte */
};

struct symbol {
  const char *name;
  size_t allocation;
};

static uint8_t *window, *bytes;
static size_t top;
static struct allocation all[MOST];
static size_t count;
static struct symbol constants[MOST];
static size_t constant_count;
static FILE *trace;
static struct pi_device device;

static struct {
  uint64_t requested, loads, loaded, reads, read, writes, written, read_stream, write_stream;
} seen = {.read_stream = FNV_START, .write_stream = FNV_START};

void sdk_abort(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  fflush(stderr);
  _exit(3);
}

static uint64_t hash(uint64_t state, const void *data, size_t size) {
  for (const uint8_t *at = data, *end = at + size; at < end; at++)
    state = (state ^ *at) * FNV_PRIME;
  return state;
}

static uint64_t hash_row(uint64_t state, const void *data, size_t size) {
  const uint64_t length = size;
  return hash(hash(state, &length, sizeof(length)), data, size);
}

static bool lies_in(const uint8_t *view, const void *address) {
  return view && (uintptr_t)address - (uintptr_t)view < L3_SIZE;
}

bool l3_contains(const void *address) { return lies_in(window, address); }

static size_t round_up(size_t size, size_t unit) { return (size + unit - 1) / unit * unit; }

static struct allocation *holds(size_t offset) {
  for (size_t i = 0; i < count; i++)
    if (offset >= all[i].offset && offset < all[i].offset + round_up(all[i].size, GRANULE))
      return &all[i];
  return NULL;
}

/* For messages: where an offset lies. The text is valid until the next call. */
static const char *place(size_t offset) {
  static char text[512];
  const struct allocation *at = holds(offset);
  if (!at)
    return "no allocation";
  snprintf(text, sizeof(text), "byte %zu of allocation %zu (%s, %zu bytes)", offset - at->offset, (size_t)(at - all),
           at->name ? at->name : "no proved constant", at->size);
  return text;
}

static void on_fault(int number, siginfo_t *information, void *context) {
  (void)number;
  (void)context;
  const void *address = information->si_addr;
  if (lies_in(bytes, address))
    sdk_abort("L3: a write to a constant: %s", place((uintptr_t)address - (uintptr_t)bytes));
  if (l3_contains(address))
    sdk_abort("L3: a core reaches for it without the RAM driver: %s", place((uintptr_t)address - (uintptr_t)window));
  sdk_abort("a core reaches for %p, where nothing is", address);
}

static void *reserve(size_t size) {
  void *pages = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    sdk_abort("no memory on the host for %zu bytes", size);
  return pages;
}

static void allow(void *pages, size_t size, int rights) {
  if (mprotect(pages, round_up(size, PAGE), rights))
    sdk_abort("the host does not let go of %zu bytes at %p", size, pages);
}

void *guarded_pages(size_t size) {
  const size_t used = round_up(size, PAGE);
  uint8_t *pages = reserve(used + PAGE);
  allow(pages, used, PROT_READ | PROT_WRITE);
  memset(pages, POISON, used);
  return pages + used - round_up(size, GRANULE);
}

void *cl_ram_malloc(size_t size) {
  if (!window) {
    const struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    window = reserve(L3_SIZE);
    bytes = reserve(L3_SIZE);
  }
  const size_t used = round_up(size, PAGE);
  if (count == MOST || used + PAGE > L3_SIZE - top)
    sdk_abort("L3: allocation %zu asks for %zu bytes, and there is no room", count, size);
  allow(bytes + top, used, PROT_READ | PROT_WRITE);
  memset(bytes + top, POISON, used);
  all[count++] = (struct allocation){.offset = top, .size = size, .was_read = calloc(size + 1, 1)};
  seen.requested += size;
  void *address = window + top;
  top += used + PAGE; /* a page between two that belongs to neither */
  return address;
}

struct pi_device *get_ram_ptr(void) { return &device; }

/* The allocation that [address, address + size) lies in. Code may use the bytes that were asked for; a load may fill the
 * granule, as a file is padded to a multiple of 4 and its allocation is not. */
static struct allocation *find(const char *verb, const void *address, size_t size, bool granule) {
  if (!l3_contains(address))
    sdk_abort("L3: a %s of %zu bytes at %p, which is not in L3", verb, size, address);
  const size_t offset = (uintptr_t)address - (uintptr_t)window;
  struct allocation *at = holds(offset);
  if (!at)
    sdk_abort("L3: a %s of %zu bytes at %p, which lies in no allocation", verb, size, address);
  if (offset + size > at->offset + (granule ? round_up(at->size, GRANULE) : at->size))
    sdk_abort("L3: a %s of %zu bytes runs past the end: %s", verb, size, place(offset));
  return at;
}

static uint8_t *bytes_at(const void *address) { return bytes + ((uintptr_t)address - (uintptr_t)window); }

void l3_trace_to(FILE *file) { trace = file; }

void l3_read_row(const void *ext, void *loc, size_t size) {
  const struct allocation *at = find("read", ext, size, false);
  const size_t offset = (size_t)(bytes_at(ext) - bytes) - at->offset;
  memcpy(loc, bytes_at(ext), size);
  memset(at->was_read + offset, 1, size);
  seen.reads++;
  seen.read += size;
  seen.read_stream = hash_row(seen.read_stream, loc, size);
  fprintf(trace, "%zu %016llx %zu+%zu %s\n", size, (unsigned long long)hash(FNV_START, loc, size), (size_t)(at - all), offset,
          at->name ? at->name : "-");
}

void l3_write_row(void *ext, const void *loc, size_t size) {
  find("write", ext, size, false);
  memcpy(bytes_at(ext), loc, size);
  seen.writes++;
  seen.written += size;
  seen.write_stream = hash_row(seen.write_stream, loc, size);
}

void l3_load(const void *ext, const uint8_t *data, size_t size, const char *file) {
  (void)file;
  find("load", ext, size, true);
  memcpy(bytes_at(ext), data, size);
  seen.loads++;
  seen.loaded += size;
}

void host_constant(const char *name, const void *address) {
  struct allocation *at = find("constant", address, 0, false);
  if (bytes_at(address) != bytes + at->offset)
    sdk_abort("L3: %s is not the start of an allocation: %s", name, place((size_t)(bytes_at(address) - bytes)));
  if (!at->name)
    at->name = name;
  constants[constant_count++] = (struct symbol){name, (size_t)(at - all)};
}

void l3_protect_constants(void) {
  for (size_t i = 0; i < count; i++)
    if (all[i].name)
      allow(bytes + all[i].offset, all[i].size, PROT_READ);
}

void l3_print(FILE *out) {
  fprintf(out, "{\"l3_requested_bytes\": %llu, \"l3_allocations\": %zu, \"file_loads\": %llu, \"loaded_bytes\": %llu,\n",
          (unsigned long long)seen.requested, count, (unsigned long long)seen.loads, (unsigned long long)seen.loaded);
  fprintf(out, " \"reads\": %llu, \"read_bytes\": %llu, \"read_stream\": \"%016llx\",\n", (unsigned long long)seen.reads,
          (unsigned long long)seen.read, (unsigned long long)seen.read_stream);
  fprintf(out, " \"writes\": %llu, \"written_bytes\": %llu, \"write_stream\": \"%016llx\",\n \"constants\": {",
          (unsigned long long)seen.writes, (unsigned long long)seen.written, (unsigned long long)seen.write_stream);
  for (size_t i = 0; i < constant_count; i++) {
    const struct allocation *at = &all[constants[i].allocation];
    size_t was_read = 0;
    for (size_t k = 0; k < at->size; k++)
      was_read += at->was_read[k];
    fprintf(out, "%s\n  \"%s\": [%zu, %zu, %zu]", i ? "," : "", constants[i].name, constants[i].allocation, at->size, was_read);
  }
  fprintf(out, "}}\n");
}
