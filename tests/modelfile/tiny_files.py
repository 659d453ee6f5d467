"""Writers of the model files that Strata reads, from their public formats; used by make_models.py."""

import json
import struct

import numpy as np

GGUF_TYPES = {"F32": 0, "F16": 1, "Q4_0": 2, "Q4_1": 3, "Q5_0": 6, "Q5_1": 7, "Q8_0": 8, "Q4_K": 12, "Q5_K": 13,
              "Q6_K": 14, "BF16": 30}


def bf16_bits(values):
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def stored(values, kind):
    """The bytes of a tensor and the values a reader must find in them."""
    values = np.ascontiguousarray(values, np.float32)
    if kind == "F32":
        return values.tobytes(), values
    if kind == "F16":
        return values.astype(np.float16).tobytes(), values.astype(np.float16).astype(np.float32)
    if kind == "BF16":
        bits = bf16_bits(values)
        return bits.tobytes(), (bits.astype(np.uint32) << 16).view(np.float32)
    if kind in PACKERS:
        return packed(values, kind)
    return quantised(values, kind)


def small_block(block, kind):
    """Q4_1, Q5_0, Q5_1: one scale of 32 numbers, with or without their least value."""
    steps = 15 if kind == "Q4_1" else 31
    least = np.float16(block.min()) if kind != "Q5_0" else np.float16(0)
    most = block[np.abs(block).argmax()]
    scale = np.float16(most / -16 if kind == "Q5_0" else (block.max() - block.min()) / steps)
    centre = 16 if kind == "Q5_0" else 0
    q = np.clip(np.round((block - np.float64(least)) / float(scale) + centre), 0, steps).astype(np.uint8)
    data = scale.tobytes() + (b"" if kind == "Q5_0" else least.tobytes())
    if kind != "Q4_1":
        data += np.packbits(q >> 4, bitorder="little").tobytes()
    return data + ((q[:16] & 15) | (q[16:] & 15) << 4).tobytes(), np.float64(scale) * (q - float(centre)) + np.float64(least)


def six_bits(scales, leasts):
    """Twelve bytes."""
    first = [scales[i] | scales[i + 4] >> 4 << 6 for i in range(4)] + [leasts[i] | leasts[i + 4] >> 4 << 6 for i in range(4)]
    return bytes(first + [(scales[i] & 15) | (leasts[i] & 15) << 4 for i in range(4, 8)])


def part_block(block, kind):
    """Q4_K, Q5_K: eight parts of 32, with a scale and a least value of six bits each."""
    steps = 15 if kind == "Q4_K" else 31
    parts = block.reshape(8, 32)
    wanted_least = np.maximum(0, -parts.min(axis=1))
    wanted = (parts.max(axis=1) + wanted_least) / steps
    scale, least = np.float16(wanted.max() / 63), np.float16(wanted_least.max() / 63)
    scales = np.clip(np.round(wanted / float(scale)), 1, 63).astype(int)
    leasts = np.clip(np.round(wanted_least / float(least)), 0, 63).astype(int)
    own, under = np.float64(scale) * scales[:, None], np.float64(least) * leasts[:, None]
    q = np.clip(np.round((parts + under) / own), 0, steps).astype(np.uint8)
    data = scale.tobytes() + least.tobytes() + six_bits(scales.tolist(), leasts.tolist())
    if kind == "Q5_K":
        data += np.packbits(q >> 4, axis=0, bitorder="little").tobytes()
    pairs = q.reshape(4, 2, 32) & 15
    return data + (pairs[:, 0] | pairs[:, 1] << 4).tobytes(), (own * q - under).ravel()


def q6k_block(block, _):
    """Sixteen parts of 16, with a signed byte as scale each."""
    parts = block.reshape(16, 16)
    most = np.take_along_axis(parts, np.abs(parts).argmax(axis=1)[:, None], axis=1)[:, 0]
    wanted = most / -32
    scale = np.float16(np.abs(wanted).max() / 127)
    scales = np.round(wanted / float(scale)).astype(np.int8)
    own = np.float64(scale) * np.where(scales == 0, 1, scales)[:, None]
    q = np.clip(np.round(parts / own) + 32, 0, 63).astype(np.uint8)
    rows = q.reshape(2, 4, 32)
    lower = (rows[:, :2] & 15) | (rows[:, 2:] & 15) << 4
    upper = sum((rows[:, r] >> 4) << (2 * r) for r in range(4)).astype(np.uint8)
    back = np.float64(scale) * scales[:, None].astype(np.float64) * (q - 32.0)
    return lower.tobytes() + upper.tobytes() + scales.tobytes() + scale.tobytes(), back.ravel()


PACKERS = {"Q4_1": (32, small_block), "Q5_0": (32, small_block), "Q5_1": (32, small_block), "Q4_K": (256, part_block),
           "Q5_K": (256, part_block), "Q6_K": (256, q6k_block)}


def packed(values, kind):
    size, pack = PACKERS[kind]
    pairs = [pack(block.astype(np.float64), kind) for block in values.reshape(-1, size)]
    return (b"".join(data for data, _ in pairs),
            np.concatenate([back for _, back in pairs]).reshape(values.shape).astype(np.float32))


