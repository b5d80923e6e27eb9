/** De-identification with a workspace's database and secret. Needs no session and writes nothing. */
import type { AnnotatedDocument, Loss } from '../../../shared/domain/annotation.ts';
import { type DeidFinding, reaches } from '../../../shared/domain/deid.ts';
import type { LookReport } from '../../../shared/domain/second-look.ts';
import type { ReadDb } from '../../db/connection.ts';
import { beginningsOfNames, namesOfTypes, typeOfName } from '../../db/repositories/name-types.ts';
import { annotatedParts, originalOf, withoutAnnotated } from '../../deid/annotated-parts.ts';
import { type Deidentifier, DeidRun, deidentifyAnnotated } from '../../deid/deidentify.ts';
import { buildDetector, type DeidDetector } from '../../deid/detect.ts';
import { type DeidRules, loadDeidRules } from '../../deid/rules.ts';
import { mergeLosses } from '../../formats/annotations/losses.ts';
import { buildPatientReader, type PatientReader } from '../../text/patient.ts';
import { loadRules } from '../../text/rules.ts';
import type { HiddenRecords, Progress, TaskInput } from '../background/protocol.ts';
import { type IdentifierTagger, identifierTagger, markedInGroups } from './identifier-tagger.ts';
import { LookRun, removalFindings, storedDecisions, withoutPart } from './look-run.ts';

/** Rules, read once a process. */
let loaded: { rules: DeidRules; detector: DeidDetector; patient: PatientReader } | undefined;

export function deidTools() {
  if (loaded === undefined) {
    const rules = loadDeidRules();
    loaded = { rules, detector: buildDetector(rules), patient: buildPatientReader(loadRules().patient) };
  }
  return loaded;
}

/** Types of entities whose names are no names of persons. */
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

/** Returns the normalised names of the graph that are no names of persons. */
export const medicalNames = (db: ReadDb): Set<string> => namesOfTypes(db, [...MEDICINE]);

/** Size of the cache of looked-up words. */
const KEPT_WORDS = 20_000;
/** Words after which the beginnings of all names are read, so that most other words need no look into the database. */
const FEW_WORDS = 1000;

function termReader(db: ReadDb): (word: string) => boolean {
  const known = new Map<string, boolean>();
  let beginnings: ReadonlySet<string> | undefined;
  return (word) => {
    if (beginnings !== undefined && !beginnings.has(word.slice(0, 2)) && !/^.?[\s\ud800-\udfff]/.test(word))
      return false;
    const before = known.get(word);
    if (before !== undefined) return before;
    if (known.size === FEW_WORDS) beginnings ??= beginningsOfNames(db, [...MEDICINE]);
    const type = typeOfName(db, word);
    const isTerm = type !== undefined && MEDICINE.has(type);
    if (known.size >= KEPT_WORDS) known.clear();
    known.set(word, isTerm);
    return isTerm;
  };
}

/** @param secret of the workspace; shifts a patient's dates alike in every export */
export function deidentifierWith(db: ReadDb, secret: string): Deidentifier {
  const { rules, detector, patient } = deidTools();
  return {
    rules,
    detector,
    secret,
    isTerm: termReader(db),
    readPatient: (text) => patient.read(text),
    sexes: new Map(),
  };
}

/** Finds certain and possible identifiers of persons in a text. */
export async function findPersons(
  db: ReadDb,
  { text, model, tagger }: TaskInput<'findPersons'>,
): Promise<DeidFinding[]> {
  const marks = await (await taggerIf(tagger))?.(text);
  const options = {
    isTerm: termReader(db),
    level: 'strictest' as const,
    marks,
    ...(model === undefined ? {} : { model }),
  };
  return deidTools().detector.detect(text, options);
}

const taggerIf = async (wanted: boolean): Promise<IdentifierTagger | undefined> =>
  wanted ? identifierTagger() : undefined;

