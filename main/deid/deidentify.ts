/** De-identifies a record: its text, its title and its fields. */
import type { AnnotatedDocument, Item, Loss } from '../../shared/domain/annotation.ts';
import type {
  DeidField,
  DeidFinding,
  DeidLevel,
  DeidMode,
  DeidResult,
  Generalisation,
} from '../../shared/domain/deid.ts';
import type { Patient } from '../../shared/domain/mention.ts';
import { applyFindings } from './apply.ts';
import type { DeidDetector, DetectOptions } from './detect.ts';
import { KnownPersons } from './known-persons.ts';
import { mapItems } from './map-items.ts';
import { readable } from './readable.ts';
import type { KnownWords } from './repeats.ts';
import type { DeidRules } from './rules.ts';
import { choicesFor } from './seeded-choices.ts';
import type { Sex } from './surrogate-names.ts';

export interface Deidentifier {
  readonly detector: DeidDetector;
  readonly rules: DeidRules;
  readonly secret: string;
  readonly isTerm?: (word: string) => boolean;
  /** Level whose findings are replaced; absent: the ordinary one. */
  readonly level?: DeidLevel | undefined;
  /** Values that are made coarser beside; absent: none. */
  readonly generalise?: readonly Generalisation[] | undefined;
  readonly readPatient: (text: string) => Patient;
  /** Sex of each patient by key, learnt from all records exported together, so that surrogates are consistent. */
  readonly sexes: Map<string, Sex>;
}

export interface RecordToDeidentify {
  readonly text: string;
  readonly title: string;
  /** Key of the patient, where known; read from the text otherwise. */
  readonly patientKey?: string | undefined;
  /** Fallback name of the document. */
  readonly id: string;
  /** Findings reviewed by a person; found by the rules otherwise. */
  readonly findings?: readonly DeidFinding[] | undefined;
  readonly model?: DetectOptions['model'] | undefined;
  readonly marks?: DetectOptions['marks'];
  /** Words known from outside the text. */
  readonly known?: readonly KnownWords[] | undefined;
}

export interface DeidentifiedRecord extends DeidResult {
  readonly title: string;
  /** The text before it was generalised, where it was. */
  readonly finer?: string;
  readonly findings: readonly DeidFinding[];
  /** Key of the patient the record was assigned to. */
  readonly patientKey: string;
  /** Applies the same replacements to another text of the same patient: a note, a field of the file. */
  readonly applyTo: (text: string, label?: string) => string;
}

/** Findings of the first reading of a record of a run. */
export interface FoundRecord {
  readonly findings: readonly DeidFinding[];
  readonly patientKey: string;
}

const termsOf = ({ isTerm, level }: Deidentifier) => ({ ...(isTerm === undefined ? {} : { isTerm }), level });

/** Several records that leave together: what one of them says of a patient is found in all. */
export class DeidRun {
  readonly #tools: Deidentifier;
  readonly #persons: KnownPersons;

  constructor(tools: Deidentifier) {
    this.#tools = tools;
    this.#persons = new KnownPersons(tools.isTerm);
  }

