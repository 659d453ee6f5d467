#!/usr/bin/env python3
"""Writes the tiny models in data/ and what a reader must find in them (data/expected/*.json).

Independent of Strata's code: formats from their public descriptions, numbers from numpy. For each model: its
configuration, sums over every tensor, and the logits after a prompt in float64. Needs python3 and numpy.
"""

import json
import pathlib
import struct

import numpy as np

from tiny_files import field, gguf, llama2c, safetensors, varint

DATA = pathlib.Path(__file__).parent / "data"
PROMPT = [1, 5, 9, 2, 7, 7]
rng = np.random.RandomState(5)


def weights_of(config):
    """Random weights under Strata's names."""
    dim, hidden = config["dim"], config["hidden"]
    query, kv = config["heads"] * config["headSize"], config["kvHeads"] * config["headSize"]
    gpt2 = config["family"] == "gpt2"
    w = {}

    def linear(name, out, inner):
        w[name] = rng.normal(0, 0.4, (out, inner)).astype(np.float32)
        if gpt2:
            w[name + ".bias"] = rng.normal(0, 0.1, out).astype(np.float32)

    def norm(name):
        w[name] = rng.normal(1, 0.1, dim).astype(np.float32)
        if gpt2:
            w[name + ".bias"] = rng.normal(0, 0.1, dim).astype(np.float32)

    w["token_embedding"] = rng.normal(0, 1, (config["vocab"], dim)).astype(np.float32)
    if gpt2:
        w["position_embedding"] = rng.normal(0, 0.3, (config["context"], dim)).astype(np.float32)
    for n in range(config["layers"]):
        at = f"layers.{n}."
        norm(at + "attention_norm")
        linear(at + "attention.query", query, dim)
        linear(at + "attention.key", kv, dim)
        linear(at + "attention.value", kv, dim)
        linear(at + "attention.output", dim, query)
        norm(at + "ffn_norm")
        if not gpt2:
            linear(at + "ffn.gate", hidden, dim)
        linear(at + "ffn.up", hidden, dim)
        linear(at + "ffn.down", dim, hidden)
    norm("final_norm")
    if not config["tiedHead"]:
        w["head"] = rng.normal(0, 0.4, (config["vocab"], dim)).astype(np.float32)
    return w


def logits_of(config, weights, ids):
    """The whole forward pass, float64; RoPE on adjacent pairs."""
    w = {name: values.astype(np.float64) for name, values in weights.items()}
    gpt2, size = config["family"] == "gpt2", config["headSize"]

    def linear(x, name):
        y = x @ w[name].T
        return y + w[name + ".bias"] if name + ".bias" in w else y

    def norm(x, name):
        if gpt2:
            centred = x - x.mean(axis=-1, keepdims=True)
            scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + config["normEpsilon"])
            return scaled * w[name] + w[name + ".bias"]
        return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + config["normEpsilon"]) * w[name]

    def rope(x):
        angle = np.arange(len(ids))[:, None] * config["ropeTheta"] ** (-np.arange(0, size, 2) / size)
        cos, sin = np.cos(angle)[:, None, :], np.sin(angle)[:, None, :]
        even, odd = x[..., 0::2], x[..., 1::2]
        return np.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1).reshape(x.shape)

    def attention(x, at):
        split = lambda name: linear(x, at + name).reshape(len(ids), -1, size)
        q, k, v = split("attention.query"), split("attention.key"), split("attention.value")
        if not gpt2:
            q, k = rope(q), rope(k)
        group = config["heads"] // config["kvHeads"]
        k, v = np.repeat(k, group, axis=1), np.repeat(v, group, axis=1)
        scores = np.einsum("ihd,jhd->hij", q, k) / np.sqrt(size)
        scores = np.where(np.tril(np.ones((len(ids), len(ids)), bool)), scores, -np.inf)
        p = np.exp(scores - scores.max(axis=-1, keepdims=True))
        p /= p.sum(axis=-1, keepdims=True)
        return linear(np.einsum("hij,jhd->ihd", p, v).reshape(len(ids), -1), at + "attention.output")

    def feed_forward(x, at):
        up = linear(x, at + "ffn.up")
        if gpt2:
            return linear(0.5 * up * (1 + np.tanh(np.sqrt(2 / np.pi) * (up + 0.044715 * up**3))), at + "ffn.down")
        gate = linear(x, at + "ffn.gate")
        return linear(gate / (1 + np.exp(-gate)) * up, at + "ffn.down")

    x = w["token_embedding"][ids]
    if gpt2:
        x = x + w["position_embedding"][: len(ids)]
    for n in range(config["layers"]):
        at = f"layers.{n}."
        x = x + attention(norm(x, at + "attention_norm"), at)
        x = x + feed_forward(norm(x, at + "ffn_norm"), at)
    head = w["token_embedding"] if config["tiedHead"] else w["head"]
    return norm(x[-1], "final_norm") @ head.T


