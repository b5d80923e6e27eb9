"""PyTorch eager as the engine bench's peer.

Reads one case as JSON from argv, prints one JSON line when it is ready, then a line of step times for each line
"run N" on standard input; ends at end of file. Shapes, dropout, losses and optimizers are those of the Meridian peer.
"""
import json
import math
import resource
import sys
import time

STARTED = time.perf_counter()

import torch
import torch.nn as nn
import torch.nn.functional as F


class BertLayer(nn.Module):
    """Post-norm, exact GELU, dropout on attention probabilities and on both outputs, as BERT has it."""

    def __init__(self, width, heads, rate):
        super().__init__()
        self.heads, self.rate = heads, rate
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.output, self.inner, self.outer = nn.Linear(width, width), nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.attention_norm, self.output_norm = nn.LayerNorm(width, eps=1e-12), nn.LayerNorm(width, eps=1e-12)
        self.dropout = nn.Dropout(rate)

    def forward(self, x, mask):
        batch, length, width = x.shape
        split = lambda y: y.view(batch, length, self.heads, width // self.heads).transpose(1, 2)
        mixed = F.scaled_dot_product_attention(
            split(self.query(x)), split(self.key(x)), split(self.value(x)),
            attn_mask=mask, dropout_p=self.rate if self.training else 0.0)
        mixed = mixed.transpose(1, 2).reshape(batch, length, width)
        x = self.attention_norm(x + self.dropout(self.output(mixed)))
        return self.output_norm(x + self.dropout(self.outer(F.gelu(self.inner(x)))))


class Bert(nn.Module):
    def __init__(self, vocab, width, layers, heads, rate):
        super().__init__()
        self.words, self.positions, self.types = nn.Embedding(vocab, width), nn.Embedding(512, width), nn.Embedding(2, width)
        self.norm, self.dropout = nn.LayerNorm(width, eps=1e-12), nn.Dropout(rate)
        self.layers = nn.ModuleList(BertLayer(width, heads, rate) for _ in range(layers))
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                nn.init.normal_(module.weight, std=0.02)

    def forward(self, ids, types, mask):
        places = torch.arange(ids.shape[1])
        x = self.dropout(self.norm(self.words(ids) + self.positions(places) + self.types(types)))
        # As Hugging Face has it: no mask where nothing is padded, since PyTorch's fast kernels want none.
        bias = None if bool(mask.all()) else ((1 - mask.float()) * -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, bias)
        return x


class MaskedLanguageModel(nn.Module):
    def __init__(self, vocab, width, layers, heads, rate):
        super().__init__()
        self.bert = Bert(vocab, width, layers, heads, rate)
        self.dense, self.norm = nn.Linear(width, width), nn.LayerNorm(width, eps=1e-12)
        self.bias = nn.Parameter(torch.zeros(vocab))

    def forward(self, batch):
        hidden = self.bert(batch["ids"], batch["types"], batch["mask"])
        rows = (batch["places"] + torch.arange(hidden.shape[0])[:, None] * hidden.shape[1]).reshape(-1)
        chosen = hidden.reshape(-1, hidden.shape[-1])[rows]
        logits = F.linear(self.norm(F.gelu(self.dense(chosen))), self.bert.words.weight, self.bias)
        return F.cross_entropy(logits, batch["labels"].reshape(-1))


class TokenClassifier(nn.Module):
    """Tags of all tokens but [CLS] and [SEP]."""

    def __init__(self, vocab, width, layers, heads, rate, tags):
        super().__init__()
        self.bert = Bert(vocab, width, layers, heads, rate)
        self.dropout, self.classifier = nn.Dropout(rate), nn.Linear(width, tags)

    def forward(self, batch):
        hidden = self.bert(batch["ids"], batch["types"], batch["mask"])[:, 1:-1]
        return F.cross_entropy(self.classifier(self.dropout(hidden)).flatten(0, 1), batch["tags"].reshape(-1))


class Crf(nn.Module):
    """Forward algorithm over the batch, one step a token, as pytorch-crf does it."""

    def __init__(self, tags):
        super().__init__()
        self.start, self.end = nn.Parameter(torch.randn(tags) * 0.01), nn.Parameter(torch.randn(tags) * 0.01)
        self.transitions = nn.Parameter(torch.randn(tags, tags) * 0.01)

    def forward(self, emissions, tags, mask):
        emissions, tags, mask = emissions.transpose(0, 1), tags.transpose(0, 1), mask.transpose(0, 1)
        return (self.normaliser(emissions, mask) - self.path(emissions, tags, mask.float())).mean()

    def path(self, emissions, tags, mask):
        length, batch = tags.shape
        rows = torch.arange(batch)
        score = self.start[tags[0]] + emissions[0, rows, tags[0]]
        for t in range(1, length):
            score = score + self.transitions[tags[t - 1], tags[t]] * mask[t]
            score = score + emissions[t, rows, tags[t]] * mask[t]
        last = mask.long().sum(0) - 1
        return score + self.end[tags[last, rows]]

    def normaliser(self, emissions, mask):
        score = self.start + emissions[0]
        for t in range(1, emissions.shape[0]):
            paths = score.unsqueeze(2) + self.transitions + emissions[t].unsqueeze(1)
            score = torch.where(mask[t].unsqueeze(1), torch.logsumexp(paths, 1), score)
        return torch.logsumexp(score + self.end, 1)


class Tagger(nn.Module):
    def __init__(self, cell, vocab, size, hidden, layers, tags, rate):
        super().__init__()
        self.embedding = nn.Embedding(vocab, size)
        rnn = nn.LSTM if cell == "bilstm" else nn.GRU
        self.rnn = rnn(size, hidden, layers, batch_first=True, bidirectional=True, dropout=rate)
        self.classifier, self.crf, self.dropout = nn.Linear(2 * hidden, tags), Crf(tags), nn.Dropout(rate)

    def forward(self, batch):
        x = self.dropout(self.embedding(batch["ids"]))
        # All sequences are full: packing them would change nothing and cost a GRU twice the time.
        hidden, _ = self.rnn(x)
        return self.crf(self.classifier(self.dropout(hidden)), batch["tags"], batch["mask"].bool())


def bert_batch(case):
    batch, length, vocab, loss = case["batch"], case["length"], case["vocab"], case.get("loss", {})
    ids = torch.randint(0, vocab, (batch, length))
    inputs = {"ids": ids, "types": torch.zeros_like(ids), "mask": torch.ones_like(ids)}
    if "tags" in loss:
        return {**inputs, "tags": torch.randint(0, loss["tags"], (batch, length - 2))}
    places = loss.get("places", 0)
    chosen = [torch.randperm(length)[:places].sort().values for _ in range(batch)]
    return {**inputs, "places": torch.stack(chosen), "labels": torch.randint(0, vocab, (batch, places))}


def tagger_batch(case):
    batch, length = case["batch"], case["length"]
    return {
        "ids": torch.randint(0, case["vocab"], (batch, length)),
        "tags": torch.randint(0, case["tags"], (batch, length)),
        "mask": torch.ones((batch, length), dtype=torch.long),
    }


def build(case):
    if case["kind"] == "tagger-training":
        return Tagger(case["cell"], case["vocab"], case["embedding"], case["hidden"], case["layers"], case["tags"], case["dropout"])
    shape = (case["vocab"], case["width"], case["layers"], case["heads"])
    if case["kind"] == "bert-inference":
        return Bert(*shape, 0.0).eval()
    if case["loss"]["kind"] == "tags":
        return TokenClassifier(*shape, case["dropout"], case["loss"]["tags"])
    return MaskedLanguageModel(*shape, case["dropout"])


def optimizer_of(case, model):
    """The fused optimizer: the fastest that PyTorch has on the cpu."""
    if case["kind"] == "tagger-training":
        return torch.optim.Adam(model.parameters(), lr=2e-3, fused=True)
    decayed = [p for p in model.parameters() if p.dim() > 1]
    plain = [p for p in model.parameters() if p.dim() <= 1]
    groups = [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=1e-4, fused=True)


def stepper(case):
    model = build(case)
    if case["kind"] == "bert-inference":
        batch = bert_batch(case)

        def infer():
            with torch.inference_mode():
                model(batch["ids"], batch["types"], batch["mask"])
        return infer
    make = tagger_batch if case["kind"] == "tagger-training" else bert_batch
    optimizer = optimizer_of(case, model)
    batches = [make(case) for _ in range(4)]
    count = 0

    def train():
        nonlocal count
        optimizer.zero_grad()
        loss = model(batches[count % len(batches)])
        loss.backward()
        optimizer.step()
        if not math.isfinite(loss.item()):
            raise RuntimeError("the loss is not finite")
        count += 1
    return train


def main():
    case = json.loads(sys.argv[1])
    torch.set_num_threads(case["threads"])
    torch.manual_seed(1)
    opened = time.perf_counter()
    step = stepper(case)
    step()
    ready = time.perf_counter()
    print(json.dumps({
        "version": f"PyTorch {torch.__version__}",
        "first": (ready - opened) * 1e3,
        "start": (ready - STARTED) * 1e3,
    }), flush=True)
    for line in sys.stdin:
        times, cpu = [], []
        for _ in range(int(line)):
            begin, used = time.perf_counter(), time.process_time()
            step()
            times.append((time.perf_counter() - begin) * 1e3)
            cpu.append((time.process_time() - used) * 1e3)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(json.dumps({"times": times, "cpu": cpu, "peak": peak}), flush=True)


main()
