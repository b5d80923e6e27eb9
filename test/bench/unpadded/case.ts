/** A case of fine-tuning: the same examples, encoder and batch for Meridian and for Hugging Face's Trainer. */
import { readFileSync } from 'node:fs';
import type { ModelFiles } from '../../../main/engine/io/model-files.ts';
import { weightsToFile } from '../../../main/engine/io/weights.ts';
import { tagger } from '../../../main/engine/models/tagger/model.ts';
import { readText } from '../../../main/engine/tasks/classify/reader.ts';
import { type ClassifyRunInput, prepareClassify } from '../../../main/engine/tasks/classify/run.ts';
import { setUpClassify } from '../../../main/engine/tasks/classify/training.ts';
import { type NerRunInput, prepareNer } from '../../../main/engine/tasks/ner/run.ts';
import { nerExamples, setUpNer } from '../../../main/engine/tasks/ner/training.ts';
import { initialValues, type TaskRun } from '../../../main/engine/train/task-run.ts';
import { ClassifySettings } from '../../../shared/domain/classification.ts';
import { type LabelledDocument, NerSettings } from '../../../shared/domain/training.ts';
import { setRows } from '../../helpers/public-data.ts';

export interface UnpaddedCase {
  readonly kind: 'tags' | 'labels';
  /** Folder of the data set. */
  readonly set: string;
  readonly encoder: 'mini' | 'base';
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  readonly batch: number;
  readonly length: number;
  /** Texts share rows; else each is padded to its bucket. */
  readonly packed: boolean;
  readonly precision: 'float32' | 'mixed-int8';
  /** Hugging Face's sampling of texts of like length in a batch. */
  readonly grouped: boolean;
  readonly threads: number;
  /** JSON lines of `input_ids` and `labels`, and their vocab.txt. */
  readonly examples: string;
  readonly vocabulary: string;
  readonly labels: number;
}

type CaseData = Pick<UnpaddedCase, 'kind' | 'set' | 'encoder' | 'batch' | 'length'>;

/** A record of haodf's consultations. */
interface Consultation {
  readonly id: number;
  readonly content: string;
  readonly label_i_name: string;
}

const shared = (bench: CaseData) => ({
  ...{ encoder: bench.encoder, batchSize: bench.batch, batchTokens: 65_536 },
});

function taggerInput(bench: CaseData): NerRunInput {
  const settings = { task: 'ner', network: 'bert-fc', scheme: 'BIO', windowLength: bench.length };
  return {
    settings: NerSettings.parse({ ...settings, ...shared(bench) }),
    train: setRows(bench.set, 'train') as LabelledDocument[], // safe: the sets of entities have this form
    dev: [],
    devName: 'dev',
  };
}

function classifierInput(bench: CaseData): ClassifyRunInput {
  const settings = { task: 'classify', network: 'bert', length: bench.length };
  const rows = setRows(bench.set, 'train') as Consultation[]; // safe: the form of this set
  return {
    settings: ClassifySettings.parse({ ...settings, ...shared(bench) }),
    train: rows.map(({ id, content, label_i_name: label }) => ({
      id: `${id}`,
      text: content,
      labels: [label],
    })),
    dev: [],
    devName: 'dev',
  };
}

export const taskOf = (bench: CaseData): TaskRun =>
  bench.kind === 'tags' ? prepareNer(taggerInput(bench)) : prepareClassify(classifierInput(bench));

/** Texts of a part that is predicted at once. */
export const PART = 300;

/** Returns the texts of a file in parts. @param file a text a line, as JSON */
export function partsOf(file: string): string[][] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const texts = lines.map((line) => JSON.parse(line) as string); // safe: the bench wrote them
  return Array.from({ length: Math.ceil(texts.length / PART) }, (_, i) =>
    texts.slice(i * PART, (i + 1) * PART),
  );
}

/** Returns a tagger of random weights that finds nothing, so that what is made of entities does not count. */
export function silentTagger(bench: CaseData): ModelFiles {
  const input = taggerInput(bench);
  const { config, vocabulary, initial } = setUpNer(input.settings, input.train, input);
  const { params } = tagger(config.model);
  const values = initialValues(params, 1, initial);
  const bias = values['classifier.bias']!.map((_, tag) => (tag === 0 ? 100 : 0)); // the first tag is O
  return { config, vocabulary, weights: weightsToFile(params, { ...values, 'classifier.bias': bias }) };
}

/** Returns records that the peers of prediction read, none longer than a window. */
export const recordsOf = (bench: CaseData): string[] =>
  taggerInput(bench)
    .train.map(({ text }) => text)
    .filter((text) => text.length > 0 && text.length <= bench.length - 2);

interface Example {
  readonly input_ids: readonly number[];
  readonly labels: readonly number[] | number;
}

/** Returns what Meridian trains on, as the Trainer reads it, with the vocabulary and the number of labels. */
export function examplesOf(bench: CaseData): {
  readonly examples: Example[];
  readonly vocabulary: string;
  readonly labels: number;
} {
  if (bench.kind === 'tags') {
    const input = taggerInput(bench);
    const setup = setUpNer(input.settings, input.train, input);
    const examples = nerExamples(input.train, setup).map(({ ids, tags = [] }) => ({
      input_ids: [...ids],
      labels: [-100, ...tags, -100],
    }));
    return { examples, vocabulary: setup.vocabulary, labels: setup.reader.tagSet.size };
  }
  const input = classifierInput(bench);
  const { config, reader, vocabulary } = setUpClassify(input.settings, input.train, input);
  const { labels } = config.model;
  const examples = input.train.map(({ text, labels: [label = ''] }) => ({
    input_ids: [...readText(text, reader).ids],
    labels: labels.indexOf(label),
  }));
  return { examples, vocabulary, labels: labels.length };
}
