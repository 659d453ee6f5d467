"""An ONNX chain run in float64 numpy, read by a protobuf parser of its own: the oracle of tests and cards."""
import numpy as np


def fields(data):
    """{field number: [values]} of one protobuf message: ints, bytes, or 4 and 8 byte chunks."""
    out, at = {}, 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            value = varint()
        else:
            size = varint() if key & 7 == 2 else {1: 8, 5: 4}[key & 7]
            value = data[at:at + size]
            at += size
        out.setdefault(key >> 3, []).append(value)
    return out


def integers(values):
    """A repeated integer field, packed or not."""
    out = []
    for value in values:
        if isinstance(value, int):
            out.append(value)
        else:
            out += fields(b"".join(b"\x08" + chunk for chunk in split_varints(value))).get(1, [])
    return [value - (1 << 64) if value >> 63 else value for value in out]


def split_varints(data):
    chunk = b""
    for byte in data:
        chunk += bytes([byte])
        if byte < 0x80:
            yield chunk
            chunk = b""


def tensor(message):
    shape, kind = integers(message.get(1, [])), message[2][0]
    if 9 in message:
        flat = np.frombuffer(message[9][0], {1: "<f4", 7: "<i8"}[kind])
    elif kind == 1:
        flat = np.frombuffer(b"".join(message[4]), "<f4")
    else:
        flat = np.array(integers(message[7]))
    return flat.astype(np.float64 if kind == 1 else np.int64).reshape(shape)


def padding(attributes, x, kernel, strides):
    """((top, bottom), (left, right))."""
    if attributes.get("auto_pad") == b"SAME_UPPER":
        total = [max((-(-n // s) - 1) * s + k - n, 0) for n, k, s in zip(x.shape[2:], kernel, strides)]
        return [(t // 2, t - t // 2) for t in total]
    top, left, bottom, right = attributes.get("pads", [0, 0, 0, 0])
    return [(top, bottom), (left, right)]


def patches(x, kernel, strides, pads, fill):
    x = np.pad(x, [(0, 0), (0, 0), *pads], constant_values=fill)
    views = np.lib.stride_tricks.sliding_window_view(x, kernel, axis=(2, 3))
    return views[:, :, ::strides[0], ::strides[1]]


class Network:
    def __init__(self, path):
        graph = fields(fields(open(path, "rb").read())[7][0])
        self.weights = {}
        for item in map(fields, graph[5]):
            self.weights[item[8][0].decode()] = tensor(item)
        self.nodes = [fields(item) for item in graph[1]]
        inputs = [fields(item)[1][0].decode() for item in graph[11]]
        self.input = next(name for name in inputs if name not in self.weights)
        self.output = fields(graph[12][0])[1][0].decode()

    @staticmethod
    def attributes(node):
        out = {}
        for item in map(fields, node.get(5, [])):
            name = item[1][0].decode()
            out[name] = integers(item[8]) if 8 in item else item[4][0] if 4 in item else integers(item.get(3, [0]))[0]
        return out

    @staticmethod
    def apply(kind, inputs, a):
        x = inputs[0]
        if kind in ("Conv", "MaxPool"):
            kernel, strides = a["kernel_shape"], a.get("strides", [1, 1])
            pads = padding(a, x, kernel, strides)
            if kind == "MaxPool":
                return patches(x, kernel, strides, pads, -np.inf).max(axis=(4, 5))
            return np.einsum("nchwij,ocij->nohw", patches(x, kernel, strides, pads, 0.0), inputs[1], optimize=True)
        if kind == "Reshape":
            return x.reshape(inputs[1])
        return {"Add": np.add, "MatMul": np.matmul, "Relu": lambda y: np.maximum(y, 0)}[kind](*inputs)

    def run(self, pictures):
        """Every named value of the graph for pictures [n, 1, 28, 28], 0...255; the last is the ten logits [n, 10]."""
        stages = {self.output: []}
        for picture in np.asarray(pictures, dtype=np.float64):
            values = {**self.weights, self.input: picture[None]}
            for node in self.nodes:
                inputs = [values[name.decode()] for name in node[1]]
                values[node[2][0].decode()] = self.apply(node[4][0].decode(), inputs, self.attributes(node))
            for name, value in values.items():
                if name not in self.weights:
                    stages.setdefault(name, []).append(value[0])
        return {name: np.stack(parts) for name, parts in stages.items()}

    def logits(self, pictures):
        return self.run(pictures)[self.output]


def read_pgm(path):
    """Binary PGM as float64 [height, width], 0...255."""
    data, at, words = open(path, "rb").read(), 0, []
    while len(words) < 4:
        end = at
        while data[end:end + 1].strip():
            end += 1
        words.append(data[at:end])
        at = end + 1
    width, height, top = map(int, words[1:])
    if words[0] != b"P5" or top != 255:
        raise ValueError(f"{path}: not a binary 8-bit PGM")
    return np.frombuffer(data, np.uint8, width * height, at).reshape(height, width).astype(np.float64)
