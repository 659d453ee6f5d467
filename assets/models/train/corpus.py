"""The cleaned books as training and held-out text."""
import bisect
import json
import pathlib
import random
import re

HERE = pathlib.Path(__file__).resolve().parent
SECTION = "\x03"
BLOCK = 4000  # characters; every DEV_EVERY-th block of a training book is kept for watching the training
DEV_EVERY = 40
SENTENCE = re.compile(r"(?:\A|[\n\x03]|[.!?]['\"]? )(?=['\"]?[A-Z])")


def books(use):
    """The entries of books.json with this use: "train" or "held out"."""
    return [book for book in json.loads((HERE / "books.json").read_text())["books"] if book["use"] == use]


def read(work, book):
    return (pathlib.Path(work) / "text" / book["file"]).read_text(encoding="utf-8")


def split_dev(text):
    """(training text, list of dev pieces): whole paragraphs, the same ones on every call."""
    train, dev, size = [], [], 0
    for paragraph in re.split(r"(?<=\n)|(?<=\x03)", text):
        number = size // BLOCK
        size += len(paragraph)
        if number % DEV_EVERY == DEV_EVERY // 2:
            if dev and dev[-1][0] == number:
                dev[-1][1].append(paragraph)
            else:
                dev.append((number, [paragraph]))
        else:
            train.append(paragraph)
    return "".join(train), ["".join(parts).strip("\n" + SECTION) for _, parts in dev]


class Sampler:
    """Draws pieces of text that begin at a sentence; progress (0...1) moves the books' weights."""

    def __init__(self, work, seed, characters):
        self.random = random.Random(seed)
        self.characters = characters
        self.texts, self.starts, self.weights, self.dev = [], [], [], []
        for book in books("train"):
            text, dev = split_dev(read(work, book))
            self.dev += [piece for piece in dev if len(piece) >= characters]
            self.texts.append(text)
            self.starts.append([match.end() for match in SENTENCE.finditer(text)])
            self.weights.append([weight * len(text) for weight in book["weights"]])

    def draw(self, progress):
        weights = [first + (last - first) * progress for first, last in self.weights]
        index = self.random.choices(range(len(self.texts)), weights)[0]
        text, starts = self.texts[index], self.starts[index]
        at = bisect.bisect_right(starts, self.random.randrange(len(text))) - 1
        begin = starts[max(at, 0)]
        piece = text[begin:begin + self.characters]
        short = self.characters - len(piece)
        return piece if short == 0 else piece.rstrip("\n") + SECTION + text[:short]
