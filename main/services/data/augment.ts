/** Augments labelled texts by the masked language model of a stored encoder. */
import type { AugmentedText } from '../../../shared/domain/augment-settings.ts';
import type { LabelledDocument } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import type { ModelFiles } from '../../engine/io/model-files.ts';
import { augmentDocument, MOST_WORDS, unfitTokens } from '../../engine/tasks/augment.ts';
import { storedEncoder } from '../../engine/tasks/probe/encoder.ts';
import { ANSWERS } from '../../engine/tasks/probe/queries.ts';
import { loadSegmenter } from '../../text/segmentation.ts';
import { MASK } from '../../text/vocabulary.ts';
import { loadModel } from '../models/models.ts';
import type { Session } from '../session/session.ts';

interface Filling {
  readonly share: number;
  readonly seed: number;
}

export interface AugmentRequest extends Filling {
  /** Name of an encoder with a head of masked language modelling. */
  readonly model: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Yields one augmented document for each in which some word changed, in their order.
 * @throws AppError before the first when the model cannot fill masks
 */
export async function* augmentDocuments(
  session: Session,
  documents: readonly LabelledDocument[],
  { model, onProgress, ...filling }: AugmentRequest,
): AsyncGenerator<AugmentedText> {
  const filled = fillDocuments({ name: model, ...loadModel(session, model) }, documents, filling);
  let done = 0;
  for await (const augmented of filled) {
    if (augmented !== undefined) yield augmented;
    onProgress?.(++done, documents.length);
  }
}

/** Yields each document augmented, `undefined` where no word changed. @throws AppError before the first as above */
export async function* fillDocuments(
  { name, files }: { readonly name: string; readonly files: ModelFiles },
  documents: readonly LabelledDocument[],
  { share, seed }: Filling,
): AsyncGenerator<AugmentedText | undefined> {
  const { encoder, refused } = augmenterOf(name, files);
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
      for (const document of documents) yield await augmentDocument(document, augmentation);
    } finally {
      await guesser.dispose();
    }
  } finally {
    await executor.dispose();
  }
}

/** Returns the encoder, and the tokens that it may not fill. @throws AppError `bad-request` when it cannot fill masks */
export function augmenterOf(name: string, files: ModelFiles) {
  const hint = { hint: 'hint.encoder-with-mask' } as const;
  if (files.config.task !== 'encoder') throw new AppError('bad-request', 'models.no-encoder', { name }, hint);
  const encoder = storedEncoder(name, files);
  const { vocabulary } = encoder.reader;
  const refused = unfitTokens(vocabulary);
  if (vocabulary.id(MASK) === undefined || vocabulary.size - refused.size < ANSWERS)
    throw new AppError('bad-request', 'models.no-mask', { name }, hint);
  return { encoder, refused };
}
