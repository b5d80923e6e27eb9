/** De-identification with what the workspace knows: its graph, its secret, the model in use. */
import { randomBytes } from 'node:crypto';
import { invariant } from '../../shared/assert.ts';
import type { Out } from '../../shared/contract.ts';
import type { AnnotatedDocument, Loss } from '../../shared/domain/annotation.ts';
import type { DeidFinding, DeidMode } from '../../shared/domain/deid.ts';
import type { ModelCard } from '../../shared/domain/training.ts';
import type { ReadDb } from '../db/connection.ts';
import { getModelInEditor } from '../db/repositories/models.ts';
import { typeOfName } from '../db/repositories/name-types.ts';
import { readMark, writeMark } from '../db/repositories/settings.ts';
import {
  type Deidentifier,
  deidentify,
  deidentifyAnnotated,
  type HiddenRecord,
  type RecordToHide,
} from '../deid/deidentify.ts';
import { buildDetector, type DeidDetector, type ModelSpan } from '../deid/detect.ts';
import { type DeidRules, loadDeidRules } from '../deid/rules.ts';
import { buildPatientReader, type PatientReader } from '../text/patient.ts';
import { loadRules } from '../text/rules.ts';
import { getDocument } from './documents.ts';
import { predict } from './predict.ts';
import { dbOf, type Session } from './session.ts';

/** The rules are read once a process. */
let loaded: { rules: DeidRules; detector: DeidDetector; patient: PatientReader } | undefined;

function tools() {
  if (loaded === undefined) {
    const rules = loadDeidRules();
    loaded = { rules, detector: buildDetector(rules), patient: buildPatientReader(loadRules().patient) };
  }
  return loaded;
}

const SECRET = 'deid.secret';

/** Made at first use and kept in the workspace: the same patient's dates move alike in every export. */
function secretOf(session: Session): string {
  const db = dbOf(session);
  return db.transaction(() => {
    const known = readMark(db, SECRET);
    if (known !== undefined) return known;
    const made = randomBytes(32).toString('hex');
    writeMark(db, SECRET, made);
    return made;
  });
}

/** What these entities are called names no person. */
const MEDICINE: ReadonlySet<string> = new Set([
  'disease',
  'symptom',
  'sign',
  'finding',
  'exam',
  'drug',
  'treatment',
  'anatomy',
  'cause',
]);
/** Words whose look-up is kept. */
const KEPT_WORDS = 20_000;

function termReader(db: ReadDb): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const type = typeOfName(db, word);
    const isTerm = type !== undefined && MEDICINE.has(type);
    if (known.size >= KEPT_WORDS) known.clear();
    known.set(word, isTerm);
    return isTerm;
  };
}

export function deidentifierOf(session: Session): Deidentifier {
  const { rules, detector, patient } = tools();
  return {
    rules,
    detector,
    secret: secretOf(session),
    isTerm: termReader(dbOf(session)),
    readPatient: (text) => patient.read(text),
    sexes: new Map(),
  };
}

/** The model in use, when its types include persons, places or other fields. */
export function personModel(session: Session): ModelCard | undefined {
  const card = getModelInEditor(dbOf(session), 'ner');
  const { detector } = tools();
  return card?.labels.some((label) => detector.fieldOfType(label) !== undefined) ? card : undefined;
}

async function modelSpans(session: Session, text: string): Promise<ModelSpan[] | undefined> {
  if (personModel(session) === undefined || text === '') return undefined;
  return (await predict(session, text)).entities;
}

export async function preview(session: Session, text: string): Promise<Out<'deid.preview'>> {
  const { detector, isTerm } = deidentifierOf(session);
  const model = await modelSpans(session, text);
  return {
    findings: detector.detect(text, {
      ...(isTerm === undefined ? {} : { isTerm }),
      ...(model === undefined ? {} : { model }),
    }),
    model: model === undefined ? null : (personModel(session)?.name ?? null),
  };
}

/** A record as it would leave. @throws AppError when there is no such document */
export async function applyToDocument(
  session: Session,
  {
    id,
    mode,
    text,
    findings,
  }: { id: number; mode: DeidMode; text?: string | undefined; findings?: readonly DeidFinding[] | undefined },
): Promise<Out<'deid.apply'>> {
  const document = getDocument(session, id);
  const [hidden] = await hideRecords(session, [{ ...document, text: text ?? document.text, findings }], mode);
  invariant(hidden !== undefined, 'one record in, one out');
  return { text: hidden.text, pieces: [...hidden.pieces], title: hidden.title };
}

export interface RecordOfWorkspace {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly findings?: readonly DeidFinding[] | undefined;
}

/** Titles and texts without what points to their patients; the model in use helps where it can. */
export async function hideRecords(
  session: Session,
  documents: readonly RecordOfWorkspace[],
  mode: DeidMode,
): Promise<HiddenRecord[]> {
  const deidentifier = deidentifierOf(session);
  const records: RecordToHide[] = [];
  for (const { id, title, text, findings } of documents) {
    const model = findings === undefined ? await modelSpans(session, text) : undefined;
    records.push({ id: String(id), title, text, findings, model });
  }
  // Made-up names follow the patient's sex, which another record may tell.
  if (mode === 'surrogate' && records.length > 1)
    for (const record of records) deidentify(deidentifier, record, mode);
  return records.map((record) => deidentify(deidentifier, record, mode));
}

/** Annotated documents as they may leave; their items move with the texts, and what is lost is counted. */
export function hideAnnotated(
  session: Session,
  documents: readonly AnnotatedDocument[],
  mode: DeidMode,
): { documents: AnnotatedDocument[]; losses: Loss[]; findings: number } {
  const deidentifier = deidentifierOf(session);
  const losses = new Map<string, Loss>();
  const names = new Set<string>();
  let findings = 0;
  // Made-up names follow the patient's sex, which another document may tell.
  if (mode === 'surrogate')
    for (const { name, text } of documents) deidentify(deidentifier, { text, title: name, id: name }, mode);
  const hidden = documents.map((document) => {
    const one = deidentifyAnnotated(deidentifier, document, mode);
    findings += one.findings.length;
    for (const loss of one.losses) {
      const known = losses.get(loss.what);
      losses.set(loss.what, known === undefined ? loss : { ...known, count: known.count + loss.count });
    }
    return { ...one.document, name: unusedName(one.document.name, names) };
  });
  return { documents: hidden, losses: [...losses.values()], findings };
}

/** 【姓名】-入院记录, then 【姓名】-入院记录-2: masked names are no longer unique. */
export function unusedName(name: string, used: Set<string>): string {
  let free = name;
  for (let n = 2; used.has(free); n++) free = `${name}-${n}`;
  used.add(free);
  return free;
}
