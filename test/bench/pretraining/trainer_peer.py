"""Hugging Face's Trainer as a bench's peer: BertForMaskedLM, or a head for tags or labels; dynamic padding, fused AdamW.

Reads one case as JSON from argv, prints one JSON line when the first step is done, then a line of step times and real
tokens for each line that says how many steps to run; ends at end of file.
"""
import json
import os
import resource
import sys
import tempfile
import time

STARTED = time.perf_counter()
os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")

import torch
import transformers
from transformers import (BertConfig, BertForMaskedLM, BertForSequenceClassification, BertForTokenClassification,
                          BertTokenizerFast, DataCollatorForLanguageModeling, DataCollatorForTokenClassification,
                          DataCollatorWithPadding, Trainer, TrainerCallback, TrainingArguments)

case = json.loads(sys.argv[1])
torch.set_num_threads(case["threads"])
OPENED = time.perf_counter()
# transformers 5 has another name for the file
file = "vocab" if int(transformers.__version__.split(".")[0]) >= 5 else "vocab_file"
tokenizer = BertTokenizerFast(**{file: case["vocabulary"]}, do_lower_case=True)
kind = case.get("kind", "masked")
if kind == "masked":
    ends = [tokenizer.cls_token_id], [tokenizer.sep_token_id]
    with open(case["sequences"]) as lines:
        texts = [{"input_ids": ends[0] + json.loads(line) + ends[1]} for line in lines]
    collate = DataCollatorForLanguageModeling(tokenizer, mlm_probability=case["maskShare"])
    Model = BertForMaskedLM
else:
    with open(case["examples"]) as lines:
        texts = [json.loads(line) for line in lines]
    tags = kind == "tags"
    collate = DataCollatorForTokenClassification(tokenizer) if tags else DataCollatorWithPadding(tokenizer)
    Model = BertForTokenClassification if tags else BertForSequenceClassification
tokens = []


def counted(batch):
    padded = collate(batch)
    tokens.append(int(padded["attention_mask"].sum()))
    return padded


class Turns(TrainerCallback):
    """Runs as many steps as standard input asks for."""

    left, times, cpu, done = 1, [], [], 0

    def begin(self):
        self.at, self.used = time.perf_counter(), time.process_time()

    def on_train_begin(self, *_, **__):
        self.begin()

    def on_step_end(self, *_, **__):
        self.times.append((time.perf_counter() - self.at) * 1e3)
        self.cpu.append((time.process_time() - self.used) * 1e3)
        self.left -= 1
        self.done += 1
        if self.left == 0:
            self.report()
            line = sys.stdin.readline()
            if line == "":
                os._exit(0)
            self.left = int(line)
        self.begin()

    def report(self):
        if self.done == 1:
            now = time.perf_counter()
            ready = {"first": (now - OPENED) * 1e3, "start": (now - STARTED) * 1e3}
            print(json.dumps(ready), flush=True)
        else:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            of_turn = tokens[self.done - len(self.times):self.done]
            print(json.dumps({"times": self.times, "cpu": self.cpu, "tokens": of_turn, "peak": peak}), flush=True)
        self.times.clear()
        self.cpu.clear()


model = Model(BertConfig(
    vocab_size=len(tokenizer), hidden_size=case["width"], num_hidden_layers=case["layers"],
    num_attention_heads=case["heads"], intermediate_size=4 * case["width"],
    num_labels=case.get("labels", 2)))
# transformers 5 has another name for group_by_length
by_name = "group_by_length" in TrainingArguments.__dataclass_fields__
order = "group_by_length" if case["grouped"] else "random"
sampling = {"group_by_length": case["grouped"]} if by_name else {"train_sampling_strategy": order}
arguments = TrainingArguments(
    tempfile.mkdtemp(), per_device_train_batch_size=case["batch"], max_steps=10_000, optim="adamw_torch_fused",
    learning_rate=1e-4, weight_decay=0.01, max_grad_norm=0, use_cpu=True, **sampling,
    report_to="none", save_strategy="no", logging_strategy="no", disable_tqdm=True, remove_unused_columns=False)
Trainer(model, arguments, data_collator=counted, train_dataset=texts, callbacks=[Turns()]).train()
