/** Writes the cards of CDS Hooks. Words of records are escaped, so that no Markdown or HTML in them is rendered. */
import { randomUUID } from 'node:crypto';
import { type Card, MAX_SUMMARY } from '../../../shared/domain/cds-hooks.ts';
import type { Candidate, Diagnosis, Evidence } from '../../../shared/domain/diagnosis.ts';
import type { TextAnalysis } from '../../../shared/domain/text-analysis.ts';
import type { MeasuredValue } from '../../../shared/domain/value.ts';
import type { MessageId } from '../../../shared/messages/index.ts';
import type { Language } from '../../../shared/messages/language.ts';
import { type Given, message } from '../../../shared/messages/message.ts';
import { words } from '../../../shared/messages/words.ts';
import { appVersion } from '../../resources.ts';

export interface PatientFindings {
  readonly text: string;
  readonly analysis: TextAnalysis;
  readonly diagnosis: Diagnosis;
  /** Number of resources and records that are not part of the text. */
  readonly unread: number;
}

type Say = <Id extends MessageId>(id: Id, ...params: Given<Id>) => string;

/** Missing findings that a card names, and the longest quotation. */
const MISSING = 5;
const QUOTE = 40;

/** Returns no card where there is nothing to tell: every needless card makes the next one read less. */
export function cardsOf(findings: PatientFindings, language: Language): Card[] {
  const say: Say = (id, ...params) => words(message(id, ...params), language);
  const critical = findings.analysis.values.filter((value) => value.critical && value.target !== true);
  const { candidates, abstained } = findings.diagnosis;
  return [
    ...(critical.length === 0 ? [] : [criticalCard(critical, say)]),
    ...(abstained !== undefined || candidates.length === 0 ? [] : [diagnosisCard(findings, say)]),
  ];
}

function criticalCard(values: readonly MeasuredValue[], say: Say): Card {
  const lines = values.map(({ text, name, finding, time }) => {
    const about = [finding ?? name, time?.iso?.replace('T', ' ') ?? time?.text].filter(Boolean).join(' · ');
    return `- **${plain(text)}** ${plain(about)}`;
  });
  return card(
    'critical',
    say('cds.critical', { values: values.map(({ text }) => text) }),
    lines.join('\n'),
    say,
  );
}

function diagnosisCard({ text, diagnosis, unread }: PatientFindings, say: Say): Card {
  const { candidates } = diagnosis;
  const items = candidates.map((candidate, n) => `${n + 1}. ${candidateLines(candidate, text, say)}`);
  const notes = [say('cds.support'), ...(unread > 0 ? [say('cds.unread', { count: unread })] : [])];
  const isUrgent = candidates.some(({ urgent, documented }) => urgent && documented === undefined);
  return card(
    isUrgent ? 'warning' : 'info',
    say('cds.diagnoses', { names: candidates.map(({ entity }) => entity.name) }),
    [...items, '', ...notes.map((line) => `*${plain(line)}*`)].join('\n'),
    say,
  );
}

function candidateLines(candidate: Candidate, text: string, say: Say): string {
  const { entity, score, urgent, documented, implausible } = candidate;
  const marks = [
    say('cds.score', { score: Math.round(score) }),
    ...(urgent ? [say('cds.cannot-miss')] : []),
    ...(documented === undefined
      ? []
      : [say('cds.documented', { how: message(`cds.assertion-${documented}`) })]),
    ...(implausible === undefined ? [] : [say('system.text', { text: implausible })]),
  ];
  const evidence = (id: 'cds.for' | 'cds.against' | 'cds.missing', list: readonly Evidence[]) =>
    list.length === 0 ? [] : [`   - ${plain(say(id, { findings: list.map((one) => quoted(one, text)) }))}`];
  return [
    `**${plain(entity.name)}** — ${plain(marks.join(' · '))}`,
    ...evidence('cds.for', candidate.for),
    ...evidence('cds.against', candidate.against),
    ...evidence('cds.missing', candidate.missing.slice(0, MISSING)),
  ].join('\n');
}

/** Returns the name of a finding with its words in the records, where they differ. */
function quoted({ entity, spans }: Evidence, text: string): string {
  const [first] = spans;
  if (first === undefined) return entity.name;
  const quote = text.slice(first.start, Math.min(first.end, first.start + QUOTE)).toWellFormed();
  return quote === entity.name ? quote : `${entity.name} “${quote}”`;
}

function card(indicator: Card['indicator'], summary: string, detail: string, say: Say): Card {
  const source = { label: say('cds.source', { version: appVersion() }) };
  return { uuid: randomUUID(), summary: shortened(summary), detail, indicator, source };
}

const shortened = (text: string): string =>
  text.length <= MAX_SUMMARY ? text : `${text.slice(0, MAX_SUMMARY - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** Escapes what Markdown and HTML would interpret. */
const plain = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~&!]/g, (sign) => (sign === '&' ? '&amp;' : `\\${sign}`));
