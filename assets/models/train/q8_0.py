"""GGUF's Q8_0: blocks of 32 numbers, one float16 scale and 32 signed bytes each."""
import numpy as np

BLOCK = 32


def quantise(weights):
    """(scales float16 [n / 32], values int8 [n / 32, 32]) of float32 weights whose rows are multiples of 32 long."""
    blocks = np.ascontiguousarray(weights, dtype=np.float32).reshape(-1, BLOCK)
    scales = (np.abs(blocks).max(1) / 127.0).astype(np.float16)
    inverse = np.divide(1.0, scales, out=np.zeros(len(scales), np.float32), where=scales != 0, dtype=np.float32)
    values = np.clip(np.rint(blocks * inverse[:, None]), -127, 127).astype(np.int8)
    return scales, values


def dequantise(scales, values, dtype=np.float32):
    return values.astype(dtype) * scales.astype(dtype)[:, None]


def rounded(weights):
    """The weights as a Q8_0 file would give them back."""
    return dequantise(*quantise(weights)).reshape(weights.shape)
