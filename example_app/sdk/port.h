// What a port brings, and nothing else does: where L3 and the flash are. host/ and qemu/ have one each.

#ifndef SDK_PORT_H
#define SDK_PORT_H

#include <stddef.h>
#include <stdint.h>

#define L3_SIZE ((size_t)8 << 20)

// Called first, with the arguments of main. Ends the program if they are wrong.
void port_start(int argc, char **argv);

// L3_SIZE addresses that no core can read or write, aligned to 8.
uint8_t *port_l3_window(void);

// L3_SIZE bytes of memory, which hold what is in L3.
uint8_t *port_l3_bytes(void);

// A part of the flash. name is how messages call it.
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t size;
} partition_t;

// The one that holds the readfs image. Aborts if there is none.
partition_t port_readfs_partition(void);

#endif
