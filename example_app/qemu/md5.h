// MD5 (RFC 1321), which protects the partition table from being read where it is damaged.

#ifndef QEMU_MD5_H
#define QEMU_MD5_H

#include <stddef.h>
#include <stdint.h>

#define MD5_SIZE 16

void md5(const uint8_t *data, size_t size, uint8_t digest[MD5_SIZE]);

#endif
