"""The Llama architecture in torch: RMSNorm, rotary positions on adjacent pairs, grouped heads, SwiGLU, tied head."""
import dataclasses
import math

import torch
from torch import nn
from torch.nn import functional as F


@dataclasses.dataclass
class Shape:
    vocab: int = 1536
    dim: int = 192
    layers: int = 5
    heads: int = 6
    kv_heads: int = 2
    hidden: int = 352
    context: int = 256
    eps: float = 1e-5
    theta: float = 10000.0

    @property
    def head_size(self):
        return self.dim // self.heads


class Norm(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(shape.dim))
        self.eps = shape.eps

    def forward(self, x):
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + self.eps) * self.weight


def rotation(shape):
    """cos and sin [context, head_size / 2]."""
    steps = torch.arange(0, shape.head_size, 2, dtype=torch.float64) / shape.head_size
    angles = torch.arange(shape.context, dtype=torch.float64)[:, None] * shape.theta ** -steps
    return angles.cos().float(), angles.sin().float()


def rotate(x, cos, sin):
    """Turns each adjacent pair of x [batch, heads, tokens, head_size]."""
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2)


class Cache:
    """Keys and values [batch, kv_heads, tokens, head_size] of the tokens that one layer has seen."""

    def __init__(self):
        self.seen = None

    def extend(self, *new):
        self.seen = new if self.seen is None else tuple(torch.cat(pair, 2) for pair in zip(self.seen, new))
        return self.seen

    def __len__(self):
        return 0 if self.seen is None else self.seen[0].shape[2]


class Layer(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        kv = shape.kv_heads * shape.head_size
        self.attn_norm, self.ffn_norm = Norm(shape), Norm(shape)
        self.attn_q = nn.Linear(shape.dim, shape.dim, bias=False)
        self.attn_k = nn.Linear(shape.dim, kv, bias=False)
        self.attn_v = nn.Linear(shape.dim, kv, bias=False)
        self.attn_output = nn.Linear(shape.dim, shape.dim, bias=False)
        self.ffn_gate = nn.Linear(shape.dim, shape.hidden, bias=False)
        self.ffn_up = nn.Linear(shape.dim, shape.hidden, bias=False)
        self.ffn_down = nn.Linear(shape.hidden, shape.dim, bias=False)
        self.dropout = nn.Dropout(0.0)

    def attention(self, x, cos, sin, mask, cache):
        shape = self.shape
        batch, tokens, _ = x.shape
        split = lambda y, heads: y.view(batch, tokens, heads, shape.head_size).transpose(1, 2)
        q = rotate(split(self.attn_q(x), shape.heads), cos, sin)
        k = rotate(split(self.attn_k(x), shape.kv_heads), cos, sin)
        v = split(self.attn_v(x), shape.kv_heads)
        if cache is not None:
            k, v = cache.extend(k, v)
        group = shape.heads // shape.kv_heads
        # Query heads of one kv head stand together: one product per kv head instead of copies of k and v.
        q = (q / math.sqrt(shape.head_size)).reshape(batch, shape.kv_heads, group * tokens, shape.head_size)
        scores = (q @ k.transpose(2, 3)).view(batch, shape.kv_heads, group, tokens, k.shape[2])
        mixed = (scores + mask).softmax(-1).view(batch, shape.kv_heads, group * tokens, k.shape[2]) @ v
        mixed = mixed.view(batch, shape.heads, tokens, shape.head_size).transpose(1, 2).flatten(2)
        return self.attn_output(mixed)

    def forward(self, x, cos, sin, mask, cache=None):
        x = x + self.dropout(self.attention(self.attn_norm(x), cos, sin, mask, cache))
        y = self.ffn_norm(x)
        return x + self.dropout(self.ffn_down(F.silu(self.ffn_gate(y)) * self.ffn_up(y)))


class Model(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        self.token_embd = nn.Embedding(shape.vocab, shape.dim)
        self.blk = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.output_norm = Norm(shape)
        cos, sin = rotation(shape)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)
        mask = torch.full((shape.context, shape.context), float("-inf")).triu(1)
        self.register_buffer("mask", mask, persistent=False)
        for name, weight in self.named_parameters():
            if weight.dim() == 2:
                deep = name.endswith(("attn_output.weight", "ffn_down.weight"))
                nn.init.normal_(weight, std=0.02 / math.sqrt(2 * shape.layers) if deep else 0.02)

    def set_dropout(self, share):
        for layer in self.blk:
            layer.dropout.p = share

    def caches(self):
        return [Cache() for _ in self.blk]

    def forward(self, ids, caches=None):
        """Logits [batch, tokens, vocab] of ids [batch, tokens], which follow what stands in the caches."""
        first = len(caches[0]) if caches else 0
        here = slice(first, first + ids.shape[1])
        x = self.token_embd(ids)
        for layer, cache in zip(self.blk, caches or [None] * len(self.blk)):
            x = layer(x, self.cos[here], self.sin[here], self.mask[here, :here.stop], cache)
        return self.output_norm(x) @ self.token_embd.weight.t()
