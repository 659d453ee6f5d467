#!/usr/bin/env python3
"""random_model.py FILE fp32|bf16: a Llama of some 134 M parameters with random weights, to measure generation with.

fp32 writes a llama2.c file; bf16 a Hugging Face folder (needs torch and safetensors).
"""
import json, os, struct, sys

DIM, HIDDEN, LAYERS, HEADS, VOCAB, CONTEXT = 768, 2048, 12, 12, 32000, 1024


def write_fp32(path):
    import numpy as np
    random = np.random.default_rng(1)
    def weights(*shape, scale=0.02):
        return (random.standard_normal(np.prod(shape), dtype=np.float32) * scale).tobytes()
    ones = np.ones(LAYERS * DIM, np.float32).tobytes()
    with open(path, "wb") as out:
        out.write(struct.pack("<7i", DIM, HIDDEN, LAYERS, HEADS, HEADS, VOCAB, CONTEXT))
        out.write(weights(VOCAB, DIM))
        out.write(ones)
        for _ in range(4):
            out.write(weights(LAYERS, DIM, DIM))
        out.write(ones)
        for _ in range(3):
            out.write(weights(LAYERS, DIM, HIDDEN))
        out.write(np.ones(DIM, np.float32).tobytes())
        out.write(b"\0" * (CONTEXT * (DIM // HEADS) * 4))


def write_bf16(folder):
    import torch
    from safetensors.torch import save_file
    torch.manual_seed(1)
    os.makedirs(folder, exist_ok=True)
    def weights(*shape):
        return (torch.randn(*shape) * 0.02).to(torch.bfloat16)
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
