// Runs model.onnx of this folder on a text: node example.mjs 患者发热三天. Needs onnxruntime-node.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const json = (name) => JSON.parse(readFileSync(path(name), 'utf8'));
const labels = json('config.json').id2label;
const ids = new Map(readFileSync(path('vocab.txt'), 'utf8').trimEnd().split('\n').map((token, id) => [token, id]));
const isLower = json('tokenizer_config.json').do_lower_case;
const words = (isLower ? process.argv[2].toLowerCase() : process.argv[2]).match(/[a-z0-9]+|\S/giu) ?? [];
/** WordPiece: the longest pieces of the vocabulary from the left. */
const pieces = (word, prefix = '') => {
  for (let end = word.length; end > 0; end--)
    if (ids.has(prefix + word.slice(0, end)))
      return [prefix + word.slice(0, end), ...(end < word.length ? pieces(word.slice(end), '##') : [])];
  return ['[UNK]'];
};
const tokens = ['[CLS]', ...words.flatMap((word) => pieces(word)), '[SEP]'];
const feed = (number) => new Tensor('int64', tokens.map((token) => BigInt(number(token))), [1, tokens.length]);
const feeds = { input_ids: feed((token) => ids.get(token)), attention_mask: feed(() => 1), token_type_ids: feed(() => 0) };
const { logits } = await (await InferenceSession.create(path('model.onnx'))).run(feeds);
const count = Object.keys(labels).length;
if (logits.dims.length === 2) for (let i = 0; i < count; i++) console.log(labels[i], logits.data[i].toFixed(4));
else
  for (const [at, token] of tokens.entries()) {
    const row = logits.data.slice(at * count, (at + 1) * count);
    console.log(token, labels[row.indexOf(Math.max(...row))]);
  }
