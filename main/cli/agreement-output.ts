/** The agreement report as tables for a terminal. */
import type {
  AgreementReport,
  Coefficients,
  DocumentAgreement,
  Estimate,
} from '../../shared/domain/agreement.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type Column, headed, heading, print } from './command.ts';
import { said } from './language.ts';

const number = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

function withInterval({ value, low, high }: Estimate): string {
  if (low === null || high === null) return number(value);
  return `${number(value)} (${low.toFixed(2)}…${high.toFixed(2)})`;
}

function section(
  title: Message,
  columns: readonly Column[],
  rows: readonly (readonly (string | number)[])[],
): void {
  if (rows.length > 0) print(`\n${said(title)}\n${headed(columns, rows)}`);
}

/** @param documents how many of the documents that agree least are listed */
export function printAgreement(report: AgreementReport, documents: number): void {
  const { bootstrap, annotators } = report;
  const names = annotators.map(({ name }) => name).join(' / ');
  const { documents: all, characters, single } = report;
  print(message('agreement.compared', { annotators: annotators.length, documents: all, characters }));
  if (single > 0) print(message('agreement.single-left-out', { single }));
  if (bootstrap.samples > 0)
    print(message('agreement.intervals', { ...bootstrap, level: 100 * bootstrap.level }));
  section(
    message('agreement.annotators'),
    ['', 'documents', 'spans', 'relations', 'labels'],
    annotators.map(({ name, documents: own, spans, relations, labels }) => [
      name,
      own,
      spans,
      relations,
      labels,
    ]),
  );
  section(
    message('agreement.pairs'),
    ['', 'documents', 'F1 exact', 'F1 overlap', 'F1 place', "Cohen's κ"],
    report.pairs.map(({ left, right, documents: both, exact, relaxed, place, cohen }) => [
      `${left} – ${right}`,
      both,
      ...[exact, relaxed, place, cohen].map(withInterval),
    ]),
  );
  section(
    message('agreement.spans-by-type', { names }),
    ['', 'spans', 'F1 exact', 'F1 overlap', "Cohen's κ", "Fleiss' κ", 'α', 'uα'],
    [
      [heading('all'), annotators.map(({ spans }) => spans).join(' / '), ...spanCells(report.overall)],
      ...report.types.map(({ type, counts, coefficients }) => [
        type,
        counts.join(' / '),
        ...spanCells(coefficients),
      ]),
    ],
  );
  const { place, boundary, coding } = report.overall;
  print(
    message('agreement.places-and-types', {
      place: withInterval(place),
      boundary: withInterval(boundary),
      coding: withInterval(coding),
    }),
  );
  printOthers(report);
  section(
    message('agreement.least-agreed'),
    ['', 'annotators', 'spans', 'F1 exact', 'F1 overlap', 'α', 'uα'],
    leastAgreed(report.perDocument, documents).map((one) => [
      one.name,
      one.annotators.length,
      one.spans,
      ...[one.exact, one.relaxed, one.alpha, one.unitizing].map(number),
    ]),
  );
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
  section(
    message('losses.relations'),
    ['', 'relations', 'F1 exact'],
    relations.map(({ type, counts, exact }) => [
      type === '' ? heading('all') : type,
      counts.join(' / '),
      withInterval(exact),
    ]),
  );
  section(
    message('agreement.document-labels'),
    ['', 'labels', 'F1', "Cohen's κ", "Fleiss' κ", 'α'],
    labels.map(({ label, counts, exact, cohen, fleiss, alpha }) => [
      label === '' ? heading('all') : label,
      counts.join(' / '),
      withInterval(exact),
      number(cohen.value),
      number(fleiss.value),
      withInterval(alpha),
    ]),
  );
  section(
    message('agreement.attributes'),
    ['', 'spans', 'same', 'α'],
    attributes.map(({ name, units, same, alpha }) => [name, units, withInterval(same), withInterval(alpha)]),
  );
}

/** Returns the documents with the lowest exact F1, without those that have no spans. */
const leastAgreed = (documents: readonly DocumentAgreement[], count: number): DocumentAgreement[] =>
  documents
    .filter(({ exact }) => exact !== null && exact < 1)
    .sort((a, b) => (a.exact ?? 1) - (b.exact ?? 1))
    .slice(0, count);
