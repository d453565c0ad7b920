// The QEMU port: a 32-bit RISC-V core without an operating system, on the board `virt`.

#include "port.h"
#include "checks.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// Nothing of `virt` is mapped here, behind the end of its RAM, so every access of the core traps. Not every hole of the board does that:
// reads of the PCI window below the RAM give ones.
#define L3_WINDOW ((uint8_t *)0xc0000000)

extern uint8_t l3_start[]; // from the linker, see SConscript

#define LOAD_FAULT 5
#define STORE_FAULT 7

static __attribute__((interrupt("machine"), aligned(4))) void on_trap(void) {
  uint32_t cause, address, pc;
  __asm__ volatile("csrr %0, mcause" : "=r"(cause));
  __asm__ volatile("csrr %0, mtval" : "=r"(address));
  __asm__ volatile("csrr %0, mepc" : "=r"(pc));
  if ((cause == LOAD_FAULT || cause == STORE_FAULT) && l3_contains((const void *)address)) {
    sdk_abort("L3: the instruction at 0x%08" PRIx32 " dereferences 0x%08" PRIx32 ", which only the RAM driver can reach", pc, address);
  }
  sdk_abort("trap: cause %" PRIu32 ", address 0x%08" PRIx32 ", instruction at 0x%08" PRIx32, cause, address, pc);
}

void port_start(int argc, char **argv) {
  (void)argc;
  (void)argv;
  // Without it a trap would jump to address 0, and trap there again, for ever.
  __asm__ volatile("csrw mtvec, %0" : : "r"(on_trap));
}

uint8_t *port_l3_window(void) { return L3_WINDOW; }

uint8_t *port_l3_bytes(void) { return l3_start; }
