/** Gathers what a batch run needs from a workspace: settings, and the files that travel with the run. */
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { BatchJob } from '../../../shared/domain/batch.ts';
import { type DeidLevel, type DeidMode, reaches } from '../../../shared/domain/deid.ts';
import { starterModelOf } from '../../../shared/domain/starter.ts';
import { isOfKind } from '../../../shared/domain/tasks.ts';
import { AppError } from '../../../shared/result.ts';
import { readOwnRanges } from '../../db/repositories/own-ranges.ts';
import { exportFolder } from '../../engine/io/model-folder.ts';
import { joinChunks } from '../../engine/io/tensor-data.ts';
import { linkerTables, packLinkerTables } from '../../inference/linker-store.ts';
import { appVersion } from '../../resources.ts';
import { loadRules } from '../../text/rules.ts';
import { usesTagger } from '../deid/deid.ts';
import { medicalNames } from '../deid/deidentify-records.ts';
import { linkerStore } from '../graph/linker.ts';
import { loadModel } from '../models/models.ts';
import { taggerInUse } from '../models/models-in-use.ts';
import { reviewOf } from '../records/corrections.ts';
import { dbOf, type Session } from '../session/session.ts';
import { partKey, runSecret } from './keys.ts';
import type { BatchSettings, PART_NAMES } from './processor.ts';

export interface BatchRequest {
  readonly job: BatchJob;
  readonly name: string;
  /** Name of a model; absent: the tagger in use, for annotations. */
  readonly model?: string | undefined;
  readonly int8?: boolean | undefined;
  readonly deid: { readonly mode: DeidMode; readonly level: DeidLevel };
  /** Higher goes first. */
  readonly priority: number;
  /** Records of a job. */
  readonly block: number;
}

type PartName = (typeof PART_NAMES)[number];

export interface Prepared {
  readonly settings: BatchSettings;
  readonly parts: ReadonlyMap<PartName, Uint8Array>;
  /** Hash of all that results depend on. */
  readonly hash: string;
}

/** @param run id, from which the secret of a de-identification is derived */
export function prepare(
  session: Session,
  { job, model: name, int8, deid }: BatchRequest,
  run: string,
): Prepared {
  const parts = new Map<PartName, Uint8Array>();
  const db = dbOf(session);
  if (job === 'annotate')
    parts.set('linker', packLinkerTables(linkerTables(db, loadRules(), linkerStore(session))));
  if (job === 'deid') parts.set('terms', serialize(medicalNames(db)));
  const model = job === 'deid' ? undefined : modelOf(session, job, name);
  if (model !== undefined) {
    const folder = [...exportFolder(model.files, model.card)].map(
      ([file, chunks]) => [file, joinChunks(chunks)] as const,
    );
    parts.set('model', serialize(new Map(folder)));
  }
  const settings: BatchSettings = {
    version: appVersion(),
    job,
    parts: Object.fromEntries([...parts].map(([part, bytes]) => [part, keyed(session, bytes)])),
    rules: [...reviewOf(session, undefined, '').rules],
    ranges: readOwnRanges(db),
    ...(model === undefined
      ? {}
      : {
          model: {
            name: model.card.name,
            labels: [...model.card.labels],
            int8: int8 === true || model.card.useInt8,
            starter: starterModelOf(model.card.id) !== undefined,
          },
        }),
    ...(job === 'deid'
      ? {
          deid: {
            ...deid,
            tagger: reaches(deid.level, 'strict') && usesTagger(session),
            secret: runSecret(session, run),
          },
        }
      : {}),
  };
  return { settings, parts, hash: sha256(JSON.stringify(settings)) };
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

function keyed(session: Session, bytes: Uint8Array) {
  const hash = sha256(bytes);
  return { sha256: hash, key: Buffer.from(partKey(session, hash)).toString('hex') };
}

/** Returns the model of a job. @throws AppError when there is none, or none that the job can use */
function modelOf(session: Session, job: BatchJob, name: string | undefined) {
  const inUse = job === 'annotate' ? taggerInUse(session) : undefined;
  const which = name ?? inUse?.id;
  if (which === undefined && job === 'annotate') return undefined;
  if (which === undefined) throw new AppError('bad-request', 'batch.needs-model', { job });
  const model = loadModel(session, which);
  const { task } = model.card;
  const fits = isOfKind('entities', task) || (job === 'predict' && isOfKind('labels', task));
  if (fits) return model;
  throw new AppError('bad-request', 'batch.other-task', { name: model.card.name, job });
}