expected = {"models": {}, "tokenizers": {}}


def short(number):
    return float(f"{number:.9g}")


def promise(file, config, weights, pairs="adjacent"):
    tensors = {}
    for name, values in weights.items():
        flat = values.astype(np.float64).ravel()
        tensors[name] = {"shape": list(values.shape), "sum": short(flat.sum()),
                         "wave": short((flat * np.cos(np.arange(flat.size))).sum()),
                         "first": short(flat[0]), "last": short(flat[-1])}
    logits = logits_of(config, weights, PROMPT)
    expected["models"][file] = {"config": dict(config, ropePairs=pairs), "tensors": tensors,
                                "logits": [short(x) for x in logits]}


# Vocabularies: a few words beside the bytes. The same texts are cut by hand below.

SP_WORDS = [("▁", -9.0), ("t", -10.0), ("h", -10.5), ("e", -11.0), ("a", -11.5), ("c", -12.0), ("▁t", -1.0), ("he", -2.0),
            ("▁the", -3.0), ("at", -4.0), ("▁c", -5.0), ("▁cat", -6.0), ("é", -13.0), ("▁▁", -7.0), (".", -14.0)]
SP_BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
SP_TOKENS = ["<unk>", "<s>", "</s>"] + SP_BYTES + [word for word, _ in SP_WORDS]
SP_SCORES = [0.0] * 259 + [score for _, score in SP_WORDS]
SP_TYPES = [2, 3, 3] + [6] * 256 + [1] * len(SP_WORDS)


def byte_letter(byte):
    shown = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    hidden = [b for b in range(256) if b not in shown]
    return chr(byte if byte in shown else 256 + hidden.index(byte))


BL_MERGES = [("h", "e"), ("Ġ", "t"), ("Ġt", "he"), ("a", "t"), ("Ġ", "c"), ("Ġc", "at"), ("1", "2")]
BL_TOKENS = [byte_letter(byte) for byte in range(256)] + [a + b for a, b in BL_MERGES] + ["<|end|>"]


def sp(*pieces):
    return [SP_TOKENS.index(piece) for piece in pieces]


def bl(*pieces):
    return [BL_TOKENS.index(piece) for piece in pieces]


L3_TOKENS = BL_TOKENS[:-1] + ["dog", "<|begin|>", "<|turn|>"]  # no pair becomes a dog
L3_WORDS = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
            r"|\s+(?!\S)|\s+")


def l3(*pieces):
    return [L3_TOKENS.index(piece) for piece in ("<|begin|>",) + pieces]


SP_CASES = [
    ("", [1]),
    ("the cat.", [1] + sp("▁the", "▁cat", ".")),
    ("the  cat", [1] + sp("▁the", "▁", "▁cat")),  # by the scores at, ▁c and ▁cat come before ▁▁
    ("é日", [1] + sp("▁", "é", "<0xE6>", "<0x97>", "<0xA5>")),
    ("\n", [1] + sp("▁", "<0x0A>")),
]
BL_CASES = [
    ("", []),
    ("the cat", bl("t", "he", "Ġcat")),
    (" the  cat", bl("Ġthe", "Ġ", "Ġcat")),
    ("a12 3", bl("a", "12", "Ġ", "3")),
    ("it's\n", bl("i", "t", "'", "s", "Ċ")),
    ("é", bl("Ã", "©")),
]


