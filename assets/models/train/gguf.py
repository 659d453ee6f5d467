"""GGUF v3: a writer for what this project's model needs and a reader that shares nothing with it but the type numbers."""
import struct

import numpy as np

import q8_0

MAGIC, VERSION, ALIGNMENT = b"GGUF", 3, 32
UINT32, FLOAT32, BOOL, STRING, ARRAY = 4, 6, 7, 8, 9
INT32 = 5
F32, Q8_0 = 0, 8
FIXED = {0: "<u1", 1: "<i1", 2: "<u2", 3: "<i2", 4: "<u4", 5: "<i4", 6: "<f4", 7: "?", 10: "<u8", 11: "<i8", 12: "<f8"}


def _string(text):
    data = text.encode("utf-8")
    return struct.pack("<Q", len(data)) + data


def _scalar(kind, value):
    if kind == STRING:
        return _string(value)
    return np.array(value, dtype=FIXED[kind]).tobytes()


def _metadata(key, kind, value):
    """One entry; kind is a type, or (ARRAY, type of its items)."""
    if isinstance(kind, tuple):
        items = b"".join(_scalar(kind[1], item) for item in value)
        return _string(key) + struct.pack("<IIQ", ARRAY, kind[1], len(value)) + items
    return _string(key) + struct.pack("<I", kind) + _scalar(kind, value)


def _padding(size):
    return b"\0" * (-size % ALIGNMENT)


def _tensor_bytes(array):
    """(type number, bytes): matrices as Q8_0, vectors as F32."""
    if array.ndim == 1:
        return F32, array.astype("<f4").tobytes()
    scales, values = q8_0.quantise(array)
    blocks = np.zeros(len(scales), dtype=[("scale", "<f2"), ("values", "i1", q8_0.BLOCK)])
    blocks["scale"], blocks["values"] = scales, values
    return Q8_0, blocks.tobytes()


def write(path, metadata, tensors):
    """metadata: (key, kind, value) in file order; tensors: {name: float32 array [rows, columns] or [n]}."""
    body, infos = b"", b""
    for name, array in tensors.items():
        kind, data = _tensor_bytes(array)
        sizes = array.shape[::-1]  # the fastest dimension comes first
        infos += _string(name) + struct.pack(f"<I{len(sizes)}QIQ", len(sizes), *sizes, kind, len(body))
        body += data + _padding(len(data))
    head = MAGIC + struct.pack("<IQQ", VERSION, len(tensors), len(metadata))
    head += b"".join(_metadata(*entry) for entry in metadata) + infos
    with open(path, "wb") as file:
        file.write(head + _padding(len(head)) + body)


class Reader:
    """metadata {key: value} and float64 tensors {name: array} of a GGUF v3 file with F32 and Q8_0 tensors."""

    def __init__(self, path):
        self.data = open(path, "rb").read()
        self.at = 0
        if self.data[:4] != MAGIC or self._take("<u4", 4) != VERSION:
            raise ValueError(f"{path}: not a GGUF v3 file")
        tensors, entries = self._take("<u8"), self._take("<u8")
        self.metadata = {}
        for _ in range(entries):
            key = self._text()
            self.metadata[key] = self._value(self._take("<u4"))
        infos = []
        for _ in range(tensors):
            name = self._text()
            sizes = [self._take("<u8") for _ in range(self._take("<u4"))]
            infos.append((name, sizes[::-1], self._take("<u4"), self._take("<u8")))
        start = -(-self.at // ALIGNMENT) * ALIGNMENT
        self.tensors = {name: self._tensor(sizes, kind, start + offset) for name, sizes, kind, offset in infos}

    def _take(self, kind, skip=0):
        self.at += skip
        value = np.frombuffer(self.data, kind, 1, self.at)[0]
        self.at += value.nbytes
        return value.item()

    def _text(self):
        size = self._take("<u8")
        self.at += size
        return self.data[self.at - size:self.at].decode("utf-8")

    def _value(self, kind):
        if kind == STRING:
            return self._text()
        if kind == ARRAY:
            item, count = self._take("<u4"), self._take("<u8")
            return [self._value(item) for _ in range(count)]
        return self._take(FIXED[kind])

    def _tensor(self, shape, kind, offset):
        count = int(np.prod(shape))
        if kind == F32:
            return np.frombuffer(self.data, "<f4", count, offset).astype(np.float64).reshape(shape)
        if kind != Q8_0:
            raise ValueError(f"tensor type {kind} is not read here")
        raw = np.frombuffer(self.data, np.uint8, count // 32 * 34, offset).reshape(-1, 34)
        scales = raw[:, :2].copy().view("<f2").astype(np.float64)
        return (raw[:, 2:].copy().view(np.int8) * scales).reshape(shape)
