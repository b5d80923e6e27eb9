/** `link`, `diagnose`, `demo`: the linker and the ranking over files. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Review } from '../../shared/domain/correction.ts';
import type { RecordFacts } from '../../shared/domain/patient.ts';
import type { TextAnalysis } from '../../shared/domain/text-analysis.ts';
import type { MeasuredValue } from '../../shared/domain/value.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import type { EmrRecord } from '../formats/emr-json.ts';
import { ASSERTION_NAMES, htmlReport, type ReportItem, TYPE_NAMES } from '../formats/html-report.ts';
import type { LinkByContext, LinkedByContext } from '../services/graph/link-by-context.ts';
import { loadLinker } from '../services/graph/linker.ts';
import { reviewOf } from '../services/records/corrections.ts';
import { linkedLine } from '../services/records/finding-lines.ts';
import { openRecord } from '../services/records/open-record.ts';
import type { Session } from '../services/session/session.ts';
import { readSamples } from '../services/workspace/starter-content.ts';
import { inPercent } from './classification-output.ts';
import {
  headed,
  integer,
  keyName,
  note,
  only,
  print,
  printJson,
  table,
  UsageError,
  withSession,
} from './command.ts';
import { said } from './language.ts';
import type { Options } from './options.ts';
import { readableRecords } from './readable-records.ts';

export function link(args: readonly string[], options: Options<'link'>): Promise<void> {
  const { model, evaluate } = options;
  if (evaluate !== undefined && args.length > 0)
    throw new UsageError('cli.excludes', { option: '--evaluate', other: args.join(' ') });
  return withSession(options, 'starter', async (session) => {
    const work = (byContext?: LinkByContext) =>
      evaluate === undefined
        ? linkAll(session, args, { options, byContext })
        : evaluateLinking(session, evaluate, { options, byContext });
    if (model === undefined) return work();
    const { withContextLinker } = await import('../services/graph/link-by-context.ts');
    return withContextLinker(session, model, work);
  });
}

interface Linking {
  readonly options: Options<'link'>;
  readonly byContext: LinkByContext | undefined;
}

async function linkAll(
  session: Session,
  args: readonly string[],
  { options, byContext }: Linking,
): Promise<void> {
  const linker = loadLinker(session);
  let chars = 0;
  let bytes = 0;
  let mentions = 0;
  let records = 0;
  let linkingMs = 0;
  for await (const { record, review } of reviewedRecords(session, args, options.record)) {
    records++;
    const start = performance.now();
    const annotation = linker.annotate(record.text, review);
    linkingMs += performance.now() - start;
    chars += record.text.length;
    bytes += Buffer.byteLength(record.text);
    mentions += annotation.mentions.length;
    const context = await byContext?.(record.text, annotation.mentions);
    if (options.json) printJson(linkedLine(record, annotation, context));
    else printLinked(record, annotation, context);
  }
  const { names, buildMs } = linker.size;
  const rate = (amount: number) => Math.round((amount / Math.max(linkingMs, 0.001)) * 1000);
  note(
    message('cli.linked', {
      records,
      chars,
      mentions,
      names,
      loading: Math.round(buildMs),
      linking: Math.round(linkingMs),
      rate: rate(chars),
      megabytes: (rate(bytes) / 1e6).toFixed(2),
    }),
  );
}

interface ReviewedRecord {
  readonly record: EmrRecord;
  readonly review: Review;
}

/** Yields the records of INPUT, or the stored one of that id, each with what people decided about its highlights. */
async function* reviewedRecords(
  session: Session,
  args: readonly string[],
  id: string | undefined,
): AsyncGenerator<ReviewedRecord> {
  if (id === undefined) {
    for await (const record of readableRecords(only(args, 'INPUT (.txt, .jsonl[.gz], FOLDER, -)')))
      yield { record, review: reviewOf(session, undefined, record.text) };
    return;
  }
  if (args.length > 0) throw new UsageError('cli.excludes', { option: '--record', other: args.join(' ') });
  const { title, text, id: documentId } = openRecord(session, integer(id, '--record', 1));
  const record = { id: String(documentId), title, text, composed: false };
  yield { record, review: reviewOf(session, documentId, text) };
}

async function evaluateLinking(
  session: Session,
  file: string,
  { options, byContext }: Linking,
): Promise<void> {
  const { readLabelledFile } = await import('../services/data/data-sets.ts');
  const { scoreLinking } = await import('../services/graph/link-by-context.ts');
  const documents = await readLabelledFile(session, file);
  const scores = await scoreLinking(documents, loadLinker(session), byContext);
  if (options.json) return printJson(scores);
  const { labelled, ambiguous, linker, context } = scores;
  const row = (name: string, right: number) => [name, right, inPercent(right / Math.max(1, ambiguous))];
  print(
    headed(
      ['', 'right', 'accuracy %'],
      [row(keyName('linker'), linker), ...(context === undefined ? [] : [row(keyName('context'), context)])],
    ),
  );
  note(message('cli.linking-measured', { labelled, ambiguous }));
}

