"""PyTorch eager as the network bench's peer: StaResGRU-CNN as a text classifier, nn.GRU, Adam.

Reads one case as JSON from argv, prints one JSON line when the first step is done, then a line of step times for each
line on standard input that says how many to run; ends at end of file.
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


class StaResGruCnn(nn.Module):
    """Stacked BiGRUs with residual connections, [forward; x; backward] through a dense layer, maximum over time."""

    def __init__(self, case):
        super().__init__()
        width, hidden = case["embedding"], case["hidden"]
        self.embedding = nn.Embedding(case["vocab"], width)
        self.layers = nn.ModuleList(
            nn.GRU(width if layer == 0 else 2 * hidden, hidden, batch_first=True, bidirectional=True)
            for layer in range(case["layers"]))
        self.shortcut = nn.Linear(width, 2 * hidden, bias=False)
        self.dense = nn.Linear(2 * hidden + width, case["dense"])
        self.classifier = nn.Linear(case["dense"], case["labels"])
        self.dropout = nn.Dropout(case["dropout"])

    def forward(self, ids, labels):
        x = self.dropout(self.embedding(ids))
        states = x
        for layer, gru in enumerate(self.layers):
            states = gru(states)[0] + (self.shortcut(states) if layer == 0 else states)
        forward, backward = states.chunk(2, dim=2)
        features = F.relu(self.dense(torch.cat([forward, x, backward], 2))).amax(1)
        return F.cross_entropy(self.classifier(self.dropout(features)), labels)


def stepper(case):
    model = StaResGruCnn(case)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)
    parts = case["batch"] // case["part"]
    ids = torch.randint(0, case["vocab"], (parts, case["part"], case["length"]))
    labels = torch.randint(0, case["labels"], (parts, case["part"]))

    def train():
        optimizer.zero_grad()
        for part in range(parts):
            loss = model(ids[part], labels[part]) / parts
            loss.backward()
            if not math.isfinite(loss.item()):
                raise RuntimeError("the loss is not finite")
        optimizer.step()
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
