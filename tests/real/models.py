#!/usr/bin/env python3
"""Build a small ONNX model with inputs and outputs, ready for generate_network.py.

    python models.py NAME OUT_DIR

Each model has a reason to be here; all values come from a seeded generator, so a model's bytes are
the same on every machine. Runs in the virtual environment that also holds Deeploy, because the ONNX
package lives there.

An integer model keeps whole numbers in float tensors and follows every Conv and Gemm by a
RequantShift, because that is the form in which Deeploy expects a quantised graph.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun


class Graph:
    """Collects nodes and initializers; every method returns the name of what it made."""

    def __init__(self, seed):
        self.random = np.random.RandomState(seed)
        self.nodes, self.initializers = [], []
        self.inputs, self.outputs = {}, []

    def input(self, name, values):
        # float64 values would make Deeploy look for kernels on float64.
        self.inputs[name] = values.astype(np.float32) if values.dtype == np.float64 else values
        return name

    def constant(self, name, values):
        self.initializers.append(numpy_helper.from_array(np.asarray(values, np.float32), name))
        return name

    def integers(self, name, shape, low, high):
        return self.constant(name, self.random.randint(low, high, shape))

    def floats(self, name, shape):
        return self.constant(name, self.random.uniform(-0.5, 0.5, shape))

    def node(self, operator, inputs, domain="", **attributes):
        name = f"{operator.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [f"{name}_out"], name, domain=domain, **attributes))
        return f"{name}_out"

    def output(self, value):
        self.outputs.append(value)

    def requantise(self, value, mul, add):
        """(value * mul + add) / 65536, as int8."""
        scalars = {"div": 65536.0, "n_levels_out": [256.0], "signed": [1.0]}
        tensors = {key: numpy_helper.from_array(np.array(v, np.float32), key) for key, v in scalars.items()}
        return self.node("RequantShift", [value, mul, add], **tensors)

    def model(self):
        def info(name, shape=None, kind=TensorProto.FLOAT):
            return helper.make_tensor_value_info(name, kind, shape)

        # Deeploy wants the shape of every tensor. Some operators are its own, so that the usual shape
        # inference stops at them; one run of the reference evaluator knows all shapes.
        every = [info(output) for node in self.nodes for output in node.output]
        inputs = [info(name, a.shape, TensorProto.INT64 if name == "labels" else TensorProto.FLOAT)
                  for name, a in self.inputs.items()]
        opsets = [helper.make_opsetid("", 13), helper.make_opsetid("com.microsoft", 1)]

        def build(outputs, known=()):
            graph = helper.make_graph(self.nodes, "model", inputs, outputs, self.initializers, value_info=known)
            return helper.make_model(graph, opset_imports=opsets, ir_version=7)

        feeds = {name: a.astype(np.int64 if name == "labels" else np.float32) for name, a in self.inputs.items()}
        values = ReferenceEvaluator(build(every), new_ops=OWN_OPERATORS).run(None, feeds)
        results = dict(zip((v.name for v in every), values, strict=True))
        known = [info(name, a.shape) for name, a in results.items()]
        outputs = [v for v in known if v.name in self.outputs]
        inner = [v for v in known if v.name not in self.outputs]
        return build(outputs, inner), {v.name: results[v.name] for v in outputs}


# --- operators that the reference evaluator lacks -------------------------------------------------

class RequantShift(OpRun):
    op_domain = ""

    def _run(self, x, mul, add, div=None, n_levels_out=None, signed=None):
        return (np.clip(np.floor((x * mul + add) / div), -128, 127).astype(np.float32),)


class SGD(OpRun):
    op_domain = ""

    def _run(self, weight, gradient, lr=None):
        return (weight - np.float32(lr) * gradient,)


class SoftmaxCrossEntropyLoss(OpRun):
    """Deeploy's form: the logarithm of the probabilities, not the loss."""
    op_domain = ""

    def _run(self, logits, labels, ignore_index=None, reduction=None):
        shifted = logits - logits.max(axis=-1, keepdims=True)
        return (shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)),)


class SoftmaxCrossEntropyLossGrad(OpRun):
    op_domain = "com.microsoft"

    def _run(self, log_probabilities, labels, reduction=None):
        return ((np.exp(log_probabilities) - np.eye(log_probabilities.shape[-1])[labels]).astype(np.float32),)


OWN_OPERATORS = [RequantShift, SGD, SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossGrad]


# --- the models -----------------------------------------------------------------------------------

