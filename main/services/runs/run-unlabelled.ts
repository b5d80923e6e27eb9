/** Texts without labels that a run learns from: a corpus of the workspace as it was at the start. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DataSet, RunSettings } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import type { RunStorage } from '../../engine/train/run-types.ts';
import { SILVER } from '../../engine/train/self-training.ts';
import { findDataSet } from '../data/data-sets.ts';
import { readCorpusDocuments } from '../data/data-store.ts';
import { findModel } from '../models/models.ts';
import type { Session } from '../session/session.ts';
import type { PretrainedSource, TrainRequest } from './process/protocol.ts';
import { storedModel } from './run-pretrained.ts';

/** Returns the corpus that the settings name, or `undefined`. @throws AppError when it is missing or labelled */
export function unlabelledSet(session: Session, settings: RunSettings): DataSet | undefined {
  if (settings.task !== 'ner' || settings.unlabelled === undefined) return undefined;
  const set = findDataSet(session, settings.unlabelled);
  const { name, task } = set;
  if (task === 'pretrain') return set;
  throw new AppError('bad-request', 'data.not-for-task', { name, task, wanted: 'pretrain' });
}

type Teacher = Extract<PretrainedSource, { kind: 'stored' }>;

/**
 * Returns the tagger that marks the texts without labels, or `undefined`; one that has marked them may be gone.
 * @throws AppError when there are no such texts, or it is missing, no tagger or ignorant of types of the training set
 */
export function teacherOf(
  session: Session,
  { settings, types, folder }: { settings: RunSettings; types?: readonly string[]; folder?: string },
): Teacher | undefined {
  if (settings.task !== 'ner' || settings.teacher === undefined) return undefined;
  if (folder !== undefined && existsSync(join(folder, SILVER))) return undefined;
  const { teacher: name, unlabelled } = settings;
  if (unlabelled === undefined) throw new AppError('bad-request', 'training.teacher-without-texts', { name });
  const card = findModel(session, name);
  if (card.task !== 'ner') throw new AppError('bad-request', 'training.teacher-no-tagger', { name });
  const unknown = (types ?? []).filter((type) => !card.labels.includes(type));
  if (unknown.length > 0)
    throw new AppError('bad-request', 'training.teacher-lacks', { name, types: unknown.join(', ') });
  return storedModel(session, card.id);
}

/** Name of the copy in a run's folder. */
const FILE = 'unlabelled';
const Texts = z.array(z.string());

/** Returns the hash of the corpus; empty for a run whose folder has a copy, so that the corpus may be gone. */
export const unlabelledHash = (
  session: Session,
  settings: RunSettings,
  folder: string,
): string | undefined => (existsSync(join(folder, FILE)) ? '' : unlabelledSet(session, settings)?.sha256);

/** Returns the texts of the corpus, which the run's folder keeps. */
export function unlabelledTexts(
  { unlabelled = '', workspaceDir, fileKey }: TrainRequest,
  storage: RunStorage,
): readonly string[] {
  const kept = storage.read(FILE);
  if (kept !== undefined) return Texts.parse(JSON.parse(new TextDecoder().decode(kept)));
  const texts = readCorpusDocuments(workspaceDir, fileKey, unlabelled).map(({ text }) => text);
  storage.write(FILE, [new TextEncoder().encode(JSON.stringify(texts))]);
  return texts;
}
