/**
 * De-identification on synthetic records of layouts and registers. Rules are mended by the open layouts only; the
 * closed ones, with other words in every slot, say what an unseen hospital meets. `MERIDIAN_DEID_EACH` sets the
 * records of each layout.
 */
import {
  type DeidReport,
  evaluateDeid,
  type FieldScore,
  type LabelledText,
  wilsonInterval,
} from '../../main/deid/evaluate.ts';
import { type SyntheticRecord, syntheticRecords } from '../../main/packaging/starter/synthetic/records.ts';
import { type LayoutSet, readLayouts } from '../../main/packaging/starter/synthetic/template.ts';
import type { DeidField, DeidFinding, DeidLevel } from '../../shared/domain/deid.ts';
import { detector, isTerm } from '../helpers/deid.ts';

const EACH = Number(process.env.MERIDIAN_DEID_EACH ?? 20);
/** Fields that a reader of the table thinks of together. */
const GROUPS: readonly (readonly [string, readonly DeidField[]])[] = [
  ['names', ['name', 'contact']],
  ['clinicians', ['doctor']],
  ['addresses', ['address', 'birthplace', 'native-place', 'postcode']],
  ['institutions', ['workplace', 'institution']],
  ['telephones, accounts', ['phone', 'email']],
  [
    'numbers',
    ['id-number', 'inpatient-number', 'outpatient-number', 'record-number', 'account-number', 'other-number'],
  ],
  ['beds', ['bed-number']],
  ['dates', ['date']],
  ['ages over 89', ['age']],
];

export async function run(): Promise<string> {
  const sets: readonly (readonly [LayoutSet, 'even' | 'odd'])[] = [
    ['open', 'even'],
    ['closed', 'odd'],
  ];
  const tables = sets.map(([set, half]) => tableOf(set, half));
  return tables.join('\n\n');
}

function tableOf(set: LayoutSet, half: 'even' | 'odd'): string {
  const layouts = readLayouts(set);
  const records = syntheticRecords({ layouts, each: EACH, seed: 1, half });
  const evaluate = (texts: readonly LabelledText[], level: DeidLevel) =>
    evaluateDeid(texts, (text): readonly DeidFinding[] => detector.detect(text, { isTerm, level }));
  const [ordinary, strict] = [evaluate(records, 'ordinary'), evaluate(records, 'strict')];
  const rows = [...GROUPS, ['all', ['all']] as const].map(([name, fields]) => {
    const cells = [ordinary, strict].map((report) => cellsOf(report, new Set<string>(fields)));
    return `| ${name} | ${cells[0]?.gold ?? 0} | ${cells.map(({ text }) => text).join(' | ')} |`;
  });
  return [
    `### ${set} layouts: ${layouts.length}, ${records.length} records`,
    '',
    '| field | labelled | recall | precision | recall 从严 | precision 从严 |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    `Ordinary: ${leaksOf(ordinary)}. 从严: ${leaksOf(strict)}.`,
    '',
    `从严 by layout: ${byLayout(records, (texts) => evaluate(texts, 'strict'))}.`,
  ].join('\n');
}

function cellsOf(report: DeidReport, fields: ReadonlySet<string>): { gold: number; text: string } {
  const total = (key: 'gold' | 'covered' | 'found' | 'right') =>
    report.scores.reduce((sum, score: FieldScore) => sum + (fields.has(score.field) ? score[key] : 0), 0);
  const gold = total('gold');
  return {
    gold,
    text: `${shareOf(total('covered'), gold)} | ${shareOf(total('right'), total('found'))}`,
  };
}

const percent = (share: number): string => (100 * share).toFixed(1);

/** Returns a share in per cent with its 95 % interval. */
export function shareOf(part: number, whole: number): string {
  if (whole === 0) return '–';
  const [low, high] = wilsonInterval(part, whole);
  return `${percent(part / whole)} (${percent(low)}–${percent(high)})`;
}

function leaksOf({ documents, clean, missed }: DeidReport): string {
  return `${(missed.length / documents).toFixed(2)} leaks a record, ${shareOf(clean, documents)} % of the records without any`;
}

/** Recall of each layout, worst first. */
function byLayout(
  records: readonly SyntheticRecord[],
  evaluate: (texts: readonly LabelledText[]) => DeidReport,
): string {
  const recalls = [...Map.groupBy(records, ({ layout }) => layout)].map(([layout, texts]) => {
    const { covered = 0, gold = 1 } = evaluate(texts).scores.at(-1) ?? {};
    return { layout, recall: covered / gold };
  });
  return recalls
    .sort((a, b) => a.recall - b.recall)
    .map(({ layout, recall }) => `${layout} ${percent(recall)}`)
    .join(', ');
}
