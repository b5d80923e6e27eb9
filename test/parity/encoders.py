"""Random small encoders of transformers, with what they compute; and a check of folders that Meridian wrote.

make FOLDER: a JSON file for each type. check FOLDER: loads every folder in it and compares with its expected.json.
pipelines FOLDER: the same with taggers and classifiers, which pipeline() runs.
"""
import base64
import json
import sys
from pathlib import Path

import torch
import transformers as hf
from safetensors.torch import save

SIZE = dict(vocab_size=20, hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=12,
            max_position_embeddings=10)
CASES = {
    'bert-relu': (hf.BertConfig(**SIZE, hidden_act='relu'), hf.BertForMaskedLM),
    'bert-untied': (hf.BertConfig(**SIZE, tie_word_embeddings=False), hf.BertForMaskedLM),
    'bert-gelu-new': (hf.BertConfig(**SIZE, hidden_act='gelu_new'), hf.BertModel),
    'ernie': (hf.ErnieConfig(**SIZE, use_task_id=True, task_type_vocab_size=3), hf.ErnieForMaskedLM),
    'distilbert': (hf.DistilBertConfig(vocab_size=20, dim=8, n_layers=2, n_heads=2, hidden_dim=12,
                                       max_position_embeddings=10), hf.DistilBertForMaskedLM),
    'electra-generator': (hf.ElectraConfig(**SIZE, embedding_size=4), hf.ElectraForMaskedLM),
    'electra-discriminator': (hf.ElectraConfig(**SIZE, embedding_size=8), hf.ElectraForPreTraining),
    'albert': (hf.AlbertConfig(**SIZE, embedding_size=4), hf.AlbertForMaskedLM),
    'albert-bare': (hf.AlbertConfig(**SIZE, embedding_size=4, hidden_act='gelu'), hf.AlbertModel),
    'roberta': (hf.RobertaConfig(**{**SIZE, 'max_position_embeddings': 12}, type_vocab_size=1, pad_token_id=1),
                hf.RobertaForMaskedLM),
}
MASKED = tuple(kind for _, kind in CASES.values() if kind.__name__.endswith('ForMaskedLM'))
IDS = [[2, 7, 8, 9, 3, 11, 12, 3], [2, 5, 6, 19, 3, 1, 1, 1]]
MASK = [[1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0, 0, 0]]


def outputs(model, ids, mask, types):
    """Last states, and scores of masked or of replaced tokens where the model has that head."""
    inputs = dict(input_ids=torch.tensor(ids), attention_mask=torch.tensor(mask))
    if model.config.model_type not in ('distilbert', 'roberta'):
        inputs['token_type_ids'] = torch.tensor(types)
    with torch.no_grad():
        found = model.eval()(**inputs, output_hidden_states=True)
    logits = getattr(found, 'logits', None)
    hidden = found.hidden_states[-1].tolist()
    if isinstance(model, hf.ElectraForPreTraining):
        return dict(hidden=hidden, logits=None, detections=logits.tolist())
    return dict(hidden=hidden, logits=logits.tolist() if isinstance(model, MASKED) else None)


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for number, (name, (config, kind)) in enumerate(CASES.items()):
        torch.manual_seed(number)
        model = kind(config)
        for parameter in model.parameters():
            # wide enough for activations to differ
            parameter.data = torch.randn_like(parameter) * 0.5 + (1 if parameter.dim() == 1 else 0)
        model.tie_weights()
        types = [[0] * 5 + [1] * 3, [0] * 8]
        seen, tensors = set(), {}
        for key, tensor in model.state_dict().items():
            if tensor.data_ptr() not in seen:
                tensors[key] = tensor.contiguous()
            seen.add(tensor.data_ptr())
        rounded = lambda rows: json.loads(json.dumps(rows), parse_float=lambda text: float(f'{float(text):.8g}'))
        (folder / f'{name}.json').write_text(json.dumps(dict(
            made_by=f'transformers {hf.__version__}', config=model.config.to_diff_dict() | dict(vocab_size=20),
            weights=base64.b64encode(save(tensors)).decode(),
            ids=IDS, mask=MASK, types=types, **rounded(outputs(model, IDS, MASK, types)))))


def check(folder):
    failed = 0
    for case in sorted(path.parent for path in folder.glob('*/expected.json')):
        expected = json.loads((case / 'expected.json').read_text())
        config = json.loads((case / 'config.json').read_text())
        model = getattr(hf, config['architectures'][0]).from_pretrained(case)
        found = outputs(model, expected['ids'], expected['mask'], expected['types'])
        worst = 0.0
        for key in ('hidden', 'logits', 'detections'):
            if expected.get(key) is None:
                continue
            gap = (torch.tensor(found[key]) - torch.tensor(expected[key])).abs()
            used = torch.tensor(expected['mask']).reshape(gap.shape[:2] + (1,) * (gap.dim() - 2))
            worst = max(worst, (gap * used).max().item())
        print(f'{case.name} {config["model_type"]} {worst:.2e}')
        failed += worst > 1e-5
    sys.exit(1 if failed else 0)


def pipelines(folder):
    failed = 0
    for case in sorted(path.parent for path in folder.glob('*/expected.json')):
        expected = json.loads((case / 'expected.json').read_text())
        worst = 0.0
        if expected['task'] == 'ner':
            run = hf.pipeline('token-classification', str(case), ignore_labels=[])
            for text, tokens in zip(expected['texts'], expected['tokens']):
                found = run(text)
                assert [(one['start'], one['end'], one['entity']) for one in found] == [
                    (one['start'], one['end'], one['tag']) for one in tokens], (found, tokens)
                worst = max(worst, *(abs(one['score'] - wanted['score']) for one, wanted in zip(found, tokens)))
        else:
            run = hf.pipeline('text-classification', str(case), top_k=None)
            for text, wanted in zip(expected['texts'], expected['probabilities']):
                found = run(text)
                for one in found[0] if isinstance(found[0], list) else found:
                    worst = max(worst, abs(one['score'] - wanted[one['label']]))
        print(f'{case.name} {worst:.2e}')
        failed += worst > 1e-5
    sys.exit(1 if failed else 0)


{'make': make, 'check': check, 'pipelines': pipelines}[sys.argv[1]](Path(sys.argv[2]))
