// The transfers of mchan v7 that generated code writes down, made with the cluster DMA of PMSIS. It works alike on every chip, where the
// registers of mchan differ.

#ifndef GAP_MCHAN_H
#define GAP_MCHAN_H

// Bit 17 of a command: set reads ext into loc, clear writes loc to ext. Below it is the size.
#define MCHAN_CMD_SHIFT_DIRECTION 17

typedef struct {
  int cmd;
  int size;

  void *loc;
  int loc_size_1d;
  int loc_stride_1d;

  void *ext;
  int ext_size_1d;
  int ext_stride_1d;
} mchan_transfer_t;

int mchan_transfer_get_id(void);
void mchan_transfer_push_1d(mchan_transfer_t trans);
void mchan_transfer_wait(int id);
void mchan_transfer_free(int id);

#endif
