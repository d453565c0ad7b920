// The kernels of the example network, in float32.
//
// Every kernel runs on all cores of the cluster at once: a core takes every NUM_CORES-th element of the output. All operands lie in L1.
// The order of the additions is part of the contract: generator/arithmetic.py repeats it to compute the expected outputs.

#ifndef KERNELS_H
#define KERNELS_H

#include "pmsis.h"

// y[r, c] = table[x[r, c] * mul[c] / 2^31 + zero_point] * scale[c] * step
void Requant_Table_fp32(const uint8_t *x, const int32_t *mul, const uint8_t *zero_point, const int8_t *table, const float32_t *scale,
                        float32_t *y, uint32_t rows, uint32_t cols, float32_t step);

// y[r, o] = sum_i(x[r, i] * weight[o, i]) * scale[o] + add[r * add_stride + o]; scale and add may be NULL.
// A bias has add_stride 0, a matrix that is added has its row length.
void Gemm_fp32(const float32_t *x, const float32_t *weight, const float32_t *scale, const float32_t *add, float32_t *y, uint32_t rows,
               uint32_t in, uint32_t out, uint32_t add_stride);

// dx[r, i] = sum_o(dy[r, o] * scale[o] * weight[o, i]): the gradient of Gemm_fp32 with respect to x; scale may be NULL.
void Gemm_Input_Gradient_fp32(const float32_t *dy, const float32_t *weight, const float32_t *scale, float32_t *dx, uint32_t rows,
                              uint32_t in, uint32_t out);

// y[r, o] = sum_i(x[r, i] * b[i, o]) + add[r, o]; add may be NULL.
void MatMul_fp32(const float32_t *x, const float32_t *b, const float32_t *add, float32_t *y, uint32_t rows, uint32_t in, uint32_t out);

void Relu_fp32(const float32_t *x, float32_t *y, uint32_t size);

// dx[i] = dy[i] where y[i] is positive, else 0
void Relu_Gradient_fp32(const float32_t *dy, const float32_t *y, float32_t *dx, uint32_t size);

// loss = mean(class_weight[c] * (prediction[r, c] - target[r, c])^2), and its gradient with respect to the prediction
void Mse_Loss_fp32(const float32_t *prediction, const float32_t *target, const float32_t *class_weight, float32_t *loss,
                   float32_t *gradient, uint32_t rows, uint32_t cols, float32_t inverse_size);

// updated[i, o] = accumulator[i, o] + sum_r(x[r, i] * dy[r, o]); the old value of the accumulator is dropped where *reset is set.
void Gradient_Accumulate_fp32(const float32_t *x, const float32_t *dy, const float32_t *accumulator, const uint8_t *reset,
                              float32_t *updated, uint32_t rows, uint32_t in, uint32_t out);

void Sgd_Update_fp32(const float32_t *weight, const float32_t *gradient, float32_t *updated, uint32_t size, float32_t learning_rate);

#endif
