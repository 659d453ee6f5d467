#!/usr/bin/env python3
"""Runs the shipped digit file in float64 numpy: held-out score, own pictures, expected logits for tests.

    check_digits.py --work DIR --model FILE.onnx --pictures DIR --golden FILE.json [--more "digits/digit*.pgm"]
"""
import argparse
import glob
import json
import pathlib
import re

import numpy as np

import digits_reference


def held_out(work):
    import train_digits  # needs torch; only for the data

    _, (pictures, labels) = train_digits.data(work)
    return pictures, labels


def labelled(paths):
    """(pictures [n, 1, 28, 28], labels): the label is the first digit in the file's name."""
    pictures = np.stack([digits_reference.read_pgm(path)[None] for path in paths])
    return pictures, np.array([int(re.search(r"\d", pathlib.Path(path).name).group()) for path in paths])


def score(network, pictures, labels, what):
    answers = network.logits(pictures).argmax(axis=1)
    wrong = np.flatnonzero(answers != labels)
    print(f"{what}: {len(labels) - len(wrong)} of {len(labels)} right"
          + "".join(f"\n  {labels[i]} read as {answers[i]}" for i in wrong[:5] if len(labels) < 100))


def golden(network, paths):
    pictures, labels = labelled(paths)
    stages = network.run(pictures)
    entries = []
    for i, path in enumerate(paths):
        sums = {name: {"shape": list(v.shape[1:]), "sum": float(v[i].sum()), "largest": float(v[i].max())}
                for name, v in stages.items() if name != network.input}
        entries.append({"picture": pathlib.Path(path).name, "label": int(labels[i]),
                        "logits": stages[network.output][i].reshape(-1).tolist(), "stages": sums})
    return entries


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options.add_argument("--model", type=pathlib.Path, required=True)
    options.add_argument("--pictures", type=pathlib.Path, required=True)
    options.add_argument("--golden", type=pathlib.Path, required=True)
    options.add_argument("--more")
    choice = options.parse_args()
    network = digits_reference.Network(choice.model)
    own = sorted(map(str, choice.pictures.glob("own_*.pgm")))
    score(network, *labelled(own), "own pictures")
    if choice.more:
        score(network, *labelled(sorted(glob.glob(choice.more))), "more pictures")
    pictures, labels = held_out(choice.work)
    score(network, pictures[:, None], labels, "held out (t10k)")
    about = {"model": choice.model.name, "by": "float64 numpy, assets/models/train/check_digits.py",
             "input": "pixels 0...255 as floats, [1, 1, 28, 28]"}
    choice.golden.parent.mkdir(parents=True, exist_ok=True)
    choice.golden.write_text(json.dumps({**about, "pictures": golden(network, own)}, indent=1) + "\n")


if __name__ == "__main__":
    main()
