"""A Llama GGUF file run in float64 numpy, written apart from model.py and tokenizer.py: the oracle of tests and cards."""
import heapq

import numpy as np

import gguf

TYPE_NORMAL, TYPE_BYTE = 1, 6


class Vocabulary:
    """tokenizer.ggml.model = "llama": pieces merged by best score over the whole text, unknown characters as bytes."""

    def __init__(self, metadata):
        assert metadata["tokenizer.ggml.model"] == "llama"
        self.pieces = metadata["tokenizer.ggml.tokens"]
        self.scores = metadata["tokenizer.ggml.scores"]
        self.types = metadata["tokenizer.ggml.token_type"]
        self.begin, self.end = metadata["tokenizer.ggml.bos_token_id"], metadata["tokenizer.ggml.eos_token_id"]
        self.normal = {p: i for i, (p, t) in enumerate(zip(self.pieces, self.types)) if t == TYPE_NORMAL}
        self.bytes = {int(p[3:5], 16): i for i, (p, t) in enumerate(zip(self.pieces, self.types)) if t == TYPE_BYTE}

    def encode(self, text):
        symbols = list(("\u2581" + text.replace(" ", "\u2581")) if text else "")
        after = list(range(1, len(symbols) + 1))
        before = list(range(-1, len(symbols) - 1))
        pairs = []

        def offer(i):
            """Puts the pair that starts at i on the heap: best score first, then leftmost."""
            if 0 <= i and after[i] < len(symbols):
                joined = symbols[i] + symbols[after[i]]
                if joined in self.normal:
                    heapq.heappush(pairs, (-self.scores[self.normal[joined]], i, joined))

        for i in range(len(symbols)):
            offer(i)
        while pairs:
            _, i, joined = heapq.heappop(pairs)
            if symbols[i] is None or after[i] >= len(symbols) or symbols[i] + symbols[after[i]] != joined:
                continue
            gone = after[i]
            symbols[i], symbols[gone], after[i] = joined, None, after[gone]
            if after[i] < len(symbols):
                before[after[i]] = i
            offer(before[i])
            offer(i)
        symbols = [symbol for symbol in symbols if symbol is not None]
        ids = [self.begin]
        for symbol in symbols:
            ids += [self.normal[symbol]] if symbol in self.normal else [self.bytes[b] for b in symbol.encode("utf-8")]
        return ids

    def piece(self, index):
        if self.types[index] == TYPE_BYTE:
            return bytes([int(self.pieces[index][3:5], 16)])
        return self.pieces[index].replace("\u2581", " ").encode("utf-8") if self.types[index] == TYPE_NORMAL else b""

    def decode(self, ids):
        text = b"".join(self.piece(index) for index in ids).decode("utf-8", errors="replace")
        return text[1:] if text.startswith(" ") else text


class Llama:
    """weights [out, in]; one token at a time with a cache of keys and values, or a whole text at once."""

    def __init__(self, path):
        file = gguf.Reader(path)
        meta, self.w = file.metadata, file.tensors
        self.vocabulary = Vocabulary(meta)
        self.context = meta["llama.context_length"]
        self.layers = meta["llama.block_count"]
        self.heads, self.kv_heads = meta["llama.attention.head_count"], meta["llama.attention.head_count_kv"]
        self.size = meta["llama.embedding_length"] // self.heads
        self.eps = meta["llama.attention.layer_norm_rms_epsilon"]
        pair = np.arange(self.size // 2)
        self.speeds = meta["llama.rope.freq_base"] ** (-2.0 * pair / self.size)
        self.forget()

    def forget(self):
        self.keys = [np.zeros((0, self.kv_heads, self.size)) for _ in range(self.layers)]
        self.values = [np.zeros((0, self.kv_heads, self.size)) for _ in range(self.layers)]

    def norm(self, x, name):
        return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + self.eps) * self.w[name]

    def turn(self, x, positions):
        """x [tokens, heads, size]: each adjacent pair as a complex number, turned by position times speed."""
        z = x[..., 0::2] + 1j * x[..., 1::2]
        z = z * np.exp(1j * positions[:, None] * self.speeds)[:, None, :]
        return np.stack((z.real, z.imag), axis=-1).reshape(x.shape)

    def attend(self, layer, q, positions):
        """q [tokens, heads, size] against everything cached, nothing later than its own position."""
        keys, values = self.keys[layer], self.values[layer]
        future = np.arange(len(keys))[None, :] > positions[:, None]
        mixed = np.zeros_like(q)
        for head in range(self.heads):
            kv = head // (self.heads // self.kv_heads)
            scores = q[:, head] @ keys[:, kv].T / np.sqrt(self.size)
            scores[future] = -np.inf
            weights = np.exp(scores - scores.max(axis=1, keepdims=True))
            mixed[:, head] = weights / weights.sum(axis=1, keepdims=True) @ values[:, kv]
        return mixed.reshape(len(q), -1)

    def forward(self, ids):
        """Logits [tokens, vocabulary] of ids that follow what is cached."""
        start = len(self.keys[0])
        positions = np.arange(start, start + len(ids))
        x = self.w["token_embd.weight"][ids]
        for layer in range(self.layers):
            at = f"blk.{layer}."
            y = self.norm(x, at + "attn_norm.weight")
            q, k, v = ((y @ self.w[at + f"attn_{c}.weight"].T).reshape(len(ids), -1, self.size) for c in "qkv")
            self.keys[layer] = np.concatenate((self.keys[layer], self.turn(k, positions)))
            self.values[layer] = np.concatenate((self.values[layer], v))
            x = x + self.attend(layer, self.turn(q, positions), positions) @ self.w[at + "attn_output.weight"].T
            y = self.norm(x, at + "ffn_norm.weight")
            gate, up = y @ self.w[at + "ffn_gate.weight"].T, y @ self.w[at + "ffn_up.weight"].T
            x = x + gate / (1 + np.exp(-gate)) * up @ self.w[at + "ffn_down.weight"].T
        return self.norm(x, "output_norm.weight") @ self.w.get("output.weight", self.w["token_embd.weight"]).T

    def generate(self, ids, count, temperature=0.0, seed=0):
        """count ids after ids; stops at </s>. Also the smallest gap between the two best logits on the way."""
        draw = np.random.default_rng(seed)
        self.forget()
        logits, made, gap = self.forward(ids)[-1], [], np.inf
        for _ in range(count):
            best = np.sort(logits)[-2:]
            gap = min(gap, best[1] - best[0])
            if temperature == 0.0:
                index = int(np.argmax(logits))
            else:
                weights = np.exp((logits - logits.max()) / temperature)
                index = int(draw.choice(len(logits), p=weights / weights.sum()))
            if index == self.vocabulary.end:
                break
            made.append(index)
            logits = self.forward([index])[-1]
        return made, float(gap)
