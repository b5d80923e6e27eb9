/** Copies of labelled texts with words filled by an encoder, from which a run learns too. */
import { z } from 'zod';
import type { Parsed } from '../../../shared/contract/index.ts';
import { AugmentedText } from '../../../shared/domain/augment-settings.ts';
import { limited } from '../../../shared/domain/data-limits.ts';
import type { LabelledDocument, NerSettings, RunSettings } from '../../../shared/domain/training.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { findModelByName } from '../../db/repositories/models.ts';
import type { RunStorage } from '../../engine/train/run-types.ts';
import { readModelFiles, readModelWeights } from '../../inference/model-store.ts';
import { readFileKey } from '../../workspace/file-key.ts';
import type { Watch } from '../background/background.ts';
import type { Progress, TaskInput } from '../background/protocol.ts';
import { augmenterOf, fillDocuments } from '../data/augment.ts';
import { getDataSet } from '../data/data-sets.ts';
import { readDocuments } from '../data/data-store.ts';
import { dbOf, type Session } from '../session/session.ts';
import type { PretrainedSource, TrainRequest } from './process/protocol.ts';
import { storedModel } from './run-pretrained.ts';

type Augmenter = Extract<PretrainedSource, { kind: 'stored' }>;

/** Returns the encoder that fills texts of a run, or `undefined`. @throws AppError when it is missing or cannot fill masks */
export function augmenterOfRun(session: Session, settings: RunSettings): Augmenter | undefined {
  if (settings.task !== 'ner' || settings.augment === undefined) return undefined;
  if (settings.unlabelled !== undefined) throw new AppError('bad-request', 'training.augment-or-unlabelled');
  return augmenterNamed(session, settings.augment);
}

function augmenterNamed(session: Session, name: string): Augmenter {
  const card = findModelByName(dbOf(session), name);
  if (card === undefined)
    throw new AppError('not-found', 'models.not-found', { name }, { hint: 'hint.encoder-with-mask' });
  const source = storedModel(session, card.id);
  augmenterOf(name, { ...source, weights: [] });
  return source;
}

/** Texts filled before they are kept: what a run that is stopped need not fill again. */
const PART = 64;
const Part = z.array(AugmentedText);

/**
 * Returns the filled texts, without those that the settings reject. The run's folder keeps them, so that a resumed run
 * reads the same ones; `undefined` when the signal is aborted before the last one.
 */
export async function augmentedTexts(
  { settings, augment, workspaceDir, fileKey }: TrainRequest & { readonly settings: NerSettings },
  storage: RunStorage,
  documents: readonly LabelledDocument[],
  signal: AbortSignal,
): Promise<AugmentedText[] | undefined> {
  const { augment: name, augmentShare: share, augmentRejected, seed } = settings;
  if (augment === undefined || name === undefined) return [];
  const { id, config, vocabulary } = augment;
  const found: AugmentedText[] = [];
  for (let from = 0; from < documents.length; from += PART) {
    const file = `augmented-${from / PART}`;
    const kept = storage.read(file);
    if (kept !== undefined) {
      found.push(...Part.parse(JSON.parse(new TextDecoder().decode(kept))));
      continue;
    }
    const files = { config, vocabulary, weights: readModelWeights(workspaceDir, fileKey, id) };
    const filled = fillDocuments({ name, files }, documents.slice(from), { share, seed });
    let part: AugmentedText[] = [];
    let next = from;
    for await (const augmented of filled) {
      if (signal.aborted) return undefined;
      if (augmented !== undefined) part.push(augmented);
      if (++next % PART > 0 && next < documents.length) continue;
      storage.write(`augmented-${Math.ceil(next / PART) - 1}`, [
        new TextEncoder().encode(JSON.stringify(part)),
      ]);
      found.push(...part);
      part = [];
    }
    break;
  }
  const rejected = new Set(augmentRejected.split(' '));
  return found.filter(({ mark }) => !rejected.has(mark));
}

/** Returns what a run is told about its filled texts. */
export const augmentedWarning = (encoder: string, texts: readonly AugmentedText[]): Message =>
  message('training.augmented', {
    encoder,
    texts: texts.length,
    words: texts.reduce((sum, { fillings }) => sum + fillings.length, 0),
  });

/** Fills the first texts of a data set in the background, as a run with these settings would. @throws AppError as above */
export function previewAugmentation(
  session: Session,
  { train, encoder, ...options }: Parsed<'runs.augmented'>,
  watch: Watch,
): Promise<AugmentedText[]> {
  const { sha256 } = getDataSet(session, train);
  const { id } = augmenterNamed(session, encoder);
  const workspaceDir = session.workspace.dir;
  return session.background.run('augment', { ...options, id, encoder, sha256, workspaceDir }, watch);
}

/** Fills texts of a data set by a stored encoder, as a background task. */
export async function augmentStored(
  db: ReadDb,
  { id, encoder, sha256, trainDocuments, most, workspaceDir, ...filling }: TaskInput<'augment'>,
  progress: Progress,
): Promise<AugmentedText[]> {
  const fileKey = readFileKey(db);
  const files = readModelFiles(db, workspaceDir, fileKey, id);
  const documents = limited(readDocuments(workspaceDir, fileKey, sha256), trainDocuments).slice(0, most);
  const found: AugmentedText[] = [];
  let done = 0;
  for await (const augmented of fillDocuments({ name: encoder, files }, documents, filling)) {
    if (augmented !== undefined) found.push(augmented);
    progress('asking', ++done, documents.length);
  }
  return found;
}
