#!/usr/bin/env python3
"""Trains the default text model on one CPU thread; stopping loses at most --save-every steps.

    train_tales.py --work DIR [--start FILE.gguf]

Reads DIR/text, DIR/tokenizer.json and plan.json; keeps DIR/checkpoint.pt and DIR/curve.csv and goes on from them if
they are there. With --start it begins with the weights and the tokenizer of a file that export_tales.py wrote, which
is also the reference of repetition.py. The learning rate warms up, stays, and falls to zero; while it falls the
weights of the books move too (books.json) and repetition is trained away, and at the end the model is trained as Q8_0
will round it. plan.json is read again after every save: what is still to come may be changed while it runs.
"""
import argparse
import copy
import csv
import json
import math
import os
import pathlib
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np
import torch
from torch.nn import functional as F

import corpus
import gguf
import model as llama
import q8_0
import repetition
import tokenizer as bpe

PLAN = pathlib.Path(__file__).resolve().parent / "plan.json"
SEED = 20260105
DECAY, CLIP = 0.3, 1.0
ROW_EVERY = 50     # steps between two rows of the curve
CHARACTERS = 1800  # enough text for one window


class Plan:
    """plan.json: legs of steps with one batch size, window and dropout each, and how often, with which weight, the loss
    of repetition.py joins in; points [step, value] of the learning rate and of the books' weights (0: as at first,
    1: as at last), straight lines between; where rounding begins."""

    def __init__(self, path):
        plan = json.loads(path.read_text())
        self.legs, self.rates, self.moves, self.rounded_from = (
            plan[key] for key in ("legs", "rate", "weights", "rounded_from"))
        self.steps = sum(leg["steps"] for leg in self.legs)

    def leg(self, step):
        for leg in self.legs:
            if step < leg["steps"]:
                return leg
            step -= leg["steps"]
        raise IndexError(step)

    def tokens(self, steps):
        """Trained on in the first steps."""
        total = 0
        for leg in self.legs:
            taken = min(steps, leg["steps"])
            total += taken * leg["batch"] * leg["window"]
            steps -= taken
        return total

    def progress(self, step):
        return float(np.interp(step, *zip(*self.moves)))

    def rate(self, step):
        return float(np.interp(step + 1, *zip(*self.rates)))


def window(tokens, text, length):
    return tokens.encode_sections(text)[:length]


class Rounded:
    """Within it the matrices hold their Q8_0 values; after it the exact ones, with the gradients kept."""

    def __init__(self, model, on):
        self.matrices = [p for p in model.parameters() if p.dim() == 2] if on else []

    def __enter__(self):
        self.exact = [p.data for p in self.matrices]
        for p in self.matrices:
            p.data = torch.from_numpy(q8_0.rounded(p.data.numpy()))

    def __exit__(self, *_):
        for p, exact in zip(self.matrices, self.exact):
            p.data = exact


def dev_bits_per_byte(model, tokens, pieces):
    """On the first window of every dev piece."""
    model.eval()
    nats, size = 0.0, 0
    with torch.no_grad():
        for text in pieces:
            ids = torch.tensor([window(tokens, text, model.shape.context + 1)])
            nats += F.cross_entropy(model(ids[:, :-1])[0], ids[0, 1:], reduction="sum").item()
            size += sum(len(tokens.piece(i)) for i in ids[0, 1:].tolist())
    model.train()
    return nats / math.log(2) / size


def optimizer_of(model):
    groups = [{"params": [p for p in model.parameters() if p.dim() == 2], "weight_decay": DECAY},
              {"params": [p for p in model.parameters() if p.dim() == 1], "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, betas=(0.9, 0.95))


def save(path, **state):
    torch.save(state, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def train_step(model, optimizer, batch, rate, rounded, more):
    """The loss on batch, after a step down it and, where more is a function, down that function's loss too."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad(set_to_none=True)
    with Rounded(model, rounded):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.float().flatten(0, 1), batch[:, 1:].flatten())
        loss.backward()
        if more:
            more().backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
    optimizer.step()
    return loss.item()


def begin(work, start):
    """(tokenizer, model): new ones, or those of the file start, whose tokenizer is then kept in work."""
    if not start:
        tokens = bpe.Tokenizer.load(work / "tokenizer.json")
        return tokens, llama.Model(llama.Shape(vocab=len(tokens.tokens)))
    file = gguf.Reader(start)
    tokens = bpe.Tokenizer(*(file.metadata[f"tokenizer.ggml.{key}"] for key in ("tokens", "scores", "token_type")))
    tokens.save(work / "tokenizer.json")
    model = llama.Model(llama.Shape(vocab=len(tokens.tokens)))
    model.load_state_dict({name: torch.from_numpy(weight).float() for name, weight in file.tensors.items()})
    return tokens, model


def run(work, save_every, start):
    plan = Plan(PLAN)
    if not start and any("repetition" in leg for leg in plan.legs):
        raise SystemExit("plan.json has legs that weigh repetition: name their reference model with --start")
    tokens, model = begin(work, start)
    against = repetition.Loss(copy.deepcopy(model), tokens.tokens)
    optimizer = optimizer_of(model)
    sampler = corpus.Sampler(work, SEED, CHARACTERS)
    checkpoint, curve = work / "checkpoint.pt", work / "curve.csv"
    first, seconds, losses = 0, 0.0, []
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        sampler.random.setstate(saved["random"])
        torch.set_rng_state(saved["torch_random"])
        first, seconds, losses = saved["step"], saved["seconds"], saved.get("losses", [])
    else:
        curve.write_text("step,tokens,rate,train_nats_per_token,dev_bits_per_byte,seconds\n")
    print(f"{sum(p.numel() for p in model.parameters())} parameters, from step {first} to {plan.steps}", flush=True)
    began = time.time() - seconds
    step = first
    while step < plan.steps:
        leg = plan.leg(step)
        model.set_dropout(leg["dropout"])
        draw = lambda count, length: torch.tensor(
            [window(tokens, sampler.draw(plan.progress(step)), length) for _ in range(count)])
        batch, more = draw(leg["batch"], leg["window"] + 1), None
        if "repetition" in leg and step % leg["every"] == 0:
            beginnings = draw(repetition.TEXTS, repetition.BEGINNING)
            more = lambda: leg["repetition"] * against(model, beginnings)
        losses.append(train_step(model, optimizer, batch, plan.rate(step), step >= plan.rounded_from, more))
        done = step + 1
        last = done == plan.steps
        if done % ROW_EVERY == 0 or last:
            with Rounded(model, done >= plan.rounded_from):
                dev = dev_bits_per_byte(model, tokens, sampler.dev)
            row = [done, plan.tokens(done), f"{plan.rate(step):.3e}",
                   f"{sum(losses) / len(losses):.4f}", f"{dev:.4f}", f"{time.time() - began:.0f}"]
            with curve.open("a", newline="") as file:
                csv.writer(file, lineterminator="\n").writerow(row)
            print(*row, flush=True)
            losses = []
        if done % save_every == 0 or last:
            save(checkpoint, model=model.state_dict(), optimizer=optimizer.state_dict(), step=done,
                 random=sampler.random.getstate(), torch_random=torch.get_rng_state(), seconds=time.time() - began,
                 losses=losses, shape=vars(model.shape))
            plan = Plan(PLAN)
        step = done


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options.add_argument("--save-every", type=int, default=10)
    options.add_argument("--start", type=pathlib.Path)
    choice = options.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(SEED)
    run(choice.work, choice.save_every, choice.start)


if __name__ == "__main__":
    main()
