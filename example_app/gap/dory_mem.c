// L3 and the readfs partition, through the drivers of PMSIS.

#include "dory_mem.h"
#include "bsp/flash.h"
#include "bsp/fs.h"
#include "bsp/fs/readfs.h"
#include "checks.h"
#include <stdio.h>

// GAP9's SDK knows the chips of its board; the others' boards have HyperRAM and HyperFlash.
#ifdef __GAP9__
#include "bsp/bsp.h"
typedef struct pi_default_ram_conf ram_conf_t;
typedef struct pi_default_flash_conf flash_conf_t;
#define RAM_CONF_INIT pi_default_ram_conf_init
#define FLASH_CONF_INIT pi_default_flash_conf_init
#else
#include "bsp/flash/hyperflash.h"
#include "bsp/ram/hyperram.h"
typedef struct pi_hyperram_conf ram_conf_t;
typedef struct pi_hyperflash_conf flash_conf_t;
#define RAM_CONF_INIT pi_hyperram_conf_init
#define FLASH_CONF_INIT pi_hyperflash_conf_init
#endif

static struct pi_device ram;
static l3_statistics_t counts;

static void give_up(const char *what, const char *name) {
  printf("%s %s\n", what, name);
  pmsis_exit(-1);
}

l3_statistics_t l3_statistics(void) { return counts; }

void mem_init(void) {
  static ram_conf_t conf;
  RAM_CONF_INIT(&conf);
  pi_open_from_conf(&ram, &conf);
  if (pi_ram_open(&ram)) {
    give_up("cannot open", "the RAM");
  }
}

struct pi_device *get_ram_ptr(void) { return &ram; }

void *cl_ram_malloc(size_t size) {
  pi_cl_ram_alloc_req_t request;
  uint32_t address = 0;
  pi_cl_ram_alloc(&ram, size, &request);
  if (pi_cl_ram_alloc_wait(&request, &address)) {
    give_up("no L3 is left", "for the network");
  }
  counts.requested_bytes += size;
  counts.allocations += 1;
  return (void *)address;
}

void ram_read(void *dest, void *src, size_t size) { pi_ram_read(&ram, (uint32_t)src, dest, size); }

void ram_write(void *dest, void *src, size_t size) { pi_ram_write(&ram, (uint32_t)dest, src, size); }

#ifndef NOFLASH

static struct pi_device flash;
static struct pi_device fs;

void open_fs(void) {
  static flash_conf_t flash_conf;
  static struct pi_readfs_conf fs_conf;
  FLASH_CONF_INIT(&flash_conf);
  pi_open_from_conf(&flash, &flash_conf);
  if (pi_flash_open(&flash)) {
    give_up("cannot open", "the flash");
  }
  pi_readfs_conf_init(&fs_conf);
  fs_conf.fs.flash = &flash;
  pi_open_from_conf(&fs, &fs_conf);
  if (pi_fs_mount(&fs)) {
    give_up("cannot mount", "the readfs partition");
  }
}

size_t load_file_to_ram(const void *dest, const char *filename) {
  static PI_L2 uint8_t buffer[2048];
  pi_fs_file_t *file = pi_fs_open(&fs, filename, 0);
  if (file == NULL) {
    give_up("there is no file", filename);
  }
  const size_t size = file->size;
  for (size_t done = 0; done < size;) {
    const size_t chunk = size - done < sizeof buffer ? size - done : sizeof buffer;
    pi_cl_fs_req_t read;
    pi_cl_fs_read(file, buffer, chunk, &read);
    pi_cl_fs_wait(&read);
    pi_cl_ram_req_t written;
    pi_cl_ram_write(&ram, (uint32_t)dest + done, buffer, chunk, &written);
    pi_cl_ram_write_wait(&written);
    done += chunk;
  }
  counts.loads += 1;
  counts.loaded_bytes += size;
  return size;
}

#endif
