"""float32 arithmetic and the kernels of `kernels.c` in plain Python: every operation is rounded, in the same order as in C.

Python computes in double precision. A product of two float32 values is exact in a double, and a sum of two is
rounded harmlessly twice, so rounding each result once more to float32 gives exactly what a float32 unit gives.
Matrices are flat lists in row-major order, as in C.
"""

import struct

_FLOAT32 = struct.Struct("<f")


def f32(value):
    """`value` rounded to the nearest float32."""
    return _FLOAT32.unpack(_FLOAT32.pack(value))[0]


class Lcg:
    """Linear congruential generator: the same numbers from every version of Python."""

    def __init__(self, seed):
        self.state = seed

    def bits(self, count):
        """The next number of `count` bits, from the top of the state, where the period is longest."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.state >> (64 - count)

    def uniform(self, limit):
        """The next float32 in [-limit, limit)."""
        return f32((self.bits(24) / 2**23 - 1.0) * limit)

    def floats(self, count, limit):
        return [self.uniform(limit) for _ in range(count)]


def requant_table(x, mul, zero_point, table, scale, cols, step):
    """As `Requant_Table_fp32`."""
    return [
        f32(f32(table[(value * mul[k % cols] >> 31) + zero_point[0]] * scale[k % cols]) * step)
        for k, value in enumerate(x)
    ]


def _dot(pairs):
    total = 0.0
    for a, b in pairs:
        total = f32(total + f32(a * b))
    return total


def gemm(x, weight, scale, add, rows, in_, out, add_stride):
    """As `Gemm_fp32`; `scale` and `add` may be None."""
    y = []
    for r in range(rows):
        row = x[r * in_ : (r + 1) * in_]
        for o in range(out):
            value = _dot(zip(row, weight[o * in_ : (o + 1) * in_]))
            if scale is not None:
                value = f32(value * scale[o])
            if add is not None:
                value = f32(value + add[r * add_stride + o])
            y.append(value)
    return y


def gemm_input_gradient(dy, weight, scale, rows, in_, out):
    """As `Gemm_Input_Gradient_fp32`; `scale` may be None."""
    dx = []
    for r in range(rows):
        row = dy[r * out : (r + 1) * out]
        if scale is not None:
            row = [f32(a * b) for a, b in zip(row, scale)]
        dx += [_dot(zip(row, weight[i::in_])) for i in range(in_)]
    return dx


def matmul(x, b, add, rows, in_, out):
    """As `MatMul_fp32`; `add` may be None."""
    y = [_dot(zip(x[r * in_ : (r + 1) * in_], b[o::out])) for r in range(rows) for o in range(out)]
    return y if add is None else [f32(value + other) for value, other in zip(y, add)]


def relu(x):
    """As `Relu_fp32`."""
    return [max(0.0, value) for value in x]


def relu_gradient(dy, y):
    """As `Relu_Gradient_fp32`."""
    return [gradient if value > 0.0 else 0.0 for gradient, value in zip(dy, y)]


def mse_loss(prediction, target, class_weight, cols, inverse_size):
    """As `Mse_Loss_fp32`: the loss (a list of one) and its gradient."""
    twice = f32(2.0 * inverse_size)
    total = 0.0
    gradient = []
    for k, (guess, truth) in enumerate(zip(prediction, target)):
        difference = f32(guess - truth)
        weighted = f32(class_weight[k % cols] * difference)
        gradient.append(f32(weighted * twice))
        total = f32(total + f32(weighted * difference))
    return [f32(total * inverse_size)], gradient


def gradient_accumulate(x, dy, accumulator, reset, in_, out):
    """As `Gradient_Accumulate_fp32`."""
    fresh = [_dot(zip(x[i::in_], dy[o::out])) for i in range(in_) for o in range(out)]
    return fresh if reset[0] else [f32(old + new) for old, new in zip(accumulator, fresh)]


def sgd_update(weight, gradient, learning_rate):
    """As `Sgd_Update_fp32`."""
    return [f32(value - f32(learning_rate * slope)) for value, slope in zip(weight, gradient)]
