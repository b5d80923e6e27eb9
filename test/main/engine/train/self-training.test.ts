/** Self-training: thresholds, what is marked, what is learnt from, and resuming. */
import { describe, expect, it } from 'vitest';
import { membersOf } from '../../../../main/engine/io/ensemble-files.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { dealFolds } from '../../../../main/engine/tasks/folds.ts';
import type { PredictedEntity } from '../../../../main/engine/tasks/ner/decode.ts';
import { NerPredictor } from '../../../../main/engine/tasks/ner/predictor.ts';
import { chooseThreshold, isSure, piecesOf } from '../../../../main/engine/tasks/ner/silver.ts';
import { spanProbabilities } from '../../../../main/engine/tasks/ner/span-probabilities.ts';
import type { LabelledDocument } from '../../../../shared/domain/training.ts';
import { studentEpochs } from '../../../../shared/domain/unlabelled-settings.ts';
import { nerDocuments } from './ner-documents.ts';
import { finish, memoryStorage, smallRun, weightsOf } from './runs.ts';

const span = (start: number, confidence: number): PredictedEntity => ({
  start,
  end: start + 1,
  type: 'a',
  confidence,
});

describe('silver labels', () => {
  it('are of sentences without spans between sure and surely not', () => {
    expect(isSure([span(0, 0.8), span(2, 0.2)], 0.8)).toBe(true);
    expect(isSure([span(0, 0.8), span(2, 0.3)], 0.8)).toBe(false);
    expect(isSure([], 0.9)).toBe(true);
  });

  it('take the threshold with the most right entities, less those wrong and missed', () => {
    const gold = [{ start: 0, end: 1, type: 'a' }];
    const right = (confidence: number) => ({ gold, spans: [span(0, confidence)] });
    const wrong = (confidence: number) => ({ gold: [], spans: [span(3, confidence)] });
    expect(chooseThreshold([right(0.95), right(0.8), wrong(0.72)])).toBe(0.8);
    expect(chooseThreshold([right(0.95), right(0.8), right(0.72), wrong(0.62)])).toBe(0.7);
  });

  it('are of sentences where a text is long, with the entities within', () => {
    const text = `${'咳'.repeat(150)}。发热${'痛'.repeat(80)}。`;
    const pieces = piecesOf({ id: 'a', text, entities: [{ start: 151, end: 153, type: 's' }] });
    expect(pieces.map((piece) => piece.text)).toEqual([text.slice(0, 151), text.slice(151)]);
    expect(pieces.map((piece) => piece.entities)).toEqual([[], [{ start: 0, end: 2, type: 's' }]]);
  });
});