def quantised(values, kind):
    blocks = values.reshape(-1, 32)
    data, back = b"", []
    for block in blocks:
        most = block[np.abs(block).argmax()]
        scale = np.float16(abs(most) / 127 if kind == "Q8_0" else most / -8)
        divisor = float(scale) or 1.0
        if kind == "Q8_0":
            q = np.clip(np.round(block / divisor), -127, 127).astype(np.int8)
            data += scale.tobytes() + q.tobytes()
            back.append(np.float32(scale) * q.astype(np.float32))
        else:
            q = np.clip(np.floor(block / divisor + 8.5), 0, 15).astype(np.uint8)
            data += scale.tobytes() + (q[:16] | q[16:] << 4).tobytes()
            back.append(np.float32(scale) * (q.astype(np.float32) - 8))
    return data, np.concatenate(back).reshape(values.shape).astype(np.float32)


def groups(values, size):
    """llama2.c v2: int8, then a scale per group of the flat tensor."""
    flat = np.ascontiguousarray(values, np.float32).reshape(-1, size)
    scale = (np.abs(flat).max(axis=1) / 127).astype(np.float32)
    q = np.round(flat / scale[:, None]).astype(np.int8)
    back = (q.astype(np.float32) * scale[:, None]).reshape(values.shape)
    return q.tobytes() + scale.tobytes(), back


def llama2c(path, config, weights, version=0, tied=True, group=8):
    """`weights`: canonical name to array. Returns the values in the file."""
    order = ["dim", "hidden", "layers", "heads", "kvHeads", "vocab", "context"]
    numbers = [config[key] for key in order]
    back = {}

    def norm(name):
        back[name] = weights[name]
        return weights[name].astype(np.float32).tobytes()

    def weight(name):
        if version < 2:
            return norm(name)
        data, back[name] = groups(weights[name], group)
        return data

    def layered(kind, stem):
        return b"".join(kind(f"layers.{n}.{stem}") for n in range(config["layers"]))

    attention = ["attention.query", "attention.key", "attention.value", "attention.output"]
    feed_forward = ["ffn.gate", "ffn.down", "ffn.up"]
    if version == 0:
        out = struct.pack("<7i", *numbers[:5], numbers[5] if tied else -numbers[5], numbers[6])
        out += weight("token_embedding") + layered(norm, "attention_norm")
        out += b"".join(layered(weight, stem) for stem in attention)
        out += layered(norm, "ffn_norm") + b"".join(layered(weight, stem) for stem in feed_forward)
        out += norm("final_norm") + bytes(4 * config["context"] * (config["dim"] // config["heads"]))
    else:
        out = struct.pack("<Ii7iB", 0x616B3432, version, *numbers, tied)
        if version == 2:
            out += struct.pack("<i", group)
        out = out.ljust(256, b"\0")
        out += layered(norm, "attention_norm") + layered(norm, "ffn_norm") + norm("final_norm")
        out += weight("token_embedding") + b"".join(layered(weight, stem) for stem in attention + feed_forward)
    if not tied:
        out += weight("head")
    path.write_bytes(out)
    return back


def text(value):
    data = value if isinstance(value, bytes) else value.encode()
    return struct.pack("<Q", len(data)) + data


def gguf_value(value):
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    if isinstance(value, str):
        return struct.pack("<I", 8) + text(value)
    head = lambda number: struct.pack("<IIQ", 9, number, len(value))
    if isinstance(value[0], (str, bytes)):
        return head(8) + b"".join(text(each) for each in value)
    return head(6 if isinstance(value[0], float) else 5) + np.array(
        value, np.float32 if isinstance(value[0], float) else np.int32).tobytes()


def gguf(path, metadata, tensors, alignment=32):
    """`tensors`: (name in the file, array, type). Returns the values in the file, by the file's names."""
    out = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata))
    out += b"".join(text(key) + gguf_value(value) for key, value in metadata)
    back, data = {}, b""
    for name, values, kind in tensors:
        data += bytes(-len(data) % alignment)
        out += text(name) + struct.pack("<I", values.ndim)
        out += b"".join(struct.pack("<Q", size) for size in reversed(values.shape))
        out += struct.pack("<IQ", GGUF_TYPES[kind], len(data))
        more, back[name] = stored(values, kind)
        data += more
    path.write_bytes(out + bytes(-len(out) % alignment) + data)
    return back


def safetensors(path, tensors):
    """`tensors`: (name in the file, array, type)."""
    header, data, back = {"__metadata__": {"format": "pt"}}, b"", {}
    for name, values, kind in tensors:
        more, back[name] = stored(values, kind)
        header[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": [len(data), len(data) + len(more)]}
        data += more
    head = json.dumps(header, separators=(",", ":")).encode()
    path.write_bytes(struct.pack("<Q", len(head)) + head + data)
    return back


def varint(value):
    value &= (1 << 64) - 1
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number, value):
    """One protobuf field: an int, a float, or bytes, text and messages."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data
