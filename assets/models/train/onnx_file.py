"""Writes a chain of layers as an ONNX model (IR version 3, opset 8), protobuf bytes made by hand."""
import numpy as np

FLOAT, INT64 = 1, 7
ATTRIBUTE_INT, ATTRIBUTE_INTS = 2, 7
IR_VERSION, OPSET = 3, 8


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def block(field, data):
    data = data.encode("utf-8") if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data


def tensor(name, array):
    """TensorProto: dims 1, data_type 2, name 8, raw_data 9."""
    kind, dtype = (INT64, "<i8") if array.dtype.kind == "i" else (FLOAT, "<f4")
    dims = b"".join(number(1, size) for size in array.shape)
    return dims + number(2, kind) + block(8, name) + block(9, array.astype(dtype).tobytes())


def value_info(name, kind, shape):
    """ValueInfoProto: name 1, type 2 { tensor_type 1 { elem_type 1, shape 2 { dim 1 { dim_value 1 } } } }."""
    dims = b"".join(block(1, number(1, size)) for size in shape)
    return block(1, name) + block(2, block(1, number(1, kind) + block(2, dims)))


def attribute(name, value):
    """AttributeProto: name 1, i 3, ints 8, type 20."""
    if isinstance(value, int):
        return block(1, name) + number(3, value) + number(20, ATTRIBUTE_INT)
    return block(1, name) + b"".join(number(8, item) for item in value) + number(20, ATTRIBUTE_INTS)


def node(kind, name, inputs, output, **attributes):
    """NodeProto: input 1, output 2, name 3, op_type 4, attribute 5."""
    data = b"".join(block(1, item) for item in inputs) + block(2, output) + block(3, name) + block(4, kind)
    return data + b"".join(block(5, attribute(key, value)) for key, value in attributes.items())


def model(graph_name, nodes, weights, picture, result, about):
    """nodes: bytes of node(); weights: {name: array}; picture, result: (name, shape), float; about: {key: text}."""
    graph = b"".join(block(1, item) for item in nodes) + block(2, graph_name)
    graph += b"".join(block(5, tensor(name, array)) for name, array in weights.items())
    graph += block(11, value_info(picture[0], FLOAT, picture[1]))
    for name, array in weights.items():  # this IR version lists weights among the inputs too
        graph += block(11, value_info(name, INT64 if array.dtype.kind == "i" else FLOAT, array.shape))
    graph += block(12, value_info(result[0], FLOAT, result[1]))
    data = number(1, IR_VERSION) + block(2, "strata") + block(7, graph) + block(8, block(1, "") + number(2, OPSET))
    return data + b"".join(block(14, block(1, key) + block(2, text)) for key, text in about.items())
