/** From documents to a trained tagger and back to entities. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { TaggerConfig } from '../../../../main/engine/models/tagger/config.ts';
import { TAGGING_HEADS } from '../../../../main/engine/models/tagger/heads.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { batchWindows, emissionsOfWindows } from '../../../../main/engine/tasks/ner/batches.ts';
import { decodeEntities } from '../../../../main/engine/tasks/ner/decode.ts';
import { nerHead } from '../../../../main/engine/tasks/ner/forward.ts';
import { scoreEntities } from '../../../../main/engine/tasks/ner/metrics.ts';
import {
  type NerReader,
  predictionWindows,
  trainingWindows,
} from '../../../../main/engine/tasks/ner/windows.ts';
import { createTagSet } from '../../../../main/text/tag-set.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { mergeRows } from '../../../../main/text/windows.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import { onReferenceBackend } from '../layers/tensors.ts';
import { batchTensors, overfit, paramTensors, tidied } from '../models/eager.ts';

onReferenceBackend();

const DOCUMENTS = [
  {
    text: '患者无胸痛，发热三天',
    entities: [
      { start: 3, end: 5, type: 'symptom' },
      { start: 6, end: 8, type: 'symptom' },
      { start: 8, end: 10, type: 'time' },
    ],
  },
  {
    text: '咳嗽三天',
    entities: [
      { start: 0, end: 2, type: 'symptom' },
      { start: 2, end: 4, type: 'time' },
    ],
  },
];

describe.each(['softmax', 'crf', 'global-pointer', 'biaffine'] as const)(
  'a character tagger with %s',
  (headKind) => {
    it('finds again what it was trained on, through overlapping windows', () => {
      const before = tf.memory().numTensors;
      const tags = { types: ['symptom', 'time'], scheme: 'BIO' } as const;
      const chars = [...new Set(DOCUMENTS.flatMap(({ text }) => [...text]))];
      const vocabulary = createVocabulary(['[PAD]', '[UNK]', ...chars]);
      const reader: NerReader = {
        tokenize: wordPieceTokenizer(vocabulary),
        vocabulary,
        tagSet: createTagSet(tags.types, tags.scheme),
        specials: false,
        head: headKind,
      };
      const config = TaggerConfig.parse({
        front: { kind: 'embedding', vocabSize: vocabulary.size, size: 8 },
        middle: { kind: 'none' }, // each character of these texts has one tag, whatever the window
        head: headKind,
        tags,
      });
      const model = tagger(config);
      const width = TAGGING_HEADS[headKind].width(reader.tagSet);
      const size = { batch: 4, length: 6 };
      const windows = DOCUMENTS.flatMap(
        (document) => trainingWindows(document, reader, { length: 12, overlap: 2 }).windows,
      );
      // Whole texts: only spans within a window are learnt to be none.
      const whole = { batch: 4, length: 12 };
      const batch = batchWindows(windows, reader, whole);
      const { losses, values } = overfit(model, {
        inputs: [...model.inputs(whole), ...model.targets(whole)],
        batch: Object.fromEntries(Object.entries(batch).map(([name, data]) => [name, [...data]])),
        steps: 40,
        learningRate: 0.05,
      });
      expect(losses.at(-1)!).toBeLessThan(0.1 * losses[0]!);

      const head = nerHead(config, Object.fromEntries(values), 6);
      const outcomes = DOCUMENTS.map(({ text, entities }) => {
        const { tokens, windows: parts } = predictionWindows(text, reader, { length: 6, overlap: 2 });
        const padded = batchWindows(parts, reader, size);
        const emissions = tidied(() => {
          const arrays = Object.fromEntries(Object.entries(padded).map(([name, data]) => [name, [...data]]));
          const result = model.forward(
            paramTensors(model.params, values),
            batchTensors(model.inputs(size), arrays),
          );
          return Float32Array.from(result.emissions!.dataSync());
        });
        const rows = emissionsOfWindows(emissions, parts, [size.batch, size.length, width]);
        const plan = parts.map(({ window }) => window);
        const merged = mergeRows(plan, rows, width);
        return { gold: entities, predicted: decodeEntities(merged, tokens, { tagSet: reader.tagSet, head }) };
      });
      expect(scoreEntities(outcomes)).toMatchObject({ f1: 1, support: 5, relaxed: { f1: 1 } });
      expect(tf.memory().numTensors).toBe(before);
    });
  },
);
