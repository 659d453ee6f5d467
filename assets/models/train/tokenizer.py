#!/usr/bin/env python3
"""A SentencePiece-style BPE tokenizer with byte fallback: training, encoding, decoding.

    tokenizer.py --work DIR [--size 1536]

Ids: 0 <unk>, 1 <s>, 2 </s>, 3...258 the bytes, then single characters, then merges; the score of a piece
is minus its rank, so the best pair to merge is the one with the highest score, as llama's loaders expect.
A piece is letters or signs, never both, with at most one leading space: a word is encoded alike wherever it stands.
"""
import argparse
import collections
import heapq
import json
import pathlib
import re

import corpus

SPACE = "\u2581"
UNKNOWN, BEGIN, END, FIRST_BYTE = 0, 1, 2, 3
NORMAL, TYPE_UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
WORD = re.compile(f"{SPACE}?(?:[A-Za-z]+|[^A-Za-z{SPACE}\\n]+)|\\n|{SPACE}")


def escape(text):
    return text.replace(" ", SPACE)


class Tokenizer:
    def __init__(self, tokens, scores, types):
        self.tokens, self.scores, self.types = tokens, scores, types
        self.ids = {token: index for index, token in enumerate(tokens) if types[index] == NORMAL}
        self.cache = {}

    @staticmethod
    def load(path):
        saved = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        return Tokenizer(saved["tokens"], saved["scores"], saved["types"])

    def save(self, path):
        saved = {"tokens": self.tokens, "scores": self.scores, "types": self.types}
        pathlib.Path(path).write_text(json.dumps(saved, ensure_ascii=False), encoding="utf-8")

    def merge(self, word):
        """Ids of one word: the adjacent pair with the best score is merged until none is left."""
        parts = list(word)
        while True:
            best, at = None, -1
            for i in range(len(parts) - 1):
                index = self.ids.get(parts[i] + parts[i + 1])
                if index is not None and (best is None or self.scores[index] > best):
                    best, at = self.scores[index], i
            if at < 0:
                break
            parts[at:at + 2] = [parts[at] + parts[at + 1]]
        ids = []
        for part in parts:
            known = self.ids.get(part)
            ids += [known] if known is not None else [FIRST_BYTE + byte for byte in part.encode()]
        return ids

    def encode(self, text, begin=True):
        """Ids of a text: <s>, then the pieces of the text with a space put before it."""
        ids = [BEGIN] if begin else []
        for word in WORD.findall(escape(" " + text if text else "")):
            if word not in self.cache:
                self.cache[word] = self.merge(word)
            ids += self.cache[word]
        return ids

    def encode_sections(self, text):
        """Ids of running text whose sections are parted by corpus.SECTION: each gets its own <s> and </s>."""
        sections = text.split(corpus.SECTION)
        ids = []
        for number, section in enumerate(sections):
            ids += self.encode(section) + ([END] if number + 1 < len(sections) else [])
        return ids

    def piece(self, index):
        """The bytes one id stands for; none for <unk>, <s> and </s>."""
        if self.types[index] == BYTE:
            return bytes([index - FIRST_BYTE])
        return self.tokens[index].replace(SPACE, " ").encode() if self.types[index] == NORMAL else b""

    def decode(self, ids):
        """The text of ids, without the space that encode puts first."""
        text = b"".join(map(self.piece, ids)).decode("utf-8", errors="replace")
        return text[1:] if text.startswith(" ") else text


def count_words(work):
    """Weighted counts of the training texts' words."""
    counts = collections.Counter()
    for book in corpus.books("train"):
        text, _ = corpus.split_dev(corpus.read(work, book))
        weight = sum(book["weights"]) / 2
        for section in text.split(corpus.SECTION):
            for word in WORD.findall(escape(" " + section)):
                counts[word] += weight
    return counts


class Trainer:
    """Byte pair encoding over counted words, with the counts of pairs kept up to date."""

    def __init__(self, counts):
        self.words = [(list(word), count) for word, count in counts.items() if word and word != "\n"]
        self.pairs, self.where = collections.Counter(), collections.defaultdict(set)
        for index, (parts, count) in enumerate(self.words):
            for pair in zip(parts, parts[1:]):
                self.pairs[pair] += count
                self.where[pair].add(index)
        self.heap = [(-count, pair) for pair, count in self.pairs.items()]
        heapq.heapify(self.heap)

    def best(self):
        while self.heap:
            count, pair = heapq.heappop(self.heap)
            if self.pairs[pair] == -count and count < 0:
                return pair
        return None

    def apply(self, pair):
        touched = set()
        for index in self.where.pop(pair):
            parts, count = self.words[index]
            for old in zip(parts, parts[1:]):
                self.pairs[old] -= count
                touched.add(old)
            i = 0
            while i < len(parts) - 1:
                if (parts[i], parts[i + 1]) == pair:
                    parts[i:i + 2] = [parts[i] + parts[i + 1]]
                i += 1
            for new in zip(parts, parts[1:]):
                self.pairs[new] += count
                self.where[new].add(index)
                touched.add(new)
        for changed in touched:
            heapq.heappush(self.heap, (-self.pairs[changed], changed))


def train(work, size):
    counts = count_words(work)
    tokens = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]
    types = [TYPE_UNKNOWN, CONTROL, CONTROL] + [BYTE] * 256
    characters = collections.Counter()
    for word, count in counts.items():
        for character in word:
            characters[character] += count
    singles = [c for c, count in sorted(characters.items(), key=lambda x: (-x[1], x[0])) if count >= 20 and c != "\n"]
    trainer = Trainer(counts)
    merges = []
    while len(tokens) + len(singles) + len(merges) < size:
        pair = trainer.best()
        trainer.apply(pair)
        merges.append(pair[0] + pair[1])
    scores = [0.0] * len(tokens) + [-float(len(merges) + i) for i in range(len(singles))]
    scores += [-float(i) for i in range(len(merges))]
    tokens += singles + merges
    types += [NORMAL] * (len(singles) + len(merges))
    return Tokenizer(tokens, scores, types)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options.add_argument("--size", type=int, default=1536)
    choice = options.parse_args()
    made = train(choice.work, choice.size)
    made.save(choice.work / "tokenizer.json")
    for use in ("train", "held out"):
        texts = [corpus.read(choice.work, book) for book in corpus.books(use)]
        ids = sum(len(made.encode_sections(text)) for text in texts)
        size = sum(len(text.encode()) for text in texts)
        print(f"{use}: {size} bytes, {ids} tokens, {size / ids:.3f} bytes a token")
        for text in texts:
            for section in text.split(corpus.SECTION):
                assert made.decode(made.encode(section)) == section
    assert len(set(made.tokens)) == len(made.tokens)


if __name__ == "__main__":
    main()
