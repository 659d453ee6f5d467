#!/usr/bin/env python3
"""Writes a checkpoint of train_tales.py as a GGUF file.

    export_tales.py --work DIR --out FILE.gguf
"""
import argparse
import pathlib

import torch

import gguf
import tokenizer as bpe

NAME = "Strata Tales"
LICENCE = "Apache-2.0"
LLAMA_FILE_TYPE_MOSTLY_Q8_0 = 7


def metadata(shape, tokens):
    number, real, text, flag = gguf.UINT32, gguf.FLOAT32, gguf.STRING, gguf.BOOL
    return [
        ("general.architecture", text, "llama"),
        ("general.name", text, NAME),
        ("general.license", text, LICENCE),
        ("general.description", text, "Trained by the Strata project on public-domain books"),
        ("general.file_type", number, LLAMA_FILE_TYPE_MOSTLY_Q8_0),
        ("general.quantization_version", number, 2),
        ("llama.vocab_size", number, shape["vocab"]),
        ("llama.context_length", number, shape["context"]),
        ("llama.embedding_length", number, shape["dim"]),
        ("llama.block_count", number, shape["layers"]),
        ("llama.feed_forward_length", number, shape["hidden"]),
        ("llama.attention.head_count", number, shape["heads"]),
        ("llama.attention.head_count_kv", number, shape["kv_heads"]),
        ("llama.attention.layer_norm_rms_epsilon", real, shape["eps"]),
        ("llama.rope.dimension_count", number, shape["dim"] // shape["heads"]),
        ("llama.rope.freq_base", real, shape["theta"]),
        ("tokenizer.ggml.model", text, "llama"),
        ("tokenizer.ggml.tokens", (gguf.ARRAY, text), tokens.tokens),
        ("tokenizer.ggml.scores", (gguf.ARRAY, real), tokens.scores),
        ("tokenizer.ggml.token_type", (gguf.ARRAY, gguf.INT32), tokens.types),
        ("tokenizer.ggml.bos_token_id", number, bpe.BEGIN),
        ("tokenizer.ggml.eos_token_id", number, bpe.END),
        ("tokenizer.ggml.unknown_token_id", number, bpe.UNKNOWN),
        ("tokenizer.ggml.add_bos_token", flag, True),
        ("tokenizer.ggml.add_eos_token", flag, False),
        ("tokenizer.ggml.add_space_prefix", flag, True),
    ]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options.add_argument("--out", type=pathlib.Path, required=True)
    choice = options.parse_args()
    saved = torch.load(choice.work / "checkpoint.pt")
    tokens = bpe.Tokenizer.load(choice.work / "tokenizer.json")
    # The model's own names are GGUF's; rotary pairs are adjacent in both, so no row is moved.
    tensors = {name: weight.numpy() for name, weight in saved["model"].items()}
    gguf.write(choice.out, metadata(saved["shape"], tokens), tensors)
    print(f"{choice.out}: step {saved['step']}, {len(tensors)} tensors, {choice.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