def convolve(graph, value, weight, mul, add, size=3):
    out = graph.node("Conv", [value, weight], dilations=[1, 1], group=1, kernel_shape=[size, size],
                     pads=[size // 2] * 4, strides=[1, 1])
    return graph.requantise(out, mul, add)


def classify(graph, value, features, classes):
    """Max pooling, flatten, fully connected: the usual end of a small CNN."""
    value = graph.node("MaxPool", [value], ceil_mode=0, kernel_shape=[2, 2], pads=[0] * 4, strides=[2, 2])
    value = graph.node("Flatten", [value], axis=1)
    value = graph.node("Gemm", [value, graph.integers("fc_weight", (classes, features), -8, 8),
                                graph.integers("fc_bias", (classes,), -500, 500)], alpha=1.0, beta=1.0, transB=1)
    return graph.requantise(value, graph.constant("fc_mul", 900), graph.constant("fc_add", 1234))


def tables(graph, name, channels):
    return (graph.integers(f"{name}_mul", (channels, 1, 1), 200, 700),
            graph.integers(f"{name}_add", (channels, 1, 1), -400_000, 400_000))


def tied_cnn():
    """One convolution applied four times over, with one set of requantisation tables: int8.

    The sizes are odd on purpose: constants are padded to a multiple of four in their files, and two of
    different length (9 and 12 bytes) come to the same file.
    """
    graph = Graph(seed=1)
    value = graph.input("input", graph.random.randint(0, 256, (1, 3, 16, 16)))
    mixing = graph.random.randint(1, 8, (3, 3, 1, 1))
    lifting = np.concatenate([mixing, np.zeros((1, 3, 1, 1), int)])
    value = convolve(graph, value, graph.constant("mix", mixing), *tables(graph, "mix", 3), size=1)
    value = convolve(graph, value, graph.constant("lift", lifting), *tables(graph, "lift", 4), size=1)
    value = convolve(graph, value, graph.integers("stem", (5, 4, 3, 3), -8, 8), *tables(graph, "stem", 5))
    weight = graph.integers("tied", (5, 5, 3, 3), -8, 8)
    mul, add = tables(graph, "tied", 5)
    for _ in range(4):
        value = convolve(graph, value, weight, mul, add)
    graph.output(classify(graph, value, 5 * 8 * 8, 10))
    return graph


def recurrent():
    """A recurrent cell unrolled over eight time steps: one W, one U and one b, each read eight times.

    Two of the steps see the same values, so that two input files are equal: their file may be one, their
    memory may not.
    """
    graph = Graph(seed=2)
    steps = [graph.random.uniform(-1, 1, (1, 24)) for _ in range(8)]
    steps[6] = steps[3]
    names = [graph.input(f"step_{i}", step) for i, step in enumerate(steps)]
    w, u, b = graph.floats("W", (32, 24)), graph.floats("U", (32, 32)), graph.floats("b", (1, 32))
    # An input, because a constant's first product would be folded and leave only seven reads of U.
    state = graph.input("start", graph.random.uniform(0, 1, (1, 32)))
    for name in names:
        seen = graph.node("Gemm", [name, w, b], alpha=1.0, beta=1.0, transA=0, transB=1)
        kept = graph.node("MatMul", [state, u])
        state = graph.node("Relu", [graph.node("Add", [seen, kept])])
    graph.output(state)
    return graph


def adapter(layers=2):
    """Linear layers with low-rank adapters, and one training step of the adapters: float.

    The weights proper are frozen. The second layer's is read forward, and again to bring the gradient
    to the first layer's adapter; so is the classifier's. Half of the adapters start from zeros, as is usual.
    """
    graph = Graph(seed=3)
    width, rank, classes = 32, 4, 10
    x = graph.input("input", graph.random.uniform(-1, 1, (1, width)))
    labels = graph.input("labels", np.array([3], np.int64))
    frozen = [graph.floats(f"frozen_{i}", (width, width)) for i in range(layers)]
    down = [graph.floats(f"down_{i}", (width, rank)) for i in range(layers)]
    up = [graph.constant(f"up_{i}", np.zeros((rank, width))) for i in range(layers)]
    head = graph.floats("head", (classes, width))

    def gemm(a, b, **transposed):
        return graph.node("Gemm", [a, b], alpha=1.0, beta=0.0, **{"transA": 0, "transB": 0, **transposed})

    layer_inputs, narrow = [x], []
    for i in range(layers):
        narrow.append(graph.node("MatMul", [layer_inputs[i], down[i]]))
        wide = graph.node("MatMul", [narrow[i], up[i]])
        layer_inputs.append(graph.node("Add", [gemm(layer_inputs[i], frozen[i], transB=1), wide]))
    logits = graph.node("Gemm", [layer_inputs[layers], head, graph.floats("head_bias", (classes,))],
                        alpha=1.0, beta=1.0, transA=0, transB=1)
    probabilities = graph.node("SoftmaxCrossEntropyLoss", [logits, labels], reduction="mean")
    gradient = graph.node("SoftmaxCrossEntropyLossGrad", [probabilities, labels], "com.microsoft", reduction="mean")

    gradient = gemm(gradient, head)
    for i in reversed(range(layers)):
        narrow_gradient = gemm(gradient, up[i], transB=1)
        graph.output(graph.node("SGD", [up[i], gemm(narrow[i], gradient, transA=1)], lr=0.01))
        graph.output(graph.node("SGD", [down[i], gemm(layer_inputs[i], narrow_gradient, transA=1)], lr=0.01))
        if i:
            through_adapter = gemm(narrow_gradient, down[i], transB=1)
            gradient = graph.node("Add", [gemm(gradient, frozen[i]), through_adapter])
    return graph


def deep_adapter():
    """The same with as many layers as give C of several MB: what the benchmark calls a large network."""
    return adapter(layers=22)


def control():
    """A CNN in which no two constants are equal: nothing may change. int8."""
    graph = Graph(seed=4)
    value = graph.input("input", graph.random.randint(0, 256, (1, 3, 16, 16)))
    channels = [3, 8, 16, 16]
    for i, (before, after) in enumerate(zip(channels, channels[1:], strict=False)):
        weight = graph.integers(f"conv_{i}", (after, before, 3, 3), -8, 8)
        value = convolve(graph, value, weight, *tables(graph, f"conv_{i}", after))
    graph.output(classify(graph, value, 16 * 8 * 8, 10))
    return graph


MODELS = {builder.__name__: builder for builder in (tied_cnn, recurrent, adapter, deep_adapter, control)}


def build(name, out_dir):
    graph = MODELS[name]()
    model, outputs = graph.model()
    out_dir.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(out_dir / "network.onnx"))
    np.savez(out_dir / "inputs.npz", **graph.inputs)
    np.savez(out_dir / "outputs.npz", **outputs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=sorted(MODELS))
    parser.add_argument("out_dir", type=Path)
    args = parser.parse_args()
    build(args.name, args.out_dir)


if __name__ == "__main__":
    main()