function printLinked(
  record: EmrRecord,
  { mentions, values }: TextAnalysis,
  context: readonly (readonly LinkedByContext[])[] = [],
): void {
  print(`${record.id}  ${record.title}`);
  const rows = mentions.map((m, i) => [
    `  ${m.start}-${m.end}`,
    m.text,
    TYPE_NAMES[m.type],
    ASSERTION_NAMES[m.assertion],
    m.name === m.text ? '' : `→ ${m.name}`,
    (context[i] ?? [])
      .map(({ name, type, share }) => `${name} (${TYPE_NAMES[type]}) ${share.toFixed(2)}`)
      .join('、'),
  ]);
  if (rows.length > 0) print(table(rows));
  if (values.length > 0) print(table(values.map(valueRow)));
}

const ARROWS = { low: '↓', high: '↑', positive: '+', negative: '−', normal: '', unknown: '?' } as const;

function valueRow({
  start,
  end,
  text,
  name,
  flag,
  critical,
  assertion,
  finding = '',
}: MeasuredValue): string[] {
  const mark = `${ARROWS[flag]}${critical ? '!' : ''} ${finding}`.trim();
  return [`  ${start}-${end}`, text.replace(/\s+/g, ' '), name, ASSERTION_NAMES[assertion], mark];
}

export function diagnose(args: readonly string[], options: Options<'diagnose'>): Promise<void> {
  const top = integer(options.top, '--top', 10);
  return withSession(options, 'starter', async (session) => {
    const linker = loadLinker(session);
    for await (const { record, review } of reviewedRecords(session, args, options.record)) {
      const diagnosis = linker.rank(record.text, top, review);
      if (options.json) {
        printJson({ id: record.id, ...diagnosis });
        continue;
      }
      print(`${record.id}  ${record.title}`);
      if (diagnosis.abstained !== undefined) print(`  ${said(diagnosis.abstained)}`);
      for (const [index, candidate] of diagnosis.candidates.entries()) {
        const names = (evidence: typeof candidate.for) =>
          evidence.map(({ entity }) => entity.name).join('、') || '—';
        const { entity, score, urgent } = candidate;
        print(
          message('cli.candidate', {
            rank: index + 1,
            name: entity.name,
            score: score.toFixed(0),
            urgent: urgent ? message('cli.candidate-urgent') : '',
          }),
        );
        print(message('cli.evidence-for', { names: names(candidate.for) }));
        print(
          message('cli.evidence-against', {
            names: names(candidate.against),
            missing: names(candidate.missing.slice(0, 4)),
          }),
        );
      }
    }
    note(message('diagnosis.score-of-fit'));
  });
}

/** The main job without a window: records in, a highlighted HTML report with suggestions out. */
export function demo(args: readonly string[], options: Options<'demo'>): Promise<void> {
  const out = resolve(options.out ?? 'meridian-report.html');
  requireFolderOf(out);
  const started = performance.now();
  return withSession(options, 'starter', async (session) => {
    const linker = loadLinker(session);
    const items: ReportItem[] = [];
    const add = ({ title, text, ...facts }: RecordFacts & { title: string; text: string }) => {
      const review = reviewOf(session, undefined, text);
      const annotation = linker.annotate(text, review);
      items.push({ ...facts, title, text, annotation, diagnosis: linker.rank(text, 10, review) });
    };
    const [input] = args;
    if (input === undefined) for (const sample of readSamples()) add(sample);
    else for await (const record of readableRecords(input)) add(record);
    writeFileSync(out, htmlReport(items), { mode: 0o600 });
    const rows = items.map(({ title, text, annotation, diagnosis }) => [
      title,
      text.length,
      annotation.mentions.length,
      annotation.mentions.filter(({ assertion }) => assertion === 'negated').length,
      said(
        diagnosis.abstained ??
          diagnosis.candidates
            .slice(0, 3)
            .map(({ entity, score }) => `${entity.name} ${Math.round(score)}`)
            .join('、'),
      ),
    ]);
    print(headed(['record', 'chars', 'mentions', 'negated', 'suggestions (score)'], rows));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    print(message('cli.html-report', { out, records: items.length, seconds }));
  });
}

/** Throws before any work when a file cannot be written there. */
function requireFolderOf(out: string): void {
  const folder = dirname(out);
  if (!existsSync(folder)) throw new AppError('not-found', 'system.no-such-file', { path: folder });
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new AppError('bad-request', 'system.needs-file', { text: out });
}
