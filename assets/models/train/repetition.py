"""Keeps the model from repeating itself, on its own text: it writes on greedily from the beginnings of training pieces,
and each token that completes a 4-gram already standing in that text is made less likely (unlikelihood; Welleck and others
2020, arXiv:1908.04319), unless it goes on within a word: a word that is begun shall be ended. Everywhere else in that text
the model is held to what a reference model expects there, so that the way out of a loop is English."""
import torch
from torch.nn import functional as F

TEXTS, BEGINNING, LENGTH = 24, 8, 136  # texts at once; tokens a text begins with, and all its tokens
GRAM = 4
WEIGHT = 10.0  # of unlikelihood beside divergence
LEAST = 1e-4  # of 1 - p, so that the loss stays finite


def greedy(model, ids):
    """ids [texts, tokens] written on to LENGTH tokens."""
    model.eval()
    with torch.no_grad():
        caches, new = model.caches(), ids
        while ids.shape[1] < LENGTH:
            new = model(new, caches)[:, -1:].argmax(-1)
            ids = torch.cat((ids, new), 1)
    model.train()
    return ids


def completes(ids):
    """[texts, tokens]: 1.0 where a token is the last of a 4-gram that stands earlier in its text."""
    grams = ids.unfold(1, GRAM, 1)
    same = (grams[:, :, None] == grams[:, None]).all(-1).tril(-1).any(-1)
    return F.pad(same.float(), (GRAM - 1, 0))


class Loss:
    def __init__(self, reference, pieces):
        """pieces [vocab]: the tokenizer's; one that begins with a letter goes on within a word."""
        self.reference = reference.eval()
        self.starts = torch.tensor([not piece[0].isalpha() for piece in pieces])

    def __call__(self, model, beginnings):
        """Mean over the tokens written after beginnings [TEXTS, BEGINNING]: -WEIGHT log(1 - p) of what is repeated,
        elsewhere the divergence from the reference, in nats."""
        first = beginnings.shape[1]
        ids = greedy(model, beginnings)
        expected = lambda judge: F.log_softmax(judge(ids[:, :-1])[:, first - 1:].float(), -1)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            ours = expected(model)
            with torch.no_grad():
                theirs = expected(self.reference)
        repeats = (completes(ids) * self.starts[ids])[:, first:]
        p = ours.gather(2, ids[:, first:, None]).squeeze(2).exp()
        unlikelihood = -WEIGHT * (1 - p).clamp(min=LEAST).log()
        divergence = F.kl_div(ours, theirs, reduction="none", log_target=True).sum(-1)
        return torch.lerp(divergence, unlikelihood, repeats).mean()
