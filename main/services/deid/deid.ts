/** De-identifies records of an open workspace with its secret and the model in use, in the background. */
import { randomBytes } from 'node:crypto';
import { invariant } from '../../../shared/assert.ts';
import type { Out } from '../../../shared/contract/index.ts';
import {
  DEFAULT_DEID_LEVEL,
  type DeidFinding,
  type DeidLevel,
  type DeidMode,
} from '../../../shared/domain/deid.ts';
import { STARTER_SETTINGS } from '../../../shared/domain/starter.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { getModelInEditor } from '../../db/repositories/models.ts';
import { readMark, readSettings, writeMark } from '../../db/repositories/settings.ts';
import type { Deidentifier } from '../../deid/deidentify.ts';
import type { ModelSpan } from '../../deid/detect.ts';
import type { Watch } from '../background/background.ts';
import type { TaskOutputs } from '../background/protocol.ts';
import { predict } from '../models/predict.ts';
import { openRecord } from '../records/open-record.ts';
import { dbOf, type Session, throwIfCancelled } from '../session/session.ts';
import { deidentifierWith, deidTools } from './deidentify-records.ts';

const SECRET = 'deid.secret';

/** Returns the workspace's secret, created at first use. It shifts a patient's dates alike in every export. */
export function deidSecret(session: Session): string {
  const db = dbOf(session);
  return db.transaction(() => {
    const known = readMark(db, SECRET);
    if (known !== undefined) return known;
    const made = randomBytes(32).toString('hex');
    writeMark(db, SECRET, made);
    return made;
  });
}

/** Returns whether the starter tagger of identifiers joins the rules: unless the settings turn it off. */
export const usesTagger = (session: Session): boolean =>
  readSettings(dbOf(session), null)[STARTER_SETTINGS.deid];

export const deidentifierOf = (session: Session): Deidentifier =>
  deidentifierWith(dbOf(session), deidSecret(session));

/** Audits that files outside of the workspace were de-identified. */
export function noteDeidentifiedFiles(
  session: Session,
  input: string,
  detail: Readonly<Record<string, unknown>>,
): void {
  auditAlone(dbOf(session), session.actor, 'deid.files', `file:${input}`, detail);
}

/** Returns the model in use if its types include persons, places or other identifiers. */
function personModel(session: Session): ModelCard | undefined {
  const card = getModelInEditor(dbOf(session));
  const { detector } = deidTools();
  return card?.labels.some((label) => detector.fieldOfType(label) !== undefined) ? card : undefined;
}

async function modelSpans(session: Session, text: string): Promise<ModelSpan[] | undefined> {
  if (personModel(session) === undefined || text === '') return undefined;
  return (await predict(session, text)).entities;
}

export async function preview(
  session: Session,
  text: string,
  watch: Watch = {},
): Promise<Out<'deid.preview'>> {
  const model = await modelSpans(session, text);
  throwIfCancelled(watch.signal);
  return {
    findings: await session.background.run(
      'findPersons',
      { text, model, tagger: usesTagger(session) },
      watch,
    ),
    model: model === undefined ? null : (personModel(session)?.name ?? null),
  };
}

export interface ApplyRequest {
  readonly id: number;
  readonly mode: DeidMode;
  readonly text?: string | undefined;
  readonly findings?: readonly DeidFinding[] | undefined;
  readonly level?: DeidLevel | undefined;
}

/** Previews a de-identified record. @throws AppError when there is no such record */
export async function applyToDocument(
  session: Session,
  { id, mode, text, findings, level }: ApplyRequest,
  watch: Watch = {},
): Promise<Out<'deid.apply'>> {
  const document = openRecord(session, id, true);
  const record = { ...document, text: text ?? document.text, findings };
  const [hidden] = await deidentifyInBackground(session, [record], { mode, level }, watch);
  invariant(hidden !== undefined, 'one record in, one out');
  return { text: hidden.text, pieces: [...hidden.pieces], title: hidden.title };
}

export interface RecordToExport {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly findings?: readonly DeidFinding[] | undefined;
}

/** De-identifies titles and texts. The model in use adds its findings. */
export async function deidentifyInBackground(
  session: Session,
  documents: readonly RecordToExport[],
  how: { readonly mode: DeidMode; readonly level?: DeidLevel | undefined },
  watch: Watch = {},
): Promise<TaskOutputs['hideRecords']> {
  const records = [];
  for (const { id, title, text, findings } of documents) {
    throwIfCancelled(watch.signal);
    const model = findings === undefined ? await modelSpans(session, text) : undefined;
    records.push({ id: String(id), title, text, findings, model });
  }
  return session.background.run(
    'hideRecords',
    {
      records,
      hiding: {
        ...how,
        level: how.level ?? DEFAULT_DEID_LEVEL,
        secret: deidSecret(session),
        tagger: usesTagger(session),
      },
    },
    watch,
  );
}
