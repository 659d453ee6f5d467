#!/usr/bin/env python3
"""Runs the shipped text file in float64 numpy: held-out bits per byte, words test, samples, loops, tests' expected output.

    check_tales.py --work DIR --model FILE.gguf [--golden FILE.json] [--fast]
"""
import argparse
import collections
import json
import math
import pathlib
import re

import numpy as np

import corpus
import llama_reference

PROMPTS = ["Once upon a time", "The little bear said", '"Who is there?"', "Zo\u00eb & 3 \u72d0\n"]
GOLDEN_TOKENS = 64
# The training was steered by the loops of the first list; the second was run once, when it was over.
LOOP_PROMPTS = ["Once upon a time", "One day", "The old man", "There was once a little", "It was a cold night",
                "The little bear said", "The king had three sons", "In the morning", "She opened the door",
                "Where are you going?"]
LATER_PROMPTS = ["A mouse and a cat", "Long ago", "The wind blew", "His mother told him", "At last", "\"Come in,\" said",
                 "The ship", "Nobody knew", "Emma", "Deep in the forest"]
LOOP_TOKENS, LOOP_TIMES, LONGEST_PERIOD, LOOP_GRAM = 64, 3, 16, 4
STARTS = ["Once upon a time", "One day", "The old man", "There was once a little", "It was a cold night"]
SAMPLES, SAMPLE_TOKENS, TEMPERATURE = 20, 128, 0.8
STRIDE = 128
WORD = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)*")


def bits_per_byte(llama, text):
    """Of a text cut into sections: windows of the full context moved by STRIDE, each token counted once."""
    bits, size = 0.0, 0
    for section in text.split(corpus.SECTION):
        ids, counted = llama.vocabulary.encode(section), 1
        size += len(section.encode())
        while counted < len(ids):
            start = max(0, min(counted - STRIDE, len(ids) - llama.context)) if counted > 1 else 0
            part = ids[start:start + llama.context]
            llama.forget()
            logits = llama.forward(part[:-1])
            rows = np.arange(counted - start - 1, len(part) - 1)
            row_logits = logits[rows]
            top = row_logits.max(axis=1)
            total = np.log(np.exp(row_logits - top[:, None]).sum(axis=1)) + top
            bits += (total - row_logits[np.arange(len(rows)), np.array(part)[rows + 1]]).sum() / math.log(2)
            counted = start + len(part)
    return bits / size


def words(text):
    return [word.lower() for word in WORD.findall(text)]


def samples(llama):
    """The generated texts: five beginnings, seeds 0 to 19."""
    made = []
    for seed in range(SAMPLES):
        start = STARTS[seed % len(STARTS)]
        ids, _ = llama.generate(llama.vocabulary.encode(start), SAMPLE_TOKENS, TEMPERATURE, seed)
        made.append((seed, start, b"".join(map(llama.vocabulary.piece, ids)).decode("utf-8", errors="replace")))
    return made


def word_share(work, made):
    """(share of generated words found in the training text, number of words, the words not found)."""
    known = set()
    for book in corpus.books("train"):
        known.update(words(corpus.split_dev(corpus.read(work, book))[0]))
    found = unknown = 0
    strange = []
    for _, start, text in made:
        # A word the prompt began is judged whole; one cut off by the token limit is not judged.
        whole = words(start + re.sub(r"[A-Za-z']+\Z", "", text))[len(words(start)) - 1:]
        for word in whole[0 if text[:1].isalpha() else 1:]:
            found += word in known
            if word not in known:
                unknown += 1
                strange.append(word)
    return found / (found + unknown), found + unknown, strange


def longest_copy(work, made):
    """(longest, mean over the samples of the longest) run of generated words that stands so in the training text."""
    books = [words(corpus.read(work, book)) for book in corpus.books("train")]
    texts = [words(text) for _, _, text in made]
    runs = lambda parts, size: zip(*(parts[i:] for i in range(size)))
    longest, size = [0] * len(texts), 1
    while size == 1 + max(longest):
        known = {hash(run) for book in books for run in runs(book, size)}
        for i, parts in enumerate(texts):
            if longest[i] == size - 1 and any(hash(run) in known for run in runs(parts, size)):
                longest[i] = size
        size += 1
    return max(longest), sum(longest) / len(longest)


def loops(ids):
    """Whether ids end in one period of 1 to LONGEST_PERIOD tokens that stands LOOP_TIMES in a row, or hold any
    LOOP_GRAM tokens in the same order LOOP_TIMES."""
    for period in range(1, LONGEST_PERIOD + 1):
        end = ids[-LOOP_TIMES * period:]
        if len(end) == LOOP_TIMES * period and end == end[:period] * LOOP_TIMES:
            return True
    grams = collections.Counter(zip(*(ids[i:] for i in range(LOOP_GRAM))))
    return any(times >= LOOP_TIMES for times in grams.values())


def greedy_texts(llama, prompts):
    """[(prompt, text, whether it runs LOOP_TOKENS tokens without a loop)] at temperature 0."""
    made = []
    for prompt in prompts:
        ids, _ = llama.generate(llama.vocabulary.encode(prompt), LOOP_TOKENS)
        text = b"".join(map(llama.vocabulary.piece, ids)).decode("utf-8", errors="replace")
        made.append((prompt, text, len(ids) == LOOP_TOKENS and not loops(ids)))
    return made


def golden(llama, name):
    cases = []
    for prompt in PROMPTS:
        ids = llama.vocabulary.encode(prompt)
        llama.forget()
        logits = llama.forward(ids)[-1]
        made, gap = llama.generate(ids, GOLDEN_TOKENS)
        best = np.argsort(-logits)[:5]
        cases.append({"prompt": prompt, "prompt_ids": ids, "greedy_ids": made,
                      "greedy_text": llama.vocabulary.decode(ids + made), "smallest_gap": gap,
                      "top5": [{"id": int(i), "logit": float(logits[i])} for i in best]})
    return {"model": name, "by": "float64 numpy, assets/models/train/check_tales.py", "cases": cases}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options.add_argument("--model", type=pathlib.Path, required=True)
    options.add_argument("--golden", type=pathlib.Path)
    options.add_argument("--fast", action="store_true", help="words test, samples and loops only")
    choice = options.parse_args()
    llama = llama_reference.Llama(choice.model)
    if choice.golden:
        choice.golden.parent.mkdir(parents=True, exist_ok=True)
        choice.golden.write_text(json.dumps(golden(llama, choice.model.name), indent=1) + "\n")
    made = samples(llama)
    for seed, start, text in made:
        print(f"[seed {seed}] {start}{text}\n")
    share, count, strange = word_share(choice.work, made)
    longest, mean = longest_copy(choice.work, made)
    print(f"words of the training text: {share:.4f} of {count}; not among them: {', '.join(strange)}")
    print(f"longest run of words copied: {longest}; mean of the samples' longest: {mean:.1f}")
    for prompts in (LOOP_PROMPTS, LATER_PROMPTS):
        greedy = greedy_texts(llama, prompts)
        for prompt, text, runs in greedy:
            print(f"[{'runs' if runs else 'loops or ends'}] {prompt}{text}\n")
        print(f"{sum(runs for *_, runs in greedy)} of {len(greedy)} prompts run {LOOP_TOKENS} greedy tokens without a loop")
    if not choice.fast:
        for book in corpus.books("held out"):
            print(f"{book['title']}: {bits_per_byte(llama, corpus.read(choice.work, book)):.4f} bits per byte")


if __name__ == "__main__":
    main()
