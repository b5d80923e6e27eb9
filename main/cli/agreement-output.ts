/** The agreement report as tables for a terminal. */
import type {
  AgreementReport,
  Coefficients,
  DocumentAgreement,
  Estimate,
} from '../../shared/domain/agreement.ts';
import { print, table } from './command.ts';

const number = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

function withInterval({ value, low, high }: Estimate): string {
  if (low === null || high === null) return number(value);
  return `${number(value)} (${low.toFixed(2)}…${high.toFixed(2)})`;
}

function section(heading: string, rows: readonly (readonly (string | number)[])[]): void {
  if (rows.length > 1) print(`\n${heading}\n${table(rows)}`);
}

/** @param documents how many of the documents that agree least are listed */
export function printAgreement(report: AgreementReport, documents: number): void {
  const { bootstrap, annotators } = report;
  const names = annotators.map(({ name }) => name).join(' / ');
  print(
    `${annotators.length} annotators, ${report.documents} documents, ${report.characters} characters${report.single > 0 ? `; ${report.single} documents with one annotator are left out (仅一人标注，未计入)` : ''}`,
  );
  if (bootstrap.samples > 0)
    print(
      `in brackets: ${100 * bootstrap.level} % intervals from ${bootstrap.samples} resamples of documents, seed ${bootstrap.seed} (括号内为自助法置信区间)`,
    );
  section('annotators (标注者)', [
    ['', 'documents', 'spans', 'relations', 'labels'],
    ...annotators.map(({ name, documents: own, spans, relations, labels }) => [
      name,
      own,
      spans,
      relations,
      labels,
    ]),
  ]);
  section('pairs (两两比较)', [
    ['', 'documents', 'F1 exact', 'F1 overlap', 'F1 place', "Cohen's κ"],
    ...report.pairs.map(({ left, right, documents: both, exact, relaxed, place, cohen }) => [
      `${left} – ${right}`,
      both,
      ...[exact, relaxed, place, cohen].map(withInterval),
    ]),
  ]);
  section(`spans by type (按类型; ${names})`, [
    ['', 'spans', 'F1 exact', 'F1 overlap', "Cohen's κ", "Fleiss' κ", 'α', 'uα'],
    ['all', annotators.map(({ spans }) => spans).join(' / '), ...spanCells(report.overall)],
    ...report.types.map(({ type, counts, coefficients }) => [
      type,
      counts.join(' / '),
      ...spanCells(coefficients),
    ]),
  ]);
  const { place, boundary, coding } = report.overall;
  print(
    `places alone (仅位置): F1 ${withInterval(place)}, |uα ${withInterval(boundary)}; types where spans meet (仅类型): cuα ${withInterval(coding)}`,
  );
  printOthers(report);
  section(`documents that agree least (一致性最低的文档)`, [
    ['', 'annotators', 'spans', 'F1 exact', 'F1 overlap', 'α', 'uα'],
    ...leastAgreed(report.perDocument, documents).map((one) => [
      one.name,
      one.annotators.length,
      one.spans,
      ...[one.exact, one.relaxed, one.alpha, one.unitizing].map(number),
    ]),
  ]);
}

const spanCells = ({ exact, relaxed, cohen, fleiss, alpha, unitizing }: Coefficients): string[] => [
  withInterval(exact),
  withInterval(relaxed),
  number(cohen.value),
  number(fleiss.value),
  withInterval(alpha),
  withInterval(unitizing),
];

function printOthers({ relations, labels, attributes }: AgreementReport): void {
  section('relations (关系)', [
    ['', 'relations', 'F1 exact'],
    ...relations.map(({ type, counts, exact }) => [
      type === '' ? 'all' : type,
      counts.join(' / '),
      withInterval(exact),
    ]),
  ]);
  section('labels of documents (文档标签)', [
    ['', 'labels', 'F1', "Cohen's κ", "Fleiss' κ", 'α'],
    ...labels.map(({ label, counts, exact, cohen, fleiss, alpha }) => [
      label === '' ? 'all' : label,
      counts.join(' / '),
      withInterval(exact),
      number(cohen.value),
      number(fleiss.value),
      withInterval(alpha),
    ]),
  ]);
  section('attributes of spans that are alike (相同标注的属性)', [
    ['', 'spans', 'same', 'α'],
    ...attributes.map(({ name, units, same, alpha }) => [
      name,
      units,
      withInterval(same),
      withInterval(alpha),
    ]),
  ]);
}

/** By exact F1; documents without spans say nothing. */
const leastAgreed = (documents: readonly DocumentAgreement[], count: number): DocumentAgreement[] =>
  documents
    .filter(({ exact }) => exact !== null && exact < 1)
    .sort((a, b) => (a.exact ?? 1) - (b.exact ?? 1))
    .slice(0, count);