L3_CASES = [
    ("", l3()),
    ("the cat", l3("t", "he", "Ġcat")),
    ("dog dogs", l3("dog", "Ġ", "d", "o", "g", "s")),
    ("31245 12", l3("3", "12", "4", "5", "Ġ", "12")),
    ("71245", l3("7", "12", "4", "5")),
    ("88124", l3("8", "8", "1", "2", "4")),  # 881, 24
    ("IT'S\n\n the", l3("I", "T", "'", "S", "Ċ", "Ċ", "Ġthe")),
]


def write_llama():
    base = dict(family="llama", dim=8, hidden=10, layers=2, heads=4, kvHeads=2, headSize=2, vocab=len(SP_TOKENS),
                context=16, normEpsilon=1e-5, ropeTheta=10000.0, tiedHead=True)
    weights = weights_of(base)
    untied = dict(base, tiedHead=False, vocab=16)
    head = weights_of(untied)
    promise("llama-v0.bin", base, llama2c(DATA / "llama-v0.bin", base, weights))
    promise("llama-v0-untied.bin", untied, llama2c(DATA / "llama-v0-untied.bin", untied, head, tied=False))
    promise("llama-v1.bin", untied, llama2c(DATA / "llama-v1.bin", untied, head, version=1, tied=False))
    promise("llama-v2.bin", base, llama2c(DATA / "llama-v2.bin", base, weights, version=2))
    for kind in ["F32", "F16", "BF16"]:
        file = f"llama-{kind.lower()}.gguf"
        promise(file, base, gguf_llama(DATA / file, base, weights, kind, with_tokens=True))
    promise("llama-untied.gguf", untied, gguf_llama(DATA / "llama-untied.gguf", untied, head, "F32", with_tokens=False))
    write_hf_llama(dict(base, ropeTheta=500.0, headSize=4), "hf-llama")

    wide = dict(base, dim=32, hidden=32, layers=1, headSize=8, vocab=16)
    weights = weights_of(wide)
    for kind in ["Q8_0", "Q4_0"]:
        file = f"llama-{kind.lower()}.gguf"
        promise(file, wide, gguf_llama(DATA / file, wide, weights, kind, with_tokens=False, alignment=64))


def write_blocks():
    """The types of which llama.cpp makes its Q4_K_M, Q5_K_M and older files, side by side."""
    small = dict(family="llama", dim=32, hidden=32, layers=1, heads=4, kvHeads=2, headSize=8, vocab=16, context=16,
                 normEpsilon=1e-5, ropeTheta=10000.0, tiedHead=True)
    wide = dict(small, dim=256, hidden=6, heads=2, kvHeads=1, headSize=4)
    of = {"query": "Q4_1", "key": "Q5_0", "value": "Q5_1", "output": "Q4_1", "gate": "Q5_0", "up": "Q5_1", "down": "Q5_0"}
    of_wide = {"query": "Q4_K", "key": "Q5_K", "value": "Q6_K", "output": "F32", "gate": "Q5_K", "up": "Q4_K", "down": "F32"}
    for file, config, kinds, embedding in [("llama-q5.gguf", small, of, "Q5_1"), ("llama-k.gguf", wide, of_wide, "Q6_K")]:
        kind = lambda name: kinds.get(name.split(".")[-1], embedding)
        promise(file, config, gguf_llama(DATA / file, config, weights_of(config), kind, with_tokens=False))


GGUF_NAMES = {"attention_norm": "attn_norm", "attention.query": "attn_q", "attention.key": "attn_k",
              "attention.value": "attn_v", "attention.output": "attn_output", "ffn.gate": "ffn_gate", "ffn.up": "ffn_up",
              "ffn.down": "ffn_down", "token_embedding": "token_embd", "position_embedding": "position_embd",
              "final_norm": "output_norm", "head": "output"}


def gguf_name(name):
    ending = ".bias" if name.endswith(".bias") else ".weight"
    stem = name.removesuffix(".bias")
    if stem.startswith("layers."):
        _, n, rest = stem.split(".", 2)
        return f"blk.{n}.{GGUF_NAMES.get(rest, rest)}{ending}"
    return GGUF_NAMES[stem] + ending


