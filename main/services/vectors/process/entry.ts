/**
 * Entry of the process of word vectors, which trains one set or answers queries. A training writes a checkpoint and
 * ends after its parent has ended.
 */

import { join } from 'node:path';
import { describeVectors } from '../../../engine/embeddings/describe-vectors.ts';
import type { StoredVectors } from '../../../engine/embeddings/stored-vectors.ts';
import { trainWordVectors } from '../../../engine/embeddings/train.ts';
import { writeStoredVectors } from '../../../inference/vector-store.ts';
import { lowerPriority } from '../../../processes/low-process-priority.ts';
import { limitMemory, shareOfMemory } from '../../../processes/memory-limit.ts';
import { forEachStep, type RequestContext, serve } from '../../../processes/serve.ts';
import { takeRunFolder } from '../../runs/run-folder.ts';
import { runStorage } from '../../runs/run-storage.ts';
import { collectTexts } from './collected-texts.ts';
import {
  TRAINED,
  type VectorMethods,
  type VectorQuestion,
  type VectorTrainEvent,
  type VectorTrainOutcome,
  type VectorTrainRequest,
} from './protocol.ts';
import { VectorReader } from './reader.ts';

/** Longest time for the blocks under way and a checkpoint. */
const LAST_BLOCKS_MS = 60_000;
const SHARE_EVERY_MS = 200;

const reader = new VectorReader();

function answer<Q extends VectorQuestion>(question: Q) {
  return ({ input, access }: VectorMethods[Q]['input'], { emit }: RequestContext<number>) => {
    let told = performance.now();
    const onShare = (share: number): void => {
      if (performance.now() - told < SHARE_EVERY_MS) return;
      told = performance.now();
      emit(share);
    };
    return reader.answers[question](input, { access, onShare });
  };
}

serve<VectorMethods>(
  {
    train: (request, { signal, emit }) => {
      lowerPriority();
      return forEachStep(trainRequest(request, signal), emit);
    },
    neighbours: answer('neighbours'),
    tokens: answer('tokens'),
    points: answer('points'),
    export: answer('export'),
    import: answer('import'),
  },
  { method: 'train', ms: LAST_BLOCKS_MS },
);
limitMemory(shareOfMemory());

/** Trains word vectors into a sealed file. Aborting the signal pauses; the same request resumes from there. */
async function* trainRequest(
  request: VectorTrainRequest,
  signal: AbortSignal,
  checkpointSeconds?: number,
): AsyncGenerator<VectorTrainEvent, VectorTrainOutcome> {
  const { settings, folder } = request;
  const leave = await takeRunFolder(folder);
  try {
    const { fileKey } = request.access;
    const storage = runStorage(folder, fileKey);
    const { corpus, userWords, texts } = yield* collectTexts(request, storage);
    const input = {
      settings,
      texts,
      userWords,
      storage,
      ...(checkpointSeconds === undefined ? {} : { checkpointSeconds }),
    };
    const result = yield* trainWordVectors(input, signal);
    if (result.kind === 'paused') return { kind: 'paused' };
    const { vectors, seconds } = result;
    const stored: StoredVectors = { vectors, folded: settings.folded, userWords };
    writeStoredVectors(join(folder, TRAINED), stored, fileKey);
    return { kind: 'finished', facts: describeVectors(stored), corpus, seconds };
  } finally {
    leave();
  }
}
