/** Trainings of the knowledge bench: rows of the table, sweeps, and what is fine-tuned on each encoder. */

/** An encoder of the comparison: `train --task pretrain` with these arguments, from the plain encoder of its seed. */
export interface Row {
  readonly name: string;
  /** Name in files and models. */
  readonly id: string;
  readonly args: readonly string[];
}

export const VECTORS = { smedbert: 'transr', kebiolm: 'transe' } as const;

const SOP = ['--pair', 'sop'];
const smedbert = (id: string, name: string, ...args: string[]): Row => ({
  ...{ id, name },
  args: ['--model', 'smedbert', '--entity-vectors', VECTORS.smedbert, '--masking', 'entity', ...SOP, ...args],
});
const kebiolm = (id: string, name: string, ...args: string[]): Row => ({
  ...{ id, name },
  args: ['--model', 'kebiolm', '--entity-vectors', VECTORS.kebiolm, '--masking', 'entity', ...SOP, ...args],
});

/** The plain encoder of a seed, which all rows begin with. */
export const START: Row = { id: 'start', name: 'start', args: ['--masking', 'word', ...SOP] };

export const ROWS: readonly Row[] = [
  { id: 'plain', name: 'MLM + SOP', args: ['--masking', 'word', ...SOP] },
  smedbert('smedbert', 'SMedBERT'),
  smedbert('smedbert-type', 'SMedBERT − type attention', '--neighbour-attention', 'node'),
  smedbert('smedbert-hybrid', 'SMedBERT − hybrid attention', '--neighbour-attention', 'none'),
  smedbert(
    'smedbert-losses',
    'SMedBERT − knowledge losses',
    '--neighbour-weight',
    '0',
    '--mention-weight',
    '0',
  ),
  kebiolm('kebiolm', 'KeBioLM'),
  kebiolm('kebiolm-masking', 'KeBioLM − whole-entity masking', '--masking', 'char'),
  kebiolm('kebiolm-random', 'KeBioLM, random entity vectors', '--entity-training', 'random'),
  kebiolm('kebiolm-frozen', 'KeBioLM, frozen entity vectors', '--entity-training', 'frozen'),
];

/** One seed; the value that the main row has is not trained again. */
export const SWEEPS = [
  {
    title: 'Entity hit ratio',
    main: 1,
    rows: [0.25, 0.5, 0.75].map((share) => ({
      ...{ value: share, ...smedbert(`hits-${share}`, `hit ratio ${share}`, '--hit-ratio', String(share)) },
    })),
  },
  {
    title: 'Neighbours K',
    main: 10,
    rows: [5, 20, 30].map((count) => ({
      ...{ value: count, ...smedbert(`neighbours-${count}`, `K ${count}`, '--neighbours', String(count)) },
    })),
  },
] as const;

/** Sets for fine-tuning: a fixed part of each, and `train` with these arguments. */
export const SETS = [
  {
    id: 'cmedqaner',
    name: 'cMedQANER, F1',
    folder: 'ner_cmedqaner',
    args: ['--network', 'bert-crf'],
    documents: 1500,
  },
  {
    id: 'yidu',
    name: 'Yidu-S4K, F1',
    folder: 'ner_yidu_s4k',
    args: ['--network', 'bert-crf'],
    documents: 1500,
  },
  {
    ...{ id: 'cmeie', name: 'CMeIE relations, micro F1', folder: 're_cmeie' },
    args: ['--task', 'relation', '--network', 'bert', '--negatives', '2'],
    documents: 600,
  },
] as const;
