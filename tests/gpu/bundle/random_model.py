#!/usr/bin/env python3
"""random_model.py FILE fp32|bf16 [134M|1B]: a Llama of so many parameters with random weights, to measure generation with.

fp32 writes a llama2.c file, whose head is the embedding (needs numpy, or torch, which is quicker); bf16 a Hugging Face
folder (needs torch and safetensors).
"""
import json, math, os, struct, sys

VOCAB, CONTEXT = 32000, 1024
SIZES = {"134M": (768, 2048, 12, 12), "1B": (2048, 5632, 16, 32)}  # dim, hidden, layers, heads
DIM, HIDDEN, LAYERS, HEADS = SIZES[sys.argv[3] if len(sys.argv) > 3 else "134M"]
SCALE = 0.02


def torch_weights():
    """weights(rows, cols) on the GPU, where there is one."""
    import torch
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return lambda *shape: torch.randn(*shape, device=device) * SCALE


def fp32_weights():
    """weights(rows, cols) as something that a file takes."""
    try:
        weights = torch_weights()
        return lambda *shape: weights(*shape).cpu().numpy()
    except ImportError:
        import numpy as np
        random = np.random.default_rng(1)
        return lambda *shape: random.standard_normal(math.prod(shape), dtype=np.float32) * np.float32(SCALE)


def write_fp32(path):
    weights = fp32_weights()
    def ones(count):
        return struct.pack("<f", 1.0) * count
    with open(path, "wb") as out:
        out.write(struct.pack("<7i", DIM, HIDDEN, LAYERS, HEADS, HEADS, VOCAB, CONTEXT))
        out.write(weights(VOCAB, DIM))
        out.write(ones(LAYERS * DIM))
        for _ in range(4 * LAYERS):
            out.write(weights(DIM, DIM))
        out.write(ones(LAYERS * DIM))
        for _ in range(3 * LAYERS):
            out.write(weights(DIM, HIDDEN))
        out.write(ones(DIM))
        out.write(b"\0" * (CONTEXT * (DIM // HEADS) * 4))


def write_bf16(folder):
    import torch
    from safetensors.torch import save_file
    random = torch_weights()
    os.makedirs(folder, exist_ok=True)
    def weights(*shape):
        return random(*shape).to(torch.bfloat16).cpu()
    tensors = {"model.embed_tokens.weight": weights(VOCAB, DIM), "model.norm.weight": torch.ones(DIM, dtype=torch.bfloat16),
               "lm_head.weight": weights(VOCAB, DIM)}
    for i in range(LAYERS):
        layer = f"model.layers.{i}."
        for name in "qkvo":
            tensors[f"{layer}self_attn.{name}_proj.weight"] = weights(DIM, DIM)
        tensors[layer + "mlp.gate_proj.weight"] = weights(HIDDEN, DIM)
        tensors[layer + "mlp.up_proj.weight"] = weights(HIDDEN, DIM)
        tensors[layer + "mlp.down_proj.weight"] = weights(DIM, HIDDEN)
        for name in ("input_layernorm", "post_attention_layernorm"):
            tensors[f"{layer}{name}.weight"] = torch.ones(DIM, dtype=torch.bfloat16)
    save_file(tensors, os.path.join(folder, "model.safetensors"))
    config = {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": DIM, "intermediate_size": HIDDEN,
              "num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "num_key_value_heads": HEADS, "vocab_size": VOCAB,
              "max_position_embeddings": CONTEXT, "rms_norm_eps": 1e-5, "rope_theta": 10000.0, "hidden_act": "silu",
              "tie_word_embeddings": False, "torch_dtype": "bfloat16", "bos_token_id": 1, "eos_token_id": 2}
    json.dump(config, open(os.path.join(folder, "config.json"), "w"))


(write_fp32 if sys.argv[2] == "fp32" else write_bf16)(sys.argv[1])