/** De-identifies titles and texts, then looks at them a second time. */
export async function deidentifyRecords(
  db: ReadDb,
  { records, hiding }: TaskInput<'hideRecords'>,
  progress: Progress,
): Promise<HiddenRecords> {
  const { mode, secret, level, tagger, removeFrom, generalise } = hiding;
  const tools = { ...deidentifierWith(db, secret), level, generalise };
  const run = new DeidRun(tools);
  const steps = new Steps(progress, records.length);
  const marksOf = await taggerIf(tagger && reaches(level, 'strict'));
  const read = [];
  const textOf = ({ findings, text }: (typeof records)[number]) =>
    findings === undefined ? text : undefined;
  for await (const { item: record, marks } of markedInGroups(records, textOf, marksOf)) {
    steps.next();
    read.push({ record, found: run.read({ ...record, marks }) });
  }
  const looking = new LookRun(db, tools, { decisions: storedDecisions(db, secret), removeFrom });
  const hidden = read.map(({ record, found }) => {
    const one = run.finish(record, found, mode);
    looking.learn(record.text, one.findings);
    return { record, one };
  });
  const finished = hidden.map(({ record, one }) => {
    const { title, text, pieces, findings } = one;
    const parts = [
      { part: 'text', text, pieces },
      { part: 'title', text: title },
    ];
    const original = `${record.title}\n${record.text}`;
    const removed = looking.look({
      object: `document:${record.id}`,
      title,
      parts,
      original,
      finer: one.finer,
    });
    if (removed.length === 0) return { text, title, pieces, findings };
    const all = [...findings, ...removalFindings(pieces, removed)];
    const again = run.finish({ ...record, findings: all }, { ...one, findings: all }, mode);
    const newTitle = withoutPart(title, removed, 'title');
    return { text: again.text, title: newTitle, pieces: again.pieces, findings };
  });
  return { records: finished, look: looking.report() };
}

/** A document of a project with its id there, by which decisions about it are kept. */
export interface IdentifiedDocument extends AnnotatedDocument {
  readonly id?: number | undefined;
}

interface HiddenDocuments {
  readonly documents: AnnotatedDocument[];
  readonly losses: Loss[];
  readonly findings: number;
  readonly look: LookReport;
  /** De-identifies what is written beside the documents, such as the name of their file. */
  readonly hideBeside: (text: string) => string;
}

/** De-identifies annotated documents and looks at them a second time. Items move with the texts; lost ones are counted. */
export async function deidentifyDocuments(
  db: ReadDb,
  deidentifier: Deidentifier,
  documents: readonly IdentifiedDocument[],
  { mode, tagger, removeFrom }: Pick<TaskInput<'hideRecords'>['hiding'], 'mode' | 'tagger' | 'removeFrom'>,
  progress: Progress = () => undefined,
): Promise<HiddenDocuments> {
  const names = new Set<string>();
  const run = new DeidRun(deidentifier);
  const steps = new Steps(progress, documents.length);
  const marksOf = await taggerIf(tagger && reaches(deidentifier.level ?? 'ordinary', 'strict'));
  const read = [];
  for await (const { item: document, marks } of markedInGroups(documents, ({ text }) => text, marksOf)) {
    steps.next();
    const { name, text } = document;
    read.push({ document, found: run.read({ text, title: name, id: name, marks }) });
  }
  const decisions = storedDecisions(db, deidentifier.secret);
  const looking = new LookRun(db, deidentifier, { decisions, removeFrom });
  const hidden = read.map(({ document, found }) => {
    const { name, text } = document;
    const known = run.extended({ text, title: name, id: name }, found);
    const one = deidentifyAnnotated(deidentifier, document, mode, known);
    looking.learn(text, one.findings);
    return { document, known, one };
  });
  const losses: Loss[] = [];
  let findings = 0;
  const finished = hidden.map(({ document, known, one }, i) => {
    const object = `project-document:${document.id ?? i + 1}`;
    const parts = annotatedParts(one.document, one.pieces);
    const original = originalOf(document);
    const removed = looking.look({ object, title: one.document.name, parts, original, finer: one.finer });
    const all = [...one.findings, ...removalFindings(one.pieces, removed)];
    const again =
      removed.length === 0
        ? one
        : deidentifyAnnotated(deidentifier, document, mode, { ...known, findings: all });
    const clean = withoutAnnotated(again.document, removed, withoutPart);
    findings += one.findings.length;
    losses.push(...again.losses);
    return { ...clean, name: unusedName(clean.name, names) };
  });
  const hideBeside = (text: string): string => {
    if (text === '') return '';
    const record = { text, title: '', id: text };
    return run.finish(record, run.read(record), mode).text;
  };
  return { documents: finished, losses: mergeLosses(losses), findings, look: looking.report(), hideBeside };
}

/** Reports progress before each step. */
class Steps {
  readonly #progress: Progress;
  readonly #total: number;
  #done = 0;

  constructor(progress: Progress, total: number) {
    this.#progress = progress;
    this.#total = total;
  }

  next(): void {
    // A single record has no measurable progress.
    if (this.#total === 1) this.#progress('hiding');
    else this.#progress('hiding', this.#done++, this.#total);
  }
}

/** Makes a masked name unique: 【姓名】-入院记录, then 【姓名】-入院记录-2. */
export function unusedName(name: string, used: Set<string>): string {
  let free = name;
  for (let n = 2; used.has(free); n++) free = `${name}-${n}`;
  used.add(free);
  return free;
}
