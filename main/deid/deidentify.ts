/** A record made free of what points to its patient: its text, its title, and what hangs on it. */
import type { AnnotatedDocument, Item, Loss } from '../../shared/domain/annotation.ts';
import type { DeidFinding, DeidMode, DeidResult } from '../../shared/domain/deid.ts';
import type { Patient } from '../../shared/domain/mention.ts';
import { applyFindings } from './apply.ts';
import type { DeidDetector, DetectOptions } from './detect.ts';
import { mapItems } from './map-items.ts';
import { patientKeyOf } from './patient-key.ts';
import type { KnownWords } from './repeats.ts';
import type { DeidRules } from './rules.ts';
import type { Sex } from './surrogate-names.ts';

export interface Deidentifier {
  readonly detector: DeidDetector;
  readonly rules: DeidRules;
  readonly secret: string;
  readonly isTerm?: (word: string) => boolean;
  /** Replaces what the strict search finds too. */
  readonly strict?: boolean | undefined;
  readonly readPatient: (text: string) => Patient;
  /** Sexes of patients by their key, learnt from all records that leave together: a surrogate is the same in each. */
  readonly sexes: Map<string, Sex>;
}

export interface RecordToHide {
  readonly text: string;
  readonly title: string;
  /** Whose it is, where that is known; else the text says. */
  readonly patientKey?: string | undefined;
  /** Names the document where nothing else does. */
  readonly id: string;
  /** What a person has looked through; else what the rules find. */
  readonly findings?: readonly DeidFinding[] | undefined;
  readonly model?: DetectOptions['model'] | undefined;
  /** Words known from beside the text. */
  readonly known?: readonly KnownWords[] | undefined;
}

export interface HiddenRecord extends DeidResult {
  readonly title: string;
  readonly findings: readonly DeidFinding[];
  /** Whose record it was taken for. */
  readonly patientKey: string;
  /** Applies the same to another text about the same patient: a note, a field of the file. */
  readonly also: (text: string, label?: string) => string;
}

export function deidentify(tools: Deidentifier, record: RecordToHide, mode: DeidMode): HiddenRecord {
  const { detector, isTerm, rules, secret } = tools;
  const terms = { ...(isTerm === undefined ? {} : { isTerm }), strict: tools.strict };
  const model = record.model === undefined ? {} : { model: record.model };
  const given = record.known ?? [];
  const findings = record.findings ?? detector.detect(record.text, { ...terms, ...model, known: given });
  const own = findings.flatMap(({ start, end, field }): KnownWords[] =>
    field === 'date' || field === 'age' || field === 'bed-number'
      ? []
      : [{ words: record.text.slice(start, end), field }],
  );
  const known = [...given, ...own];
  const patientKey = record.patientKey ?? patientKeyOf(record.text, findings, record.id);
  const sex = tools.sexes.get(patientKey) ?? tools.readPatient(record.text).sex;
  if (sex !== undefined) tools.sexes.set(patientKey, sex);
  const options = { mode, rules, secret, patientKey, sex };
  const also = (text: string, label?: string): string => {
    const lead = label === undefined ? '' : `${label}：`;
    const whole = lead + text;
    const inside = detector.detect(whole, { ...terms, known }).filter(({ start }) => start >= lead.length);
    return applyFindings(whole, inside, options).text.slice(lead.length);
  };
  return {
    ...applyFindings(record.text, findings, options),
    title: also(record.title, '标题'),
    findings,
    patientKey,
    also,
  };
}

/** An annotated document with its name, its other fields and the notes of its items. Spans move with the text. */
export function deidentifyAnnotated(
  tools: Deidentifier,
  document: AnnotatedDocument,
  mode: DeidMode,
  more: Pick<RecordToHide, 'patientKey' | 'findings' | 'model'> = {},
): { document: AnnotatedDocument; losses: Loss[]; findings: readonly DeidFinding[] } {
  const record = { text: document.text, title: document.name, id: document.name, ...more };
  const hidden = deidentify(tools, record, mode);
  const { items, losses } = mapItems(document, hidden.pieces);
  const meta = Object.entries(document.meta).map(([key, value]) => [key, hidden.also(value, key)]);
  return {
    document: {
      name: hidden.title,
      text: hidden.text,
      meta: Object.fromEntries(meta),
      items: items.map((item) => withoutNotes(item, hidden.also)),
    },
    losses,
    findings: hidden.findings,
  };
}

function withoutNotes(item: Item, also: (text: string) => string): Item {
  const attributes = Object.fromEntries(
    Object.entries(item.attributes).map(([name, value]) => [name, also(value)]),
  );
  return { ...item, note: also(item.note), attributes };
}
