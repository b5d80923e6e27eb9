/** First values of a network that begins with a trained one. */
import { describe, expect, it } from 'vitest';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { weightsFromFile, weightsToFile } from '../../../../main/engine/io/weights.ts';
import type { ParamSpec } from '../../../../main/engine/layers/params.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { textClassifier } from '../../../../main/engine/models/text-classifier/model.ts';
import { prepareClassify } from '../../../../main/engine/tasks/classify/run.ts';
import { setUpClassify } from '../../../../main/engine/tasks/classify/training.ts';
import { prepareNer } from '../../../../main/engine/tasks/ner/run.ts';
import type { TaskRun } from '../../../../main/engine/train/task-run.ts';
import { starterModel } from '../../../../main/inference/starter.ts';
import { taggerFiles } from '../../../helpers/tagger.ts';
import { smallClassifier } from '../train/classify-runs.ts';
import { nerDocuments } from '../train/ner-documents.ts';
import { smallRun } from '../train/runs.ts';

function paramsOf({ config }: ModelFiles): readonly ParamSpec[] {
  if (config.task === 'ner' && config.family === undefined) return tagger(config.model).params;
  if ('reading' in config) return textClassifier(config.model).params;
  throw new Error('no network');
}

const FILES = taggerFiles('bilstm-crf');
const KNOWN = weightsFromFile(paramsOf(FILES), FILES.weights);

const HEAD = /^(classifier|crf|pointer)\./;

/** Expects all values but those of the head to be the known ones. */
function expectBelowHead({ initial }: Pick<TaskRun, 'initial'>, known = KNOWN): void {
  const below = Object.keys(initial).filter((name) => !HEAD.test(name));
  expect(below.length).toBeGreaterThan(3);
  for (const name of below) expect(initial[name], name).toEqual(known[name]);
}

describe('a tagger that begins with a trained one', () => {
  it('takes over sizes and vocabulary, whatever documents and settings hold', () => {
    const train = nerDocuments(48).map((document) => ({ ...document, text: `${document.text}鑫` }));
    expectBelowHead(prepareNer(smallRun({ hiddenSize: 4 }, { pretrained: FILES, train })));
  });

  it('keeps the rows of labels that both know and draws the others', () => {
    const run = prepareNer(smallRun({ seed: 2 }, { pretrained: FILES }));
    expectBelowHead(run);
    const tagsIn = (params: readonly ParamSpec[]) =>
      params.find(({ name }) => name === 'crf.transitions')!.labels![0]!;
    const [old, now] = [tagsIn(paramsOf(FILES)), tagsIn(run.model.params)];
    expect(now.filter((tag) => old.includes(tag)).sort()).toEqual(['B-药物', 'I-药物', 'O']);
    for (const [i, from] of now.entries())
      for (const [k, to] of now.entries()) {
        const before = KNOWN['crf.transitions']![old.indexOf(from) * old.length + old.indexOf(to)];
        const isKept = run.initial['crf.transitions']![i * now.length + k] === before;
        expect(isKept, `${from} ${to}`).toBe(old.includes(from) && old.includes(to));
      }
  });

  it('begins with all below its head where that is another', () => {
    expectBelowHead(prepareNer(smallRun({ network: 'bilstm-globalpointer' }, { pretrained: FILES })));
  });

  it('begins with the starter tagger, whose weights are in eight bits', () => {
    const { files } = starterModel('tagger');
    const run = prepareNer(smallRun({}, { pretrained: files }));
    expectBelowHead(run, weightsFromFile(paramsOf(files), files.weights));
    expect(Object.values(run.initial).every((all) => all.every(Number.isFinite))).toBe(true);
  });

  it('is refused when the trained weights are no numbers', () => {
    const broken = Object.fromEntries(
      Object.entries(KNOWN).map(([name, values]) => [name, values.map(() => Number.NaN)]),
    );
    const pretrained = { ...FILES, weights: weightsToFile(paramsOf(FILES), broken) };
    expect(() => prepareNer(smallRun({}, { pretrained }))).toThrow(/no numbers/);
  });
});

it('a classifier keeps the columns of labels that both know', () => {
  const input = smallClassifier({ seed: 3 });
  const first = prepareClassify(input);
  const { config, vocabulary } = setUpClassify(input.settings, input.train, {});
  const pretrained = { config, vocabulary, weights: weightsToFile(first.model.params, first.initial) };
  const train = input.train.map((text) => ({
    ...text,
    labels: text.labels.map((label) => (label === '胃炎' ? '新' : label)),
  }));
  const { initial, model } = prepareClassify({ ...input, train, pretrained });
  const labelsIn = (params: readonly ParamSpec[]) =>
    params.find(({ name }) => name === 'classifier.weight')!.labels![1]!;
  const [old, now] = [labelsIn(first.model.params), labelsIn(model.params)];
  const columns = (values: Float32Array, labels: readonly string[], label: string) =>
    values.filter((_, i) => i % labels.length === labels.indexOf(label));
  const name = 'classifier.weight';
  for (const label of ['肺炎', '骨折'])
    expect(columns(initial[name]!, now, label)).toEqual(columns(first.initial[name]!, old, label));
  expect(columns(initial[name]!, now, '新')).not.toEqual(columns(first.initial[name]!, old, '胃炎'));
  expectBelowHead({ initial }, first.initial);
});
