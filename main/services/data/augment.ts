/** Augments labelled texts by the masked language model of a stored encoder. */
import type { LabelledDocument } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import {
  type AugmentedDocument,
  augmentDocument,
  MOST_WORDS,
  unfitTokens,
} from '../../engine/tasks/augment.ts';
import { storedEncoder } from '../../engine/tasks/probe/encoder.ts';
import { ANSWERS } from '../../engine/tasks/probe/queries.ts';
import { loadSegmenter } from '../../text/segmentation.ts';
import { MASK } from '../../text/vocabulary.ts';
import { loadModel } from '../models/models.ts';
import type { Session } from '../session/session.ts';

export interface AugmentRequest {
  /** Name of an encoder with a head of masked language modelling. */
  readonly model: string;
  readonly share: number;
  readonly seed: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Yields one augmented document for each in which some word changed, in their order.
 * @throws AppError before the first when the model cannot fill masks
 */
export async function* augmentDocuments(
  session: Session,
  documents: readonly LabelledDocument[],
  { model, share, seed, onProgress }: AugmentRequest,
): AsyncGenerator<AugmentedDocument> {
  const { files } = loadModel(session, model);
  if (files.config.task !== 'encoder')
    throw new AppError(
      'bad-request',
      'models.no-encoder',
      { name: model },
      { hint: 'hint.encoder-with-mask' },
    );
  const encoder = storedEncoder(model, files);
  const { vocabulary } = encoder.reader;
  const refused = unfitTokens(vocabulary);
  if (vocabulary.id(MASK) === undefined || vocabulary.size - refused.size < ANSWERS)
    throw new AppError('bad-request', 'models.no-mask', { name: model }, { hint: 'hint.encoder-with-mask' });
  const { openGuesser } = await import('../../engine/tasks/probe/probe.ts');
  const { openExecutor } = await import('../../engine/runtime/executors.ts');
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  try {
    const guesser = await openGuesser(executor, encoder, files.weights, { longest: MOST_WORDS, refused });
    try {
      const segmenter = loadSegmenter();
      const { reader, bert } = encoder;
      const longest = bert.max_position_embeddings;
      const augmentation = { segmenter, reader, guess: guesser.guess, longest, share, seed };
      for (const [number, document] of documents.entries()) {
        const augmented = await augmentDocument(document, number, augmentation);
        if (augmented !== undefined) yield augmented;
        onProgress?.(number + 1, documents.length);
      }
    } finally {
      await guesser.dispose();
    }
  } finally {
    await executor.dispose();
  }
}
