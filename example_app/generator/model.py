"""Builds the graph of the example network and runs its training steps in Python for the expected outputs."""

import math
from dataclasses import dataclass

from . import arithmetic as f
from .graph import Buffer, Graph
from .network import BATCH, BLOCKS, CHANNELS, CLASSES, ONE_AS_INT32, RANK, SENSORS, STEPS, WIDTH, Builder, layer_shapes

SAMPLE_SEED = 7


@dataclass
class Layer:
    """What the backward pass of a layer needs to know of its forward pass."""

    x: Buffer
    weight: Buffer
    scale: Buffer | None
    low_rank: Buffer | None = None  # x A
    result: Buffer | None = None
    activated: Buffer | None = None


def _streamed_inputs(builder):
    """The inputs that the application writes before every step: samples, target, reset flag."""
    sensors = [
        builder.buffer(f"input_{k}", "uint8_t", BATCH * CHANNELS, "input", [0] * BATCH * CHANNELS)
        for k in range(SENSORS)
    ]
    target = builder.buffer(f"input_{SENSORS}", "float32_t", BATCH * CLASSES, "input", [0.0] * BATCH * CLASSES)
    reset = builder.buffer(f"input_{SENSORS + 1}", "uint8_t", 1, "input", [0])
    return sensors, target, reset


def _adapters(builder):
    """A and B of every layer as inputs, their updated selves as outputs in the same place, and their accumulators.

    B and the accumulators start as zeros, so many of their files are equal, and equal to those of zero biases.
    Their memory must stay apart all the same: it is written in every step.
    """
    number = SENSORS + 2
    for _, in_, out, _ in layer_shapes():
        for values in (builder.random.floats(in_ * RANK, 0.3), [0.0] * RANK * out):
            weight = builder.buffer(f"input_{number}", "float32_t", len(values), "input", values)
            updated = builder.buffer(
                f"output_{2 + len(builder.trained)}", "float32_t", len(values), "output", alias=weight
            )
            builder.trained.append([weight, updated, None])
            number += 1
    for entry in builder.trained:
        entry[2] = builder.buffer(f"input_{number}", "float32_t", entry[0].count, "input", [0.0] * entry[0].count)
        number += 1


def _front_end(builder, sensors):
    """Requantisation of the sensors' samples. The constants of both sensors are equal, byte by byte."""
    entries = [round(12 * math.copysign(math.sqrt(abs(k / 63 - 1)), k - 63)) for k in range(127)]
    x = builder.activation("embed_input", BATCH * WIDTH)
    for k, sensor in enumerate(sensors):
        node = f"sensor_{k}_Requant"
        mul = builder.constant(f"sensor_{k}_mul", [ONE_AS_INT32] * CHANNELS, "int32_t")
        zero_point = builder.constant(f"sensor_{k}_zero_point", [0], "uint8_t")
        # 127 entries are used. The second table has a 128th, as much as the zero padding of the first one's file.
        table = builder.constant(f"sensor_{k}_table", entries + [0] * k, "int8_t")
        scale = builder.constant(f"sensor_{k}_scale", [1.0] * CHANNELS)
        builder.requant(node, sensor, mul, zero_point, table, scale, x, k)
    return x


def _forward(builder, index, x, tied_values):
    """Forward pass of one layer, its constants included."""
    name, in_, out, parts = layer_shapes()[index]
    is_block, is_head = name.startswith("block"), name == "head"
    is_tied = name in {"block_0", "block_1"}
    weight = builder.constant(f"{name}_weight", tied_values if is_tied else builder.random.floats(in_ * out, 0.25))
    layer = Layer(x, weight, None)
    if is_block:
        layer.scale = builder.constant(f"{name}_scale", [1.0 if is_tied else f.f32(0.9 + k / 256) for k in range(out)])
    bias = builder.constant(f"{name}_bias", builder.random.floats(out, 0.1) if is_head else [0.0] * out)

    adapter_a, adapter_b = builder.trained[2 * index][0], builder.trained[2 * index + 1][0]
    layer.low_rank = builder.activation(f"{name}_low_rank", BATCH * RANK)
    frozen = builder.activation(f"{name}_frozen", BATCH * out)
    place = ("output_1", "output") if is_head else (f"{name}_sum", "activation")
    layer.result = builder.buffer(place[0], "float32_t", BATCH * out, place[1])
    builder.gemm(f"{name}_Gemm", x, weight, layer.scale, bias, frozen, in_, parts)
    builder.matmul(f"{name}_adapter_A", x, adapter_a, None, layer.low_rank, in_, RANK)
    builder.matmul(f"{name}_adapter_B", layer.low_rank, adapter_b, frozen, layer.result, RANK, out)
    if not is_head:
        layer.activated = builder.activation(f"{name}_output", BATCH * out)
        builder.relu(f"{name}_Relu", layer.result, layer.activated)
    return layer