  /** Looks at a record and learns its persons. */
  read(record: RecordToDeidentify): FoundRecord {
    const { text, id } = record;
    const findings = findingsOf(this.#tools, record);
    const patientKey = record.patientKey ?? patientKeyOf(text, findings, id);
    learnSex(this.#tools, patientKey, text);
    this.#persons.learn(patientKey, text, findings);
    return { findings, patientKey };
  }

  /** De-identifies a record that was read, after all have been. Findings reviewed by a person stay as they are. */
  finish(
    record: RecordToDeidentify,
    { findings, patientKey }: FoundRecord,
    mode: DeidMode,
  ): DeidentifiedRecord {
    return deidentify(this.#tools, { ...record, ...this.extended(record, { findings, patientKey }) }, mode);
  }

  /** Returns what is known of a record once all have been read. */
  extended(
    record: RecordToDeidentify,
    { findings, patientKey }: FoundRecord,
  ): Pick<RecordToDeidentify, 'patientKey' | 'findings' | 'known'> {
    const words = this.#persons.wordsFor(patientKey, record.text);
    const { detector } = this.#tools;
    return {
      patientKey,
      known: [...(record.known ?? []), ...words],
      findings: record.findings ?? detector.extend(record.text, findings, words, termsOf(this.#tools)),
    };
  }
}

function findingsOf(tools: Deidentifier, record: RecordToDeidentify): readonly DeidFinding[] {
  const model = record.model === undefined ? {} : { model: record.model };
  const { text, marks, known = [] } = record;
  return record.findings ?? tools.detector.detect(text, { ...termsOf(tools), ...model, marks, known });
}

function learnSex({ sexes, readPatient }: Deidentifier, patientKey: string, text: string): Sex | undefined {
  const sex = sexes.get(patientKey) ?? readPatient(text).sex;
  if (sex !== undefined) sexes.set(patientKey, sex);
  return sex;
}

export function deidentify(
  tools: Deidentifier,
  record: RecordToDeidentify,
  mode: DeidMode,
): DeidentifiedRecord {
  const { detector, rules, secret } = tools;
  const terms = termsOf(tools);
  const given = record.known ?? [];
  const findings = findingsOf(tools, record);
  const own = findings.flatMap(({ start, end, field }): KnownWords[] =>
    field === 'date' || field === 'age' || field === 'bed-number'
      ? []
      : [{ words: record.text.slice(start, end), field }],
  );
  const known = [...given, ...own];
  const patientKey = record.patientKey ?? patientKeyOf(record.text, findings, record.id);
  const sex = learnSex(tools, patientKey, record.text);
  const plain = { mode, rules, secret, patientKey, sex };
  const { generalise = [] } = tools;
  const options = { ...plain, generalise };
  const applyTo = (text: string, label?: string): string => {
    const lead = label === undefined ? '' : `${label}：`;
    const whole = lead + text;
    const inside = detector.detect(whole, { ...terms, known }).filter(({ start }) => start >= lead.length);
    return applyFindings(whole, inside, options).text.slice(lead.length);
  };
  return {
    ...applyFindings(record.text, findings, options),
    ...(generalise.length > 0 && { finer: applyFindings(record.text, findings, plain).text }),
    title: applyTo(record.title, '标题'),
    findings,
    patientKey,
    applyTo,
  };
}

/** De-identifies an annotated document with its name, fields and item notes. Spans move with the text. */
export function deidentifyAnnotated(
  tools: Deidentifier,
  document: AnnotatedDocument,
  mode: DeidMode,
  more: Pick<RecordToDeidentify, 'patientKey' | 'findings' | 'known' | 'model' | 'marks'> = {},
): {
  document: AnnotatedDocument;
  losses: Loss[];
  findings: readonly DeidFinding[];
  pieces: DeidResult['pieces'];
  finer: string | undefined;
} {
  const record = { text: document.text, title: document.name, id: document.name, ...more };
  const hidden = deidentify(tools, record, mode);
  const { items, losses } = mapItems(document, hidden.pieces);
  const meta = Object.entries(document.meta).map(([key, value]) => [
    hidden.applyTo(key),
    hidden.applyTo(value, key),
  ]);
  return {
    document: {
      name: hidden.title,
      text: hidden.text,
      meta: Object.fromEntries(meta),
      items: items.map((item) => withoutPersons(item, hidden.applyTo, tools.secret)),
    },
    losses,
    findings: hidden.findings,
    pieces: hidden.pieces,
    finer: hidden.finer,
  };
}

/** De-identifies notes, attributes, names of concepts and of imported files; people who annotated get pseudonyms. */
function withoutPersons(item: Item, applyTo: (text: string) => string, secret: string): Item {
  const attributes = Object.fromEntries(
    Object.entries(item.attributes).map(([name, value]) => [name, applyTo(value)]),
  );
  const { kind, name, acceptedBy, readings, ...origin } = item.provenance;
  const provenance = {
    ...{ ...origin, kind },
    name: kind === 'human' ? pseudonym(name, secret) : kind === 'import' ? applyTo(name) : name,
    ...(acceptedBy !== undefined && { acceptedBy: pseudonym(acceptedBy, secret) }),
    ...(readings !== undefined && {
      readings: readings.map((one) => ({ ...one, annotator: pseudonym(one.annotator, secret) })),
    }),
  };
  const changed = { ...item, note: applyTo(item.note), attributes, provenance };
  if (changed.kind !== 'span' || changed.link === undefined) return changed;
  return { ...changed, link: { ...changed.link, name: applyTo(changed.link.name) } };
}

/** Returns the same name for the same annotator in every export of a workspace; `''`, the gold layer, stays. */
const pseudonym = (name: string, secret: string): string =>
  name === '' ? '' : `A${choicesFor(secret, name).digits(6, 'not-zero', 'annotator')}`;

/** Identifying fields, most common first. */
const IDENTIFYING: readonly DeidField[] = [
  'name',
  'id-number',
  'record-number',
  'inpatient-number',
  'outpatient-number',
];

/** Returns the patient's names and numbers in a text as keys, the surest field first; none where there are none. */
export const patientKeys = (text: string, findings: readonly DeidFinding[]): string[] =>
  IDENTIFYING.flatMap((field) =>
    findings
      .filter((finding) => finding.field === field && finding.rule !== 'repeat')
      .map(({ start, end }) => `${field}:${readable(text.slice(start, end)).replace(/\s/g, '')}`),
  );

/** Returns a key from the patient's first name or number in the text, or `fallback` where there is none. */
export const patientKeyOf = (text: string, findings: readonly DeidFinding[], fallback: string): string =>
  patientKeys(text, findings)[0] ?? `document:${fallback}`;
