#!/usr/bin/env python3
"""Writes the ONNX models of the fuzzers' corpus: tests/fuzz/onnx_models.py tests/fuzz/corpus/onnx

Field numbers are those of onnx.proto3, the encoding is that of protocol buffers."""
import pathlib
import struct
import sys


def varint(value):
    out = b""
    value &= (1 << 64) - 1
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def data(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def attribute(name, value):
    head = data(1, name)
    if isinstance(value, float):
        return data(5, head + varint(2 << 3 | 5) + struct.pack("<f", value) + number(20, 1))
    if isinstance(value, list):
        return data(5, head + b"".join(number(8, v) for v in value) + number(20, 7))
    if isinstance(value, str):
        return data(5, head + data(4, value) + number(20, 3))
    return data(5, head + number(3, value) + number(20, 2))


def node(op, inputs, outputs, **attributes):
    return data(1, b"".join(data(1, i) for i in inputs) + b"".join(data(2, o) for o in outputs) + data(4, op)
                + b"".join(attribute(k, v) for k, v in attributes.items()))


def tensor(name, shape, values, raw=False):
    whole = all(isinstance(v, int) for v in values)
    out = b"".join(number(1, s) for s in shape) + number(2, 7 if whole else 1) + data(8, name)
    packed = struct.pack(f"<{len(values)}{'q' if whole else 'f'}", *values)
    if raw:
        return data(5, out + data(9, packed))
    return data(5, out + (b"".join(number(7, v) for v in values) if whole else data(4, packed)))


def value(field, name, shape):
    sizes = b"".join(data(1, data(2, s) if isinstance(s, str) else number(1, s)) for s in shape)
    return data(field, data(1, name) + data(2, data(1, number(1, 1) + data(2, sizes))))


def model(*parts, opset=17):
    return number(1, 8) + data(7, b"".join(parts)) + data(8, number(2, opset))


X = value(11, "x", ["batch", 4])
IMAGE = value(11, "x", [1, 4, 6, 6])
MODELS = {
    "layer": model(X, tensor("w", [4, 3], [0.5] * 12), tensor("b", [3], [1.0, 0.0, -1.0], raw=True),
                   node("Gemm", ["x", "w", "b"], ["h"], alpha=0.5), node("Relu", ["h"], ["y"]),
                   value(12, "y", ["batch", 3])),
    "conv": model(IMAGE, tensor("w", [4, 2, 3, 3], [0.1] * 72), tensor("b", [4], [0.5] * 4),
                  node("Conv", ["x", "w", "b"], ["c"], group=2, dilations=[2, 2], pads=[1, 0, 1, 0]),
                  node("MaxPool", ["c"], ["p"], kernel_shape=[2, 1], strides=[2, 1]),
                  node("Conv", ["x", "w"], ["s"], group=2, auto_pad="SAME_UPPER", strides=[2, 2]),
                  node("GlobalAveragePool", ["p"], ["y"]), value(12, "y", [1, 4, 1, 1]), value(12, "s", [1, 4, 3, 3])),
    "sizes": model(X, tensor("zero", [1], [0]), tensor("rest", [2], [-1, 2], raw=True), node("Shape", ["x"], ["s"]),
                   node("Gather", ["s", "zero"], ["r"]), node("Concat", ["r", "rest"], ["to"], axis=0),
                   node("Reshape", ["x", "to"], ["y"]), value(12, "y", [])[:0], value(12, "y", ["batch", 2, 2])),
    "attention": model(value(11, "q", [2, 3, 4]), value(11, "k", [2, 3, 4]), tensor("f", [], [2.0]),
                       node("Transpose", ["k"], ["t"], perm=[0, 2, 1]), node("MatMul", ["q", "t"], ["d"]),
                       node("Div", ["d", "f"], ["e"]), node("Softmax", ["e"], ["p"], axis=-1),
                       node("MatMul", ["p", "k"], ["y"]), value(12, "y", [2, 3, 4])),
    "unknown": model(X, node("Mystery", ["x"], ["m", "n"]), node("Add", ["m", "x"], ["y"]), value(13, "m", ["batch", 4]),
                     value(13, "n", [2]), value(12, "y", ["batch", 4]), value(12, "n", [2])),
    "slices": model(X, tensor("a", [1], [1]), tensor("b", [1], [(1 << 63) - 1]), tensor("n", [2], [1, 2]),
                    node("Slice", ["x", "a", "b", "a"], ["s"]), node("Split", ["s", "n"], ["u", "v"], axis=1),
                    node("Unsqueeze", ["u", "a"], ["z"]), node("Squeeze", ["z", "a"], ["y"]),
                    node("ReduceMean", ["v"], ["m"], axes=[1], keepdims=0),
                    node("Clip", ["m", "", ""], ["c"]), value(12, "y", ["batch", 1]), value(12, "c", ["batch"])),
    "old": model(value(11, "x", [2, 3, 2, 2]), tensor("b", [3], [1.0, 2.0, 3.0]),
                 node("Add", ["x", "b"], ["y"], broadcast=1, axis=1), node("Softmax", ["y"], ["z"]),
                 value(12, "z", [2, 3, 2, 2]), opset=6),
    "claims_too_much": model(X, tensor("w", [1 << 40, 1 << 40], [1.0]), node("Add", ["x", "w"], ["y"]),
                             value(12, "y", ["batch", 4])),
    "cycle": model(X, node("Add", ["x", "b"], ["a"]), node("Neg", ["a"], ["b"]), value(12, "b", ["batch", 4])),
}

for name, of in MODELS.items():
    (pathlib.Path(sys.argv[1]) / f"{name}.onnx").write_bytes(of)
