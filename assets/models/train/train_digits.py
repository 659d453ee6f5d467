#!/usr/bin/env python3
"""Trains the digit classifier on one CPU thread and writes it as ONNX.

    train_digits.py --work DIR --out FILE.onnx

Keeps DIR/digits-curve.csv.
"""
import argparse
import csv
import hashlib
import json
import math
import os
import pathlib
import subprocess
import tarfile
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import onnx_file

HERE = pathlib.Path(__file__).resolve().parent
SEED, EPOCHS, BATCH, RATE = 7, 12, 128, 2e-3
LARGEST = 255.0  # of a pixel; the first layer's weights are divided by it when written


def data(work):
    """((train pictures, labels), (held-out pictures, labels)); pictures uint8 [n, 28, 28]."""
    about = json.loads((HERE / "digits_data.json").read_text())
    archive = work / f"{about['package']}-{about['version']}.tgz"
    if not archive.exists():
        subprocess.run(["npm", "pack", "--silent", f"{about['package']}@{about['version']}"], cwd=work, check=True)
    if hashlib.sha1(archive.read_bytes()).hexdigest() != about["sha1"]:
        raise SystemExit(f"{archive}: SHA-1 differs from digits_data.json")
    parts = []
    with tarfile.open(archive) as files:
        for part in ("train", "t10k"):
            read = lambda name: files.extractfile(f"package/data/{part}-{name}-ubyte").read()
            pictures = np.frombuffer(read("images-idx3"), np.uint8, offset=16).reshape(-1, 28, 28)
            parts.append((pictures, np.frombuffer(read("labels-idx1"), np.uint8, offset=8)))
    keep = np.ones(len(parts[0][0]), bool)
    keep[about["left_out"]] = False
    return (parts[0][0][keep], parts[0][1][keep]), parts[1]


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 5, padding=2)
        self.conv2 = nn.Conv2d(8, 16, 5, padding=2)
        self.dense = nn.Linear(16 * 7 * 7, 10)
        self.dropout = nn.Dropout(0.2)

    def forward(self, x):
        """Logits [n, 10] of pictures [n, 1, 28, 28], 0...1."""
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.dense(self.dropout(x.flatten(1)))


def jitter(pictures):
    """Each picture turned, sheared, scaled and moved a little, at random."""
    count = len(pictures)
    uniform = lambda width: (torch.rand(count) * 2 - 1) * width
    angle, shear, move = uniform(0.2), uniform(0.2), uniform(0.12)
    scale_x, scale_y = 1 + uniform(0.15), 1 + uniform(0.15)
    top = torch.stack((scale_x * angle.cos(), scale_x * (shear - angle.sin()), move), 1)
    bottom = torch.stack((scale_y * angle.sin(), scale_y * angle.cos(), uniform(0.12)), 1)
    grid = F.affine_grid(torch.stack((top, bottom), 1), pictures.shape, align_corners=False)
    return F.grid_sample(pictures, grid, align_corners=False)


def right(network, pictures, labels):
    network.eval()
    with torch.no_grad():
        count = sum((network(x[:, None].float() / LARGEST).argmax(1) == y).sum().item()
                    for x, y in zip(pictures.split(500), labels.split(500)))
    network.train()
    return count


def write(path, network):
    """The trained network as the chain Conv Add Relu MaxPool, twice, Reshape MatMul Add; pictures are 0...255."""
    value = {name: p.detach().numpy() for name, p in network.named_parameters()}
    weights = {
        "conv1.weight": value["conv1.weight"] / np.float32(LARGEST),
        "conv1.bias": value["conv1.bias"].reshape(8, 1, 1),
        "conv2.weight": value["conv2.weight"],
        "conv2.bias": value["conv2.bias"].reshape(16, 1, 1),
        "flat.shape": np.array([1, 784], np.int64),
        "dense.weight": np.ascontiguousarray(value["dense.weight"].T),
        "dense.bias": value["dense.bias"].reshape(1, 10),
    }
    nodes, at = [], "image"
    for i in (1, 2):
        conv = dict(kernel_shape=[5, 5], strides=[1, 1], pads=[2, 2, 2, 2], dilations=[1, 1], group=1)
        pool = dict(kernel_shape=[2, 2], strides=[2, 2], pads=[0, 0, 0, 0])
        nodes.append(onnx_file.node("Conv", f"conv{i}", [at, f"conv{i}.weight"], f"conv{i}.sum", **conv))
        nodes.append(onnx_file.node("Add", f"bias{i}", [f"conv{i}.sum", f"conv{i}.bias"], f"conv{i}.out"))
        nodes.append(onnx_file.node("Relu", f"relu{i}", [f"conv{i}.out"], f"relu{i}.out"))
        nodes.append(onnx_file.node("MaxPool", f"pool{i}", [f"relu{i}.out"], f"pool{i}.out", **pool))
        at = f"pool{i}.out"
    nodes.append(onnx_file.node("Reshape", "flat", [at, "flat.shape"], "flat.out"))
    nodes.append(onnx_file.node("MatMul", "dense", ["flat.out", "dense.weight"], "dense.sum"))
    nodes.append(onnx_file.node("Add", "bias3", ["dense.sum", "dense.bias"], "logits"))
    about = {"name": "Strata Digits", "license": "Apache-2.0", "input": "28 x 28, white on black, 0...255"}
    path.write_bytes(onnx_file.model("strata_digits", nodes, weights, ("image", [1, 1, 28, 28]),
                                     ("logits", [1, 10]), about))


def train(work):
    (pictures, labels), (unseen, unseen_labels) = data(work)
    pictures, unseen = torch.from_numpy(pictures.copy()), torch.from_numpy(unseen.copy())
    labels, unseen_labels = torch.from_numpy(labels.astype(np.int64)), torch.from_numpy(unseen_labels.astype(np.int64))
    torch.manual_seed(SEED)
    network = Network()
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-3)
    steps, step, began = EPOCHS * (len(pictures) // BATCH), 0, time.time()
    with (work / "digits-curve.csv").open("w", newline="") as file:
        curve = csv.writer(file, lineterminator="\n")
        curve.writerow(["epoch", "train_nats_per_picture", "held_out_right_of_10000", "seconds"])
        for epoch in range(EPOCHS):
            order, total = torch.randperm(len(pictures)), 0.0
            for batch in order.split(BATCH)[:len(pictures) // BATCH]:
                for group in optimizer.param_groups:
                    group["lr"] = RATE * 0.5 * (1 + math.cos(math.pi * step / steps))
                x = jitter(pictures[batch][:, None].float() / LARGEST)
                loss = F.cross_entropy(network(x), labels[batch])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total, step = total + loss.item(), step + 1
            row = [epoch + 1, f"{total / (len(pictures) // BATCH):.4f}", right(network, unseen, unseen_labels),
                   f"{time.time() - began:.0f}"]
            curve.writerow(row)
            print(*row, flush=True)
    return network


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options.add_argument("--out", type=pathlib.Path, required=True)
    choice = options.parse_args()
    torch.set_num_threads(1)
    write(choice.out, train(choice.work))
    print(f"{choice.out}: {choice.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
