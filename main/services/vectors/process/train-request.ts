/** Trains word vectors, from the request to a sealed file of vectors. */
import { join } from 'node:path';
import { describeVectors } from '../../../engine/embeddings/describe-vectors.ts';
import type { StoredVectors } from '../../../engine/embeddings/stored-vectors.ts';
import { trainWordVectors } from '../../../engine/embeddings/train.ts';
import { writeStoredVectors } from '../../../inference/vector-store.ts';
import { takeRunFolder } from '../../runs/run-folder.ts';
import { runStorage } from '../../runs/run-storage.ts';
import { collectTexts } from './collected-texts.ts';
import {
  TRAINED,
  type VectorTrainEvent,
  type VectorTrainOutcome,
  type VectorTrainRequest,
} from './protocol.ts';

/** Aborting the signal pauses; the same request resumes from there. */
export async function* trainRequest(
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
