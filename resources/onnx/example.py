"""Runs model.onnx of this folder on a text: python example.py 患者发热三天. Needs onnxruntime and transformers."""
import json
import sys
from pathlib import Path

import numpy as np
from onnxruntime import InferenceSession
from transformers import AutoTokenizer

folder = Path(__file__).parent
text = sys.argv[1]
labels = json.loads((folder / "config.json").read_text("utf-8"))["id2label"]
tokens = AutoTokenizer.from_pretrained(folder)(text, return_offsets_mapping=True)
feeds = {name: np.array([tokens[name]]) for name in ("input_ids", "attention_mask")}
feeds["token_type_ids"] = np.zeros_like(feeds["input_ids"])
logits = InferenceSession(folder / "model.onnx").run(None, feeds)[0][0]
if logits.ndim == 1:  # a classifier: a logit a label
    for label in (-logits).argsort():
        print(labels[str(label)], round(float(logits[label]), 4))
else:  # a tagger: a row a token
    for (start, end), row in zip(tokens["offset_mapping"], logits):
        if end > start:
            print(text[start:end], labels[str(row.argmax())])