def _backward(builder, index, layer, gradient, reset):
    """Backward pass of one layer: the gradients of A and B, and of x unless the layer is the first."""
    name, in_, out, _ = layer_shapes()[index]
    (adapter_a, _, accumulator_a), (adapter_b, _, accumulator_b) = (
        builder.trained[2 * index],
        builder.trained[2 * index + 1],
    )
    if layer.activated is not None:
        masked = builder.activation(f"{name}_relu_grad", gradient.count)
        builder.relu_gradient(f"{name}_Relu_Grad", gradient, layer.activated, masked)
        gradient = masked
    low_rank_gradient = builder.activation(f"{name}_low_rank_grad", BATCH * RANK)
    builder.accumulate(f"{name}_adapter_B_grad", layer.low_rank, gradient, accumulator_b, reset, RANK, out)
    builder.gemm(f"{name}_low_rank_Gemm", gradient, adapter_b, None, None, low_rank_gradient, out, [RANK])
    builder.accumulate(f"{name}_adapter_A_grad", layer.x, low_rank_gradient, accumulator_a, reset, in_, RANK)
    if index == 0:
        return None
    node = f"{name}_Gemm_Grad"
    frozen = builder.activation(f"{name}_frozen_grad", BATCH * in_)
    result = builder.activation(f"{name}_input_grad", BATCH * in_)
    weight = builder.duplicate(layer.weight, node)
    scale = builder.duplicate(layer.scale, node) if layer.scale else None
    builder.gemm_input_gradient(
        node, gradient, weight, scale, frozen, out, [16, 20, 12] if index == BLOCKS else [24, 24]
    )
    builder.gemm(f"{name}_adapter_Gemm", low_rank_gradient, adapter_a, None, frozen, result, RANK, [WIDTH])
    return result


def _declaration_order(buffer):
    # Inputs and outputs by their number, constants and activations in the order of their first use.
    number = int(buffer.name.split("_")[1]) if buffer.kind in {"input", "output"} else 0
    return ("input", "output", "constant", "activation").index(buffer.kind), number


def build():
    """The whole graph: every buffer has its file or its place in the arena. Returns (graph, size of the arena)."""
    builder = Builder()
    loss = builder.buffer("output_0", "float32_t", 1, "output")
    sensors, target, reset = _streamed_inputs(builder)
    _adapters(builder)
    tied_values = builder.random.floats(WIDTH * WIDTH, 0.25)

    x = _front_end(builder, sensors)
    layers = []
    for index in range(len(layer_shapes())):
        layers.append(_forward(builder, index, x, tied_values))
        x = layers[-1].activated
    gradient = builder.activation("loss_grad", BATCH * CLASSES)
    target_weight = builder.constant("target_weight", [1.0] * CLASSES)
    builder.loss("loss", layers[-1].result, target, target_weight, loss, gradient)
    for index, layer in reversed(list(enumerate(layers))):
        gradient = _backward(builder, index, layer, gradient, reset)
    for number, (weight, updated, accumulator) in enumerate(builder.trained):
        builder.sgd(f"adapter_{number}_SGD", weight, accumulator, updated)

    graph = Graph(sorted(builder.buffers, key=_declaration_order), builder.nodes)
    graph.number_files()
    return graph, graph.place_in_arena()


def step_inputs():
    """Per training step: the samples of each sensor, the target, and the reset flag of the gradient accumulators.

    The samples are the same in every step, so that the loss falls. The flag is set in every other step only:
    a step without it adds its gradients to those of the step before.
    """
    random = f.Lcg(SAMPLE_SEED)
    samples = [[random.bits(8) for _ in range(BATCH * CHANNELS)] for _ in range(SENSORS)]
    target = random.floats(BATCH * CLASSES, 1.0)
    return [[*samples, target, [1 - step % 2]] for step in range(STEPS)]


def expected_outputs(graph):
    """Per training step: the values of every output, computed in float32 as the firmware does."""
    memory = {buffer.name: list(buffer.values) for buffer in graph.buffers if buffer.values is not None}
    results = []
    for streamed in step_inputs():
        memory.update((f"input_{k}", values) for k, values in enumerate(streamed))
        for node in graph.nodes:
            operands = {operand.name: operand.buffer.alias or operand.buffer for operand in node.operands}
            values = {name: memory.get(buffer.name, [0.0] * buffer.count) for name, buffer in operands.items()}
            for name, result in node.compute(values).items():
                memory[operands[name].name] = result
        results.append([memory[(output.alias or output).name] for output in graph.of_kind("output")])
    return results
