/** De-identifies records of an open workspace with its secret and the model in use, in the background. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { invariant } from '../../../shared/assert.ts';
import type { Out } from '../../../shared/contract/index.ts';
import {
  DEFAULT_DEID_LEVEL,
  type DeidFinding,
  type DeidLevel,
  type DeidMode,
  type Generalisation,
} from '../../../shared/domain/deid.ts';
import type { LookRisk } from '../../../shared/domain/second-look.ts';
import { STARTER_SETTINGS } from '../../../shared/domain/starter.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { getModelInUse } from '../../db/repositories/models.ts';
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
  return db.nestedTransaction(() => {
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

/** Digits of the hash of a file's name. */
const NAME_DIGITS = 12;

/**
 * Audits that files outside of the workspace were de-identified. Their names may be those of patients: a hash under
 * the workspace's secret tells whether a file is the same, and names nobody.
 */
export function noteDeidentifiedFiles(
  session: Session,
  input: string,
  detail: Readonly<Record<string, unknown>>,
): void {
  const db = dbOf(session);
  // One transaction: the secret may be made for the name.
  db.nestedTransaction(() =>
    appendAudit(db, session.actor, 'deid.files', `file:${hashOfName(session, input)}`, detail),
  );
}

const hashOfName = (session: Session, name: string): string =>
  createHmac('sha256', deidSecret(session)).update(name).digest('hex').slice(0, NAME_DIGITS);

/** Returns the model in use if its types include persons, places or other identifiers. */
function personModel(session: Session): ModelCard | undefined {
  const card = getModelInUse(dbOf(session), 'entities');
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
  readonly generalise?: HowToHide['generalise'];
}

/** Previews a de-identified record. @throws AppError when there is no such record */
export async function applyToDocument(
  session: Session,
  { id, mode, text, findings, level, generalise }: ApplyRequest,
  watch: Watch = {},
): Promise<Out<'deid.apply'>> {
  const document = openRecord(session, id, true);
  const record = { ...document, text: text ?? document.text, findings };
  const { records } = await deidentifyInBackground(session, [record], { mode, level, generalise }, watch);
  const [hidden] = records;
  invariant(hidden !== undefined, 'one record in, one out');
  return { text: hidden.text, pieces: [...hidden.pieces], title: hidden.title };
}

export interface HowToHide {
  readonly mode: DeidMode;
  readonly level?: DeidLevel | undefined;
  /** Removes undecided places of the second look of this risk and of graver ones. */
  readonly removeFrom?: LookRisk | undefined;
  readonly generalise?: readonly Generalisation[] | undefined;
}

export interface RecordToExport {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly findings?: readonly DeidFinding[] | undefined;
}

/** Findings of the last records of a session that were looked through, so that their export need not search again. */
const lastFindings = new WeakMap<
  object,
  { readonly key: string; readonly findings: readonly DeidFinding[][] }
>();

const keyOf = (documents: readonly RecordToExport[], how: object): string =>
  createHash('sha256')
    .update(JSON.stringify([documents, how]))
    .digest('hex');

/** De-identifies titles and texts and looks at them again. The model in use adds its findings. */
export async function deidentifyInBackground(
  session: Session,
  documents: readonly RecordToExport[],
  { removeFrom, ...how }: HowToHide,
  watch: Watch = {},
): Promise<TaskOutputs['hideRecords']> {
  const key = keyOf(documents, { ...how, model: personModel(session)?.id, tagger: usesTagger(session) });
  const last = lastFindings.get(session.workspace);
  const known = last?.key === key ? last.findings : undefined;
  const records = [];
  for (const [i, { id, title, text, findings: given }] of documents.entries()) {
    throwIfCancelled(watch.signal);
    const findings = given ?? known?.[i];
    const model = findings === undefined ? await modelSpans(session, text) : undefined;
    records.push({ id: String(id), title, text, findings, model });
  }
  const hidden = await session.background.run(
    'hideRecords',
    {
      records,
      hiding: {
        ...how,
        level: how.level ?? DEFAULT_DEID_LEVEL,
        secret: deidSecret(session),
        tagger: usesTagger(session),
        removeFrom,
      },
    },
    watch,
  );
  lastFindings.set(session.workspace, { key, findings: hidden.records.map(({ findings }) => [...findings]) });
  return hidden;
}