describe('self-training', () => {
  const texts = nerDocuments(60, 2000).map(({ text }) => text);
  const run = (storage = memoryStorage(), epochs = 14) => {
    const input = smallRun({ unlabelled: 'texts', epochs }, { storage });
    const unlabelled = [...texts, input.dev[0]!.text, input.train[0]!.text, texts[0]!];
    return { ...input, unlabelled };
  };

  it('is taggers of four folds, sentences that they mark on average, and a tagger of both', {
    tags: ['long'],
  }, async () => {
    const storage = memoryStorage();
    const { result, events } = await finish(run(storage));
    const { train, dev } = run();
    const folds = dealFolds(train.map(({ text }) => text))!;
    const teachers: ModelFiles[] = [];
    for (let fold = 0; fold < 5; fold++) {
      const own = train.filter((_, i) => folds[i] !== fold);
      const { result: alone } = await finish(smallRun({ epochs: 14, seed: 1 + fold }, { train: own }));
      if (alone.kind !== 'finished') throw new Error('the run is not finished');
      teachers.push(alone.model);
    }
    const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
    const predictors: NerPredictor[] = [];
    for (const files of teachers)
      predictors.push(await NerPredictor.open(executor, files, { decode: spanProbabilities }));
    const silver = JSON.parse(Buffer.from(storage.read('silver')!).toString('utf8'));
    const known = new Set([...train, ...dev].map(({ text }) => text));
    const sentences = [...new Set(texts)].filter((text) => !known.has(text));
    expect(silver.sentences).toBe(sentences.length);
    const expected: Pick<LabelledDocument, 'text' | 'entities'>[] = [];
    for (const text of sentences) {
      const mean = new Map<string, number>();
      for (const predictor of predictors)
        for (const { start, end, type, confidence } of (await predictor.predict([text]))[0]!) {
          const key = JSON.stringify({ start, end, type });
          mean.set(key, (mean.get(key) ?? 0) + confidence / 5);
        }
      const likely = [...mean].filter(([, p]) => p >= silver.threshold);
      if ([...mean.values()].every((p) => p >= silver.threshold || p + silver.threshold <= 1))
        expected.push({
          text,
          entities: likely.map(([key]) => JSON.parse(key)).sort((a, b) => a.start - b.start),
        });
    }
    for (const predictor of predictors) await predictor.dispose();
    await executor.dispose();
    expect(expected.length).toBeGreaterThan(0);
    expect(silver.marked.map(({ text, entities }: LabelledDocument) => ({ text, entities }))).toEqual(
      expected,
    );
    const epochs = studentEpochs(14, train.length, silver.marked.length);
    const both = { train: [...train, ...train, ...train, ...silver.marked] };
    const alone = await finish(smallRun({ epochs }, both));
    expect(weightsOf(result)).toEqual(weightsOf(alone.result));
    const steps = events.flatMap((event) => (event.kind === 'step' ? [event.point.step] : []));
    expect(steps).toEqual(steps.map((_, i) => i + 1));
    expect(JSON.stringify(events)).toContain('training.silver');
  });

  it('goes on where it was stopped, bit for bit: a tagger that marks, and the one that learns', async () => {
    const straight = await finish(run(memoryStorage(), 2));
    const steps = straight.events.filter(({ kind }) => kind === 'step').length;
    const storage = memoryStorage();
    for (const at of [5, Math.floor(steps / 2), steps - 4]) {
      const stopped = await finish(
        run(storage, 2),
        (event) => event.kind === 'step' && event.point.step === at,
      );
      expect(stopped.result).toEqual({ kind: 'paused', step: at });
    }
    const resumed = await finish(run(storage, 2));
    expect(weightsOf(resumed.result)).toEqual(weightsOf(straight.result));
  });

  it('distils a saved ensemble into one network: its members mark, by a threshold chosen on dev', async () => {
    const taught = await finish(smallRun({ epochs: 10, ensemble: 2 }));
    if (taught.result.kind !== 'finished') throw new Error('the run is not finished');
    const teacher = taught.result.model;
    const withTeacher = (storage = memoryStorage()) => {
      const input = smallRun({ unlabelled: 'texts', teacher: 'three', epochs: 4 }, { storage });
      return { ...input, unlabelled: texts, teacher };
    };
    const storage = memoryStorage();
    const { result, events } = await finish(withTeacher(storage));
    const silver = JSON.parse(Buffer.from(storage.read('silver')!).toString('utf8'));
    const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
    const members = membersOf(teacher);
    expect(members).toHaveLength(2);
    const found = new Map<string, number>();
    const { text } = silver.marked[0] as LabelledDocument;
    for (const files of members) {
      const predictor = await NerPredictor.open(executor, files, { decode: spanProbabilities });
      for (const { start, end, type, confidence } of (await predictor.predict([text]))[0]!) {
        const key = JSON.stringify({ start, end, type });
        found.set(key, (found.get(key) ?? 0) + confidence / 2);
      }
      await predictor.dispose();
    }
    await executor.dispose();
    const sure = [...found].filter(([, p]) => p >= silver.threshold).map(([key]) => JSON.parse(key));
    expect(silver.marked[0].entities).toEqual(sure.sort((a, b) => a.start - b.start));
    const { train } = withTeacher();
    const both = { train: [...train, ...train, ...train, ...silver.marked] };
    const epochs = studentEpochs(4, train.length, silver.marked.length);
    const alone = await finish(smallRun({ epochs }, both));
    expect(weightsOf(result)).toEqual(weightsOf(alone.result));
    const [started] = events.filter(({ kind }) => kind === 'started');
    expect(JSON.stringify(started)).toContain('training.silver');
    const resumed = memoryStorage();
    const stopped = await finish(
      withTeacher(resumed),
      (event) => event.kind === 'step' && event.point.step === 3,
    );
    expect(stopped.result).toEqual({ kind: 'paused', step: 3 });
    expect(weightsOf((await finish(withTeacher(resumed))).result)).toEqual(weightsOf(result));
  });

  it('needs enough labelled texts to hold some out', async () => {
    const few = { ...run(), train: nerDocuments(6) };
    await expect(finish(few)).rejects.toMatchObject({ code: 'bad-input' });
  });
});
