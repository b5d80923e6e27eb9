/** Relations as whole runs: what they learn, resuming, files, and the relations found in documents. */
import { describe, expect, it } from 'vitest';
import { describeModel } from '../../../../main/engine/io/describe-model.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { pairText } from '../../../../main/engine/tasks/relation/pair-text.ts';
import { relate, scoreTriples } from '../../../../main/engine/tasks/relation/relate.ts';
import type { RelationTrainInput } from '../../../../main/engine/train/run-types.ts';
import { NO_RELATION, RelationSettings } from '../../../../shared/domain/relations.ts';
import { smallPretraining } from './pretrain-runs.ts';
import { relatedDocuments } from './related-documents.ts';
import { filesOf, finish, memoryStorage, throughFolder, weightsOf, withClassifier } from './runs.ts';

const dev = relatedDocuments(20, 1001);
const RULES = { form: 'marked', context: 50 } as const;

const related = (changes: Record<string, unknown> = {}, more: Partial<RelationTrainInput> = {}) => ({
  settings: RelationSettings.parse({
    task: 'relation',
    network: 'bilstm',
    hiddenSize: 12,
    embeddingSize: 12,
    dropout: 0.1,
    batchSize: 8,
    epochs: 8,
    learningRate: 0.02,
    length: 64,
    negatives: 0,
    ...changes,
  }),
  train: relatedDocuments(48),
  dev,
  devName: 'dev',
  executor: 'onnx:cpu',
  storage: memoryStorage(),
  ...more,
});

const relationsIn = (files: ModelFiles) => withClassifier(files, (predictor) => relate(predictor, dev));

const NETWORKS = [
  { network: 'bilstm' },
  { network: 'bert', encoder: 'tiny', learningRate: 3e-3, epochs: 10 },
  { network: 'logistic-regression', pairForm: 'between', c: 10 },
];

describe('relations', () => {
  it.each(NETWORKS)('are learnt by $network, kept in files and found in documents', async (changes) => {
    const { result } = await finish(related(changes));
    const files = filesOf(result);
    if (result.kind !== 'finished' || result.report.task !== 'relation') throw new Error('another report');
    const { report } = result;
    expect(report.micro.f1).toBeGreaterThan(0.9);
    expect(report.documents).toBe(40);
    expect(report.micro.support).toBe(20);
    expect(Object.keys(report.perLabel).toSorted()).toEqual(['禁忌', '药物治疗'].toSorted());
    expect(report.confusion?.labels).toContain(NO_RELATION);
    expect(describeModel(files)).toMatchObject({
      task: 'relation',
      labels: expect.arrayContaining(['禁忌']),
    });
    const found = await relationsIn(throughFolder(files));
    expect(found).toEqual(await relationsIn(files));
    const predicted = dev.map((document, i) => ({ ...document, relations: found[i]! }));
    expect(scoreTriples(dev, predicted).all.f1).toBeGreaterThan(0.9);
    expect(found.flat().every(({ confidence }) => confidence > 0 && confidence <= 1)).toBe(true);
  });

  it('read neighbours of mentions above SMedBERT, also out of an exported folder', async () => {
    // The markers, which the head reads, see the mentions' change in the layer behind it.
    const deep = { model: 'smedbert', pair: 'sop', steps: 3, encoderLayers: 2, fusionLayer: 1 };
    const knowing = filesOf((await finish(smallPretraining(deep))).result);
    const changes = { network: 'bert', encoder: 'mine', epochs: 1 };
    const files = filesOf((await finish(related(changes, { pretrained: knowing }))).result);
    const again = throughFolder(files);
    expect(again.vocabulary).toBe(files.vocabulary);
    expect(describeModel(again).graph).toBe('a graph of templates');
    const {
      text,
      entities: [from, to],
    } = dev[2]!; // of 胃炎, which is in the graph
    const one = [pairText(text, [from!, to!], RULES)];
    const logits = async (model: ModelFiles) =>
      (await withClassifier(model, (predictor) => predictor.logitsOf(one))).rows;
    const own = await logits(files);
    expect(await logits(again)).toEqual(own);
    const vocabulary = files.vocabulary.replaceAll(/^(disease|drug)\t4\t[^\t]*/gm, '$1\t4\t');
    expect(await logits({ ...files, vocabulary })).not.toEqual(own);
  });

  it.each(['bilstm', 'logistic-regression'])('go on from a checkpoint bit for bit (%s)', async (network) => {
    const changes = { network, epochs: 2, negatives: 0.5 };
    const straight = await finish(related(changes));
    const storage = memoryStorage();
    const stopped = await finish(
      related(changes, { storage }),
      (event) => event.kind === 'step' && event.point.step === 3,
    );
    expect(stopped.result).toEqual({ kind: 'paused', step: 3 });
    const resumed = await finish(related(changes, { storage }));
    expect(resumed.events[0]).toMatchObject({ kind: 'started', resumedAt: 3 });
    expect(weightsOf(resumed.result)).toEqual(weightsOf(straight.result));
    await expect(finish(related({ ...changes, negatives: 1 }, { storage }))).rejects.toThrow('settings');
  });

  it('that no pair can show are counted, and errors name documents', async () => {
    const far = relatedDocuments(1, 1)[0]!;
    const turned = { ...far, relations: [...far.relations, { from: 1, to: 0, type: '禁忌' }] };
    const { result, events } = await finish(related({ epochs: 1 }, { dev: [...dev, turned] }));
    expect(events[0]).toMatchObject({
      warnings: [{ id: 'training.relations-unreachable', params: { unreachable: 1, relations: 22 } }],
    });
    if (result.kind !== 'finished' || result.report.task !== 'relation') throw new Error('another report');
    for (const { document } of result.report.errors) expect(document).toBeLessThan(21);
  });

  it('of one kind alone, or none, are refused before training', async () => {
    const none = relatedDocuments(8).map((document) => ({ ...document, relations: [] }));
    await expect(finish(related({}, { train: none }))).rejects.toThrow('0 label');
  });
});