def gguf_llama(path, config, weights, kind, with_tokens, alignment=32):
    metadata = [("llama.context_length", config["context"]), ("llama.embedding_length", config["dim"]),
                ("general.alignment", alignment), ("llama.feed_forward_length", config["hidden"]),
                ("llama.attention.head_count_kv", config["kvHeads"]), ("llama.attention.head_count", config["heads"]),
                ("llama.attention.layer_norm_rms_epsilon", config["normEpsilon"]), ("llama.block_count", config["layers"]),
                ("general.architecture", "llama"), ("something.else", ["of", "no", "matter"]),
                ("llama.rope.dimension_count", config["headSize"]), ("llama.rope.freq_base", config["ropeTheta"])]
    if config["heads"] * config["headSize"] != config["dim"]:
        metadata += [("llama.attention.key_length", config["headSize"]),
                     ("llama.attention.value_length", config["headSize"])]
    if with_tokens:
        metadata += [("tokenizer.ggml.tokens", SP_TOKENS), ("tokenizer.ggml.scores", SP_SCORES),
                     ("tokenizer.ggml.token_type", SP_TYPES), ("tokenizer.ggml.model", "llama"),
                     ("tokenizer.ggml.bos_token_id", 1), ("tokenizer.ggml.eos_token_id", 2)]
        expected["tokenizers"][path.name] = SP_CASES
    kinds = kind if callable(kind) else lambda name: kind
    tensors = [(gguf_name(name), values, kinds(name) if values.ndim == 2 else "F32") for name, values in weights.items()]
    tensors = tensors[1:] + tensors[:1]
    back = gguf(path, metadata, tensors, alignment)
    return {name: back[gguf_name(name)] for name in weights}


