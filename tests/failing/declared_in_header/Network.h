#ifndef NETWORK_H
#define NETWORK_H
static PI_L2 float32_t *W_a;  // blocks W_a
#endif
