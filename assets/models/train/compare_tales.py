#!/usr/bin/env python3
"""Compares the shipped file, run by llama_reference.py, with the torch model holding the same Q8_0 values.

    compare_tales.py --work DIR --model FILE.gguf
"""
import argparse
import pathlib

import torch

import corpus
import llama_reference
import model as llama
import q8_0
import tokenizer as bpe

PROMPTS = ["Once upon a time there was a little bear.", '"Who is there?" said the old man.\nNobody answered.', "", "Zo\u00eb"]
LIMIT = 1e-4


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options.add_argument("--model", type=pathlib.Path, required=True)
    choice = options.parse_args()
    torch.set_num_threads(1)
    saved = torch.load(choice.work / "checkpoint.pt")
    ours = llama.Model(llama.Shape(**saved["shape"]))
    ours.load_state_dict(saved["model"])
    for weight in ours.parameters():
        if weight.dim() == 2:
            weight.data = torch.from_numpy(q8_0.rounded(weight.data.numpy()))
    ours.eval()
    tokens = bpe.Tokenizer.load(choice.work / "tokenizer.json")
    theirs = llama_reference.Llama(choice.model)
    worst = 0.0
    long = corpus.read(choice.work, corpus.books("held out")[0])[:600]  # most of the context
    for prompt in [*PROMPTS, long]:
        ids = tokens.encode(prompt)
        if ids != theirs.vocabulary.encode(prompt) or theirs.vocabulary.decode(ids) != prompt:
            raise SystemExit(f"{prompt!r}: the two tokenizers differ")
        theirs.forget()
        with torch.no_grad():
            difference = abs(ours(torch.tensor([ids]))[0].double().numpy() - theirs.forward(ids)).max()
        print(f"{difference:.2e}  {prompt[:60]!r}")
        worst = max(worst, difference)
    if worst > LIMIT:
        raise SystemExit(f"largest difference {worst:.2e} is over {LIMIT}")


if __name__ == "__main__":
    main()
