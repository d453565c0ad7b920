#include "kernels.h"

void Requant_Table_fp32(const uint8_t *x, const int32_t *mul, const uint8_t *zero_point, const int8_t *table, const float32_t *scale,
                        float32_t *y, uint32_t rows, uint32_t cols, float32_t step) {
  for (uint32_t i = pi_core_id(); i < rows * cols; i += NUM_CORES) {
    const uint32_t c = i % cols;
    const uint32_t entry = (uint32_t)(((int64_t)x[i] * mul[c]) >> 31) + *zero_point;
    y[i] = (float32_t)table[entry] * scale[c] * step;
  }
}

void Gemm_fp32(const float32_t *x, const float32_t *weight, const float32_t *scale, const float32_t *add, float32_t *y, uint32_t rows,
               uint32_t in, uint32_t out, uint32_t add_stride) {
  for (uint32_t k = pi_core_id(); k < rows * out; k += NUM_CORES) {
    const uint32_t r = k / out;
    const uint32_t o = k % out;
    float32_t sum = 0.0f;
    for (uint32_t i = 0; i < in; i++) {
      sum += x[r * in + i] * weight[o * in + i];
    }
    if (scale) {
      sum *= scale[o];
    }
    if (add) {
      sum += add[r * add_stride + o];
    }
    y[k] = sum;
  }
}

void Gemm_Input_Gradient_fp32(const float32_t *dy, const float32_t *weight, const float32_t *scale, float32_t *dx, uint32_t rows,
                              uint32_t in, uint32_t out) {
  for (uint32_t k = pi_core_id(); k < rows * in; k += NUM_CORES) {
    const uint32_t r = k / in;
    const uint32_t i = k % in;
    float32_t sum = 0.0f;
    for (uint32_t o = 0; o < out; o++) {
      const float32_t scaled = scale ? dy[r * out + o] * scale[o] : dy[r * out + o];
      sum += scaled * weight[o * in + i];
    }
    dx[k] = sum;
  }
}

void MatMul_fp32(const float32_t *x, const float32_t *b, const float32_t *add, float32_t *y, uint32_t rows, uint32_t in, uint32_t out) {
  for (uint32_t k = pi_core_id(); k < rows * out; k += NUM_CORES) {
    const uint32_t r = k / out;
    const uint32_t o = k % out;
    float32_t sum = 0.0f;
    for (uint32_t i = 0; i < in; i++) {
      sum += x[r * in + i] * b[i * out + o];
    }
    y[k] = add ? sum + add[k] : sum;
  }
}

void Relu_fp32(const float32_t *x, float32_t *y, uint32_t size) {
  for (uint32_t i = pi_core_id(); i < size; i += NUM_CORES) {
    y[i] = x[i] > 0.0f ? x[i] : 0.0f;
  }
}

void Relu_Gradient_fp32(const float32_t *dy, const float32_t *y, float32_t *dx, uint32_t size) {
  for (uint32_t i = pi_core_id(); i < size; i += NUM_CORES) {
    dx[i] = y[i] > 0.0f ? dy[i] : 0.0f;
  }
}

void Mse_Loss_fp32(const float32_t *prediction, const float32_t *target, const float32_t *class_weight, float32_t *loss,
                   float32_t *gradient, uint32_t rows, uint32_t cols, float32_t inverse_size) {
  const float32_t twice = 2.0f * inverse_size;
  for (uint32_t i = pi_core_id(); i < rows * cols; i += NUM_CORES) {
    gradient[i] = class_weight[i % cols] * (prediction[i] - target[i]) * twice;
  }
  if (pi_core_id() == 0) {
    // One core sums, so that the order of the additions does not depend on the number of cores.
    float32_t sum = 0.0f;
    for (uint32_t i = 0; i < rows * cols; i++) {
      const float32_t difference = prediction[i] - target[i];
      sum += class_weight[i % cols] * difference * difference;
    }
    *loss = sum * inverse_size;
  }
}

void Gradient_Accumulate_fp32(const float32_t *x, const float32_t *dy, const float32_t *accumulator, const uint8_t *reset,
                              float32_t *updated, uint32_t rows, uint32_t in, uint32_t out) {
  for (uint32_t k = pi_core_id(); k < in * out; k += NUM_CORES) {
    const uint32_t i = k / out;
    const uint32_t o = k % out;
    float32_t sum = 0.0f;
    for (uint32_t r = 0; r < rows; r++) {
      sum += x[r * in + i] * dy[r * out + o];
    }
    updated[k] = *reset ? sum : accumulator[k] + sum;
  }
}

void Sgd_Update_fp32(const float32_t *weight, const float32_t *gradient, float32_t *updated, uint32_t size, float32_t learning_rate) {
  for (uint32_t i = pi_core_id(); i < size; i += NUM_CORES) {
    updated[i] = weight[i] - learning_rate * gradient[i];
  }
}