def halves(values, heads):
    """Rows of q or k for rotate-half RoPE: of each head the even rows, then the odd ones."""
    out, inner = values.shape
    return values.reshape(heads, out // heads // 2, 2, inner).transpose(0, 2, 1, 3).reshape(out, inner)


HF_LLAMA = {"attention_norm": "input_layernorm", "attention.query": "self_attn.q_proj", "attention.key": "self_attn.k_proj",
            "attention.value": "self_attn.v_proj", "attention.output": "self_attn.o_proj",
            "ffn_norm": "post_attention_layernorm", "ffn.gate": "mlp.gate_proj", "ffn.up": "mlp.up_proj",
            "ffn.down": "mlp.down_proj"}
HF_OUTSIDE = {"token_embedding": "model.embed_tokens", "final_norm": "model.norm", "head": "lm_head"}


def hf_llama_name(name):
    if name.startswith("layers."):
        _, n, rest = name.split(".", 2)
        return f"model.layers.{n}.{HF_LLAMA[rest]}.weight"
    return HF_OUTSIDE[name] + ".weight"


def write_hf_llama(config, folder):
    """A head wider than dim / heads, two files, two types."""
    path = DATA / folder
    path.mkdir(exist_ok=True)
    weights = weights_of(config)
    shards = [[], []]
    for i, (name, values) in enumerate(weights.items()):
        heads = {"query": config["heads"], "key": config["kvHeads"]}.get(name.split(".")[-1])
        kind = "BF16" if name == "token_embedding" else "F16" if name.endswith("query") else "F32"
        shards[i % 2].append((name, halves(values, heads) if heads else values, kind))
    back, index = {}, {}
    for i, shard in enumerate(shards):
        file = f"model-{i + 1:05}-of-00002.safetensors"
        values = safetensors(path / file, [(hf_llama_name(name), v, kind) for name, v, kind in shard])
        for name, _, _ in shard:
            back[name] = values[hf_llama_name(name)]
            index[hf_llama_name(name)] = file
    (path / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": index}))
    (path / "config.json").write_text(json.dumps(dict(
        model_type="llama", hidden_size=config["dim"], intermediate_size=config["hidden"],
        num_hidden_layers=config["layers"], num_attention_heads=config["heads"], num_key_value_heads=config["kvHeads"],
        head_dim=config["headSize"], vocab_size=config["vocab"], max_position_embeddings=config["context"],
        rms_norm_eps=config["normEpsilon"], rope_theta=config["ropeTheta"], tie_word_embeddings=True, hidden_act="silu",
        bos_token_id=1, eos_token_id=2, rope_scaling=None)))
    ids = {token: i for i, token in enumerate(SP_TOKENS)}
    scored = sorted(SP_WORDS, key=lambda word: -word[1])
    merges = [f"{w[:i]} {w[i:]}" for w, _ in scored for i in range(1, len(w)) if w[:i] in ids and w[i:] in ids]
    special = lambda i: dict(id=i, content=SP_TOKENS[i], special=True, normalized=False, lstrip=False, rstrip=False)
    (path / "tokenizer.json").write_text(json.dumps(dict(
        added_tokens=[special(0), special(1), special(2)],
        normalizer=dict(type="Sequence", normalizers=[dict(type="Prepend", prepend="▁"),
                                                      dict(type="Replace", pattern=dict(String=" "), content="▁")]),
        pre_tokenizer=None,
        post_processor=dict(type="TemplateProcessing", single=[dict(SpecialToken=dict(id="<s>", type_id=0)),
                                                               dict(Sequence=dict(id="A", type_id=0))]),
        model=dict(type="BPE", unk_token="<unk>", fuse_unk=True, byte_fallback=True, vocab=ids, merges=merges)),
        ensure_ascii=False))
    expected["tokenizers"][folder + "/tokenizer.json"] = SP_CASES
    unpermuted = dict(back)
    for name in back:  # what promise() computes with: adjacent pairs
        heads = {"query": config["heads"], "key": config["kvHeads"]}.get(name.split(".")[-1])
        if heads:
            out, inner = back[name].shape
            unpermuted[name] = back[name].reshape(heads, 2, out // heads // 2, inner).transpose(0, 2, 1, 3).reshape(out, inner)
    promise(folder, config, unpermuted, pairs="halves")
    promised = expected["models"][folder]
    logits = promised["logits"]
    promise(folder, config, back, pairs="halves")  # the file's rows, as the reader hands them on
    expected["models"][folder]["logits"] = logits


def write_gpt2():
    config = dict(family="gpt2", dim=8, hidden=16, layers=2, heads=2, kvHeads=2, headSize=4, vocab=len(BL_TOKENS),
                  context=16, normEpsilon=1e-5, ropeTheta=10000.0, tiedHead=True)
    weights = weights_of(config)
    fused = {}
    for name, values in weights.items():
        if name.split(".")[-1] == "query" or name.endswith("query.bias"):
            parts = [weights[name.replace("query", part)] for part in ["query", "key", "value"]]
            fused[name.replace("query", "fused")] = np.concatenate(parts)
        elif "attention.key" not in name and "attention.value" not in name:
            fused[name] = values
    promise("gpt2.gguf", config, weights)
    promise("hf-gpt2", config, weights)
    GGUF_NAMES["attention.fused"] = "attn_qkv"
    metadata = [("general.architecture", "gpt2"), ("gpt2.block_count", config["layers"]),
                ("gpt2.embedding_length", config["dim"]), ("gpt2.feed_forward_length", config["hidden"]),
                ("gpt2.attention.head_count", config["heads"]), ("gpt2.context_length", config["context"]),
                ("gpt2.attention.layer_norm_epsilon", config["normEpsilon"]), ("tokenizer.ggml.model", "gpt2"),
                ("tokenizer.ggml.pre", "gpt-2"), ("tokenizer.ggml.tokens", BL_TOKENS),
                ("tokenizer.ggml.token_type", [1] * (len(BL_TOKENS) - 1) + [3]),
                ("tokenizer.ggml.merges", [f"{a} {b}" for a, b in BL_MERGES]),
                ("tokenizer.ggml.bos_token_id", len(BL_TOKENS) - 1), ("tokenizer.ggml.eos_token_id", len(BL_TOKENS) - 1)]
    gguf(DATA / "gpt2.gguf", metadata, [(gguf_name(name), values, "F32") for name, values in fused.items()])
    expected["tokenizers"]["gpt2.gguf"] = BL_CASES
    write_hf_gpt2(config, fused)


HF_GPT2 = {"attention_norm": "ln_1", "attention.fused": "attn.c_attn", "attention.output": "attn.c_proj", "ffn_norm": "ln_2",
           "ffn.up": "mlp.c_fc", "ffn.down": "mlp.c_proj", "token_embedding": "wte", "position_embedding": "wpe",
           "final_norm": "ln_f"}


def hf_gpt2_name(name):
    ending = ".bias" if name.endswith(".bias") else ".weight"
    stem = name.removesuffix(".bias")
    if stem.startswith("layers."):
        _, n, rest = stem.split(".", 2)
        return f"transformer.h.{n}.{HF_GPT2[rest]}{ending}"
    return f"transformer.{HF_GPT2[stem]}{ending}"


def write_hf_gpt2(config, fused):
    path = DATA / "hf-gpt2"
    path.mkdir(exist_ok=True)
    tensors = []
    for name, values in fused.items():
        turned = values.T if name.startswith("layers.") and values.ndim == 2 else values
        tensors.append((hf_gpt2_name(name), np.ascontiguousarray(turned), "F32"))
    tensors.append(("transformer.h.0.attn.bias", np.tril(np.ones((1, 1, 4, 4), np.float32)), "F32"))
    safetensors(path / "model.safetensors", tensors)
    (path / "config.json").write_text(json.dumps(dict(
        model_type="gpt2", n_embd=config["dim"], n_inner=config["hidden"], n_layer=config["layers"], n_head=config["heads"],
        n_positions=config["context"], vocab_size=config["vocab"], layer_norm_epsilon=config["normEpsilon"],
        activation_function="gelu_new", bos_token_id=len(BL_TOKENS) - 1, eos_token_id=len(BL_TOKENS) - 1)))
    (path / "tokenizer.json").write_text(json.dumps(dict(
        added_tokens=[dict(id=len(BL_TOKENS) - 1, content="<|end|>", special=True)],
        normalizer=None, pre_tokenizer=dict(type="ByteLevel", add_prefix_space=False, use_regex=True),
        model=dict(type="BPE", vocab={token: i for i, token in enumerate(BL_TOKENS[:-1])},
                   merges=[list(pair) for pair in BL_MERGES])), ensure_ascii=False))
    expected["tokenizers"]["hf-gpt2/tokenizer.json"] = BL_CASES


def write_tokenizer_bin():
    out = struct.pack("<I", max(len(token.replace("▁", " ").encode()) for token in SP_TOKENS))
    for token, score in zip(SP_TOKENS, SP_SCORES):
        data = token.replace("▁", " ").encode()
        out += struct.pack("<fi", score, len(data)) + data
    (DATA / f"tok{len(SP_TOKENS)}.bin").write_bytes(out)
    expected["tokenizers"][f"tok{len(SP_TOKENS)}.bin"] = SP_CASES


def write_llama3_tokenizer():
    """Byte letters in Llama 3's words, whole words first; GGUF's flag for the begin token is not there."""
    merges = [f"{a} {b}" for a, b in BL_MERGES]
    begin, turn = L3_TOKENS.index("<|begin|>"), L3_TOKENS.index("<|turn|>")
    gguf(DATA / "tok-llama3.gguf", [
        ("general.architecture", "llama"), ("tokenizer.ggml.model", "gpt2"), ("tokenizer.ggml.pre", "llama-bpe"),
        ("tokenizer.ggml.tokens", L3_TOKENS), ("tokenizer.ggml.token_type", [1] * begin + [3, 3]),
        ("tokenizer.ggml.merges", merges), ("tokenizer.ggml.bos_token_id", begin), ("tokenizer.ggml.eos_token_id", turn)], [])
    (DATA / "tok-llama3.json").write_text(json.dumps(dict(
        added_tokens=[dict(id=i, content=L3_TOKENS[i], special=True) for i in (begin, turn)], normalizer=None,
        pre_tokenizer=dict(type="Sequence", pretokenizers=[
            dict(type="Split", pattern=dict(Regex=L3_WORDS), behavior="Isolated", invert=False),
            dict(type="ByteLevel", add_prefix_space=False, trim_offsets=True, use_regex=False)]),
        post_processor=dict(type="Sequence", processors=[
            dict(type="ByteLevel", add_prefix_space=True),
            dict(type="TemplateProcessing", single=[dict(SpecialToken=dict(id="<|begin|>", type_id=0)),
                                                    dict(Sequence=dict(id="A", type_id=0))])]),
        model=dict(type="BPE", ignore_merges=True, vocab={token: i for i, token in enumerate(L3_TOKENS[:begin])},
                   merges=merges)), ensure_ascii=False))
    for file in ["tok-llama3.gguf", "tok-llama3.json"]:
        expected["tokenizers"][file] = L3_CASES


def write_onnx():
    """conv → add → relu → max pool → reshape → gemm, with values stored in each way there is."""
    kernel = rng.normal(0, 1, (2, 1, 3, 3)).astype(np.float32)
    bias = np.array([[[0.25]], [[-0.5]]], np.float32)
    dense = rng.normal(0, 1, (8, 3)).astype(np.float32)

    def tensor(name, values, kind, data):
        shape = b"".join(field(1, size) for size in values.shape)
        return field(5, shape + field(2, kind) + field(8, name) + data)

    def integers(name, values):
        return field(5, field(1, name) + b"".join(field(8, value) for value in values) + field(20, 7))

    def node(op, inputs, outputs, attributes=b""):
        return field(1, b"".join(field(1, name) for name in inputs) + b"".join(field(2, name) for name in outputs)
                     + field(3, op.lower()) + field(4, op) + attributes)

    def value(number, name, shape):
        dims = b"".join(field(1, field(1, size) if isinstance(size, int) else field(2, size)) for size in shape)
        return field(number, field(1, name) + field(2, field(1, field(1, 1) + field(2, dims))))

    def onnx(alpha):
        graph = node("Conv", ["image", "kernel"], ["c"], integers("kernel_shape", [3, 3]) + integers("pads", [1, 1, 1, 1])
                     + field(5, field(1, "auto_pad") + field(4, "NOTSET") + field(20, 3)))
        graph += node("Add", ["c", "bias"], ["a"]) + node("Relu", ["a"], ["r"])
        graph += node("MaxPool", ["r"], ["p"], integers("kernel_shape", [2, 2]) + integers("strides", [2, 2]))
        graph += node("Reshape", ["p", "shape"], ["flat"])
        graph += node("Gemm", ["flat", "dense", ""], ["y"], field(5, field(1, "alpha") + field(2, alpha) + field(20, 1)))
        graph += field(2, "tiny")
        graph += tensor("kernel", kernel, 1, field(9, kernel.tobytes()))
        graph += tensor("bias", bias, 1, field(4, bias.tobytes()))
        graph += tensor("dense", dense, 1, b"".join(field(4, float(x)) for x in dense.ravel()))
        graph += tensor("shape", np.array([1, -1]), 7, field(7, varint(1) + varint(-1)))
        graph += value(11, "image", ["batch", 1, 4, 4]) + value(11, "kernel", [2, 1, 3, 3]) + value(12, "y", [1, 3])
        return field(1, 4) + field(2, "make_models.py") + field(8, field(1, "") + field(2, 9)) + field(7, graph)

    (DATA / "conv.onnx").write_bytes(onnx(0.5))
    (DATA / "conv-runs.onnx").write_bytes(onnx(1.0))  # nobody runs another alpha
    expected["onnx"] = {"kernel": kernel.ravel().tolist(), "bias": bias.ravel().tolist(), "dense": dense.ravel().tolist()}


DATA.mkdir(exist_ok=True)
write_llama()
write_gpt2()
write_tokenizer_bin()
write_llama3_tokenizer()
write_onnx()
write_blocks()
(DATA / "expected").mkdir(exist_ok=True)
for name, promised in expected.pop("models").items():
    (DATA / "expected" / f"{name}.json").write_text(json.dumps(dict(prompt=PROMPT, **promised)))
(DATA / "expected" / "others.json").write_text(json.dumps(expected, ensure_ascii=False))
for path in sorted(DATA.rglob("*")):
    if path.is_file():
        print(f"{path.stat().st_size:7}  {path.relative_to(DATA)}")
