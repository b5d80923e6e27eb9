"""transformers' token-classification pipeline as the peer of prediction: batches of 16 texts, padded to the longest.

Reads one case as JSON from argv, prints one JSON line when it is ready, then the time of each part of the texts for each
line that says how many parts to read; ends at end of file.
"""
import json
import os
import resource
import sys
import time

STARTED = time.perf_counter()
os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")

import torch
import transformers
from transformers import BertConfig, BertForTokenClassification, BertTokenizerFast, pipeline

case = json.loads(sys.argv[1])
torch.set_num_threads(case["threads"])
OPENED = time.perf_counter()
# transformers 5 has another name for the file
file = "vocab" if int(transformers.__version__.split(".")[0]) >= 5 else "vocab_file"
tokenizer = BertTokenizerFast(**{file: case["vocabulary"]}, do_lower_case=True)
labels = {number: "O" if number == 0 else f"tag{number}" for number in range(case["labels"])}
model = BertForTokenClassification(BertConfig(
    vocab_size=len(tokenizer), hidden_size=case["width"], num_hidden_layers=case["layers"],
    num_attention_heads=case["heads"], intermediate_size=4 * case["width"], id2label=labels))
with torch.no_grad():
    model.classifier.bias[0] = 100  # random weights that find nothing
find = pipeline("token-classification", model=model, tokenizer=tokenizer, batch_size=16, device="cpu")
with open(case["examples"]) as lines:
    texts = [json.loads(line) for line in lines]
parts = [texts[i:i + 300] for i in range(0, len(texts), 300)]
turn = 0


def predict():
    global turn
    part = parts[turn % len(parts)]
    turn += 1
    assert not any(find(part))
    return len(part)


predict()
now = time.perf_counter()
print(json.dumps({"first": (now - OPENED) * 1e3, "start": (now - STARTED) * 1e3}), flush=True)
for line in sys.stdin:
    times, cpu, read = [], [], []
    for _ in range(int(line)):
        begin, used = time.perf_counter(), time.process_time()
        read.append(predict())
        times.append((time.perf_counter() - begin) * 1e3)
        cpu.append((time.process_time() - used) * 1e3)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"times": times, "cpu": cpu, "tokens": read, "peak": peak}), flush=True)
