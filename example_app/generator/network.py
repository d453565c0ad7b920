"""The example network: a small model in which frozen layers are adapted by training low-rank adapters on the device.

    two sensors (uint8) -> requantisation, table -> x [BATCH, WIDTH]
    embed    relu(x W^T + b + x A B)              W, b frozen; A, B trained
    block_k  relu((x W^T) s + b + x A B)          three of them; block_0 and block_1 are tied: they have the same W
    head     x W^T + b + x A B                    loss: mean square error against a target

The gradient with respect to a layer's input reads the frozen W (and s) a second time. A generator that tiles each use
on its own gives each its own copy, `..._DUPLICATE_FOR_<node>`: that is where the duplicates come from.
"""

from . import arithmetic as f
from .graph import Buffer, Node, Operand, split_columns, split_rows, whole

BATCH = 4
SENSORS = 2
CHANNELS = 24  # of each sensor
WIDTH = SENSORS * CHANNELS
CLASSES = 24
RANK = 2
BLOCKS = 3
STEPS = 4
LEARNING_RATE = f.f32(3.0)
TABLE_STEP = 0.125
ONE_AS_INT32 = 127 << 23  # the multiplier 127/256 with a shift of 31; its four bytes are those of the float 1.0


class Builder:
    """Collects buffers and nodes; the methods add one operation each."""

    def __init__(self):
        self.buffers = []
        self.nodes = []
        self.random = f.Lcg(2026)
        self.trained = []  # (weight, updated weight, accumulator) of every adapter matrix

    def buffer(self, name, ctype, count, kind, values=None, alias=None):
        self.buffers.append(Buffer(name, ctype, count, kind, values, alias))
        return self.buffers[-1]

    def constant(self, name, values, ctype="float32_t"):
        return self.buffer(name, ctype, len(values), "constant", values)

    def duplicate(self, constant, node):
        """A second copy of a constant, for another node that reads it."""
        return self.constant(f"{constant.name}_DUPLICATE_FOR_{node}", constant.values, constant.ctype)

    def activation(self, name, count):
        return self.buffer(name, "float32_t", count, "activation")

    def node(self, name, op, kernel, operands, arguments, compute, **dimensions):
        self.nodes.append(Node(name, op, kernel, operands, arguments, dimensions, compute))

    def requant(self, name, x, mul, zero_point, table, scale, y, column):
        """One sensor's samples through the table, into its own columns of y."""
        columns = split_columns(y, BATCH, [CHANNELS] * SENSORS)[column : column + 1]

        def compute(v):
            part = f.requant_table(
                v["data_in"], v["mul"], v["zero_point"], v["table"], v["scale"], CHANNELS, TABLE_STEP
            )
            rows = list(v["data_out"])
            for r in range(BATCH):
                rows[r * WIDTH + column * CHANNELS : r * WIDTH + (column + 1) * CHANNELS] = part[
                    r * CHANNELS : (r + 1) * CHANNELS
                ]
            return {"data_out": rows}

        operands = [
            Operand("data_in", x, whole(x)),
            Operand("mul", mul, whole(mul)),
            Operand("zero_point", zero_point, whole(zero_point)),
            Operand("table", table, whole(table)),
            Operand("scale", scale, whole(scale)),
            Operand("data_out", y, columns, True),
        ]
        arguments = ["data_in", "mul", "zero_point", "table", "scale", "data_out", BATCH, CHANNELS, f"{TABLE_STEP}f"]
        self.node(name, "RequantTable", "Requant_Table_fp32", operands, arguments, compute)

    def gemm(self, name, x, weight, scale, add, y, in_, parts):
        """y = (x W^T) scale + add, tiled over the rows of W."""
        out = sum(parts)
        is_bias = add is not None and add.count == out

        def compute(v):
            return {
                "data_out": f.gemm(
                    v["data_in"], v["weight"], v.get("scale"), v.get("C"), BATCH, in_, out, 0 if is_bias else out
                )
            }

        operands = [
            Operand("data_in", x, whole(x, len(parts))),
            Operand("weight", weight, split_rows(weight, in_ * 4, parts)),
        ]
        if scale is not None:
            operands.append(Operand("scale", scale, split_rows(scale, 4, parts)))
        if add is not None:
            operands.append(
                Operand("C", add, split_rows(add, 4, parts) if is_bias else split_columns(add, BATCH, parts))
            )
        operands.append(Operand("data_out", y, split_columns(y, BATCH, parts), True))
        arguments = [
            "data_in",
            "weight",
            "scale" if scale else "NULL",
            "C" if add else "NULL",
            "data_out",
            BATCH,
            in_,
            "out",
            0 if is_bias else "out",
        ]
        self.node(name, "Gemm", "Gemm_fp32", operands, arguments, compute, out=parts)

    def gemm_input_gradient(self, name, dy, weight, scale, dx, out, parts):
        """dx = (dy scale) W, tiled over the columns of W: other tiles than the forward pass, hence the second copy."""
        in_ = sum(parts)

        def compute(v):
            return {"data_out": f.gemm_input_gradient(v["grad_in"], v["weight"], v.get("scale"), BATCH, in_, out)}

        operands = [
            Operand("grad_in", dy, whole(dy, len(parts))),
            Operand("weight", weight, split_columns(weight, out, parts)),
        ]
        if scale is not None:
            operands.append(Operand("scale", scale, whole(scale, len(parts))))
        operands.append(Operand("data_out", dx, split_columns(dx, BATCH, parts), True))
        arguments = ["grad_in", "weight", "scale" if scale else "NULL", "data_out", BATCH, "in", out]
        self.node(name, "GemmInputGradient", "Gemm_Input_Gradient_fp32", operands, arguments, compute, **{"in": parts})

    def matmul(self, name, x, b, add, y, in_, out):
        def compute(v):
            return {"data_out": f.matmul(v["data_in"], v["B"], v.get("C"), BATCH, in_, out)}

        operands = [Operand("data_in", x, whole(x)), Operand("B", b, whole(b))]
        if add is not None:
            operands.append(Operand("C", add, whole(add)))
        operands.append(Operand("data_out", y, whole(y), True))
        self.node(
            name,
            "MatMul",
            "MatMul_fp32",
            operands,
            ["data_in", "B", "C" if add else "NULL", "data_out", BATCH, in_, out],
            compute,
        )

    def relu(self, name, x, y):
        operands = [Operand("data_in", x, whole(x)), Operand("data_out", y, whole(y), True)]
        self.node(
            name,
            "Relu",
            "Relu_fp32",
            operands,
            ["data_in", "data_out", x.count],
            lambda v: {"data_out": f.relu(v["data_in"])},
        )

    def relu_gradient(self, name, dy, y, dx):
        operands = [
            Operand("grad_in", dy, whole(dy)),
            Operand("activation", y, whole(y)),
            Operand("grad_out", dx, whole(dx), True),
        ]
        self.node(
            name,
            "ReluGradient",
            "Relu_Gradient_fp32",
            operands,
            ["grad_in", "activation", "grad_out", y.count],
            lambda v: {"grad_out": f.relu_gradient(v["grad_in"], v["activation"])},
        )

    def loss(self, name, prediction, target, class_weight, loss, gradient):
        inverse_size = f.f32(1.0 / prediction.count)
        operands = [
            Operand("prediction", prediction, whole(prediction)),
            Operand("target", target, whole(target)),
            Operand("class_weight", class_weight, whole(class_weight)),
            Operand("loss", loss, whole(loss), True),
            Operand("grad_out", gradient, whole(gradient), True),
        ]

        def compute(v):
            value, slope = f.mse_loss(v["prediction"], v["target"], v["class_weight"], CLASSES, inverse_size)
            return {"loss": value, "grad_out": slope}

        arguments = ["prediction", "target", "class_weight", "loss", "grad_out", BATCH, CLASSES, f"{inverse_size!r}f"]
        self.node(name, "MseLoss", "Mse_Loss_fp32", operands, arguments, compute)

    def accumulate(self, name, x, dy, accumulator, reset, in_, out):
        """Adds a gradient to its accumulator, in place: both directions go through the pointer of the input."""
        operands = [
            Operand("data_in", x, whole(x)),
            Operand("grad_in", dy, whole(dy)),
            Operand("accumulator", accumulator, whole(accumulator)),
            Operand("reset", reset, whole(reset)),
            Operand("accumulated", accumulator, whole(accumulator), True),
        ]
        self.node(
            name,
            "GradientAccumulate",
            "Gradient_Accumulate_fp32",
            operands,
            ["data_in", "grad_in", "accumulator", "reset", "accumulated", BATCH, in_, out],
            lambda v: {
                "accumulated": f.gradient_accumulate(v["data_in"], v["grad_in"], v["accumulator"], v["reset"], in_, out)
            },
        )

    def sgd(self, name, weight, gradient, updated):
        """weight -= learning rate * gradient, in two tiles, in place: the output lies where the input lies."""
        parts = [weight.count // 2] * 2
        operands = [
            Operand("weight", weight, split_rows(weight, 4, parts)),
            Operand("grad", gradient, split_rows(gradient, 4, parts)),
            Operand("weight_updated", updated, split_rows(updated, 4, parts), True),
        ]
        self.node(
            name,
            "SGD",
            "Sgd_Update_fp32",
            operands,
            ["weight", "grad", "weight_updated", "size", f"{LEARNING_RATE!r}f"],
            lambda v: {"weight_updated": f.sgd_update(v["weight"], v["grad"], LEARNING_RATE)},
            size=parts,
        )


def layer_shapes():
    """(name, inputs, outputs, rows of the frozen weight per tile) of every layer that has an adapter."""
    blocks = [(f"block_{k}", WIDTH, WIDTH, [20, 20, 8] if k % 2 == 0 else [24, 24]) for k in range(BLOCKS)]
    return [("embed", WIDTH, WIDTH, [16, 16, 16]), *blocks, ("head", WIDTH, CLASSES, [24])]
