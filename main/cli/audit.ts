/** `audit [list]`, `audit verify`, `audit export` */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AuditExportFormat, type AuditFilter, type AuditProblem } from '../../shared/domain/audit.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { auditEntries, auditExportText, startAuditExport } from '../services/audit/export.ts';
import { verifyWorkspace } from '../services/audit/verify.ts';
import type { Session } from '../services/session/session.ts';
import {
  actions,
  choice,
  expected,
  headed,
  inSession,
  integer,
  needed,
  note,
  print,
  printJson,
  UsageError,
} from './command.ts';
import { said } from './language.ts';
import type { Options } from './options.ts';

type AuditOptions = Options<'audit'>;

const perform = actions<AuditOptions>('audit', {
  list: inSession(list),
  verify: inSession(verify),
  export: inSession(toFile),
});

export async function audit(args: readonly string[], options: AuditOptions): Promise<void> {
  const [action = options.verify ? 'verify' : 'list', ...rest] = args;
  if (rest.length > 0) throw expected(`audit ${action}`, `--…, ≠ ${rest.join(' ')}`);
  return perform([action], options);
}

function filterOf({ object, actor, action, since, until }: AuditOptions): AuditFilter {
  return {
    ...(object === undefined ? {} : { object }),
    ...(actor === undefined ? {} : { actors: [actor] }),
    ...(action === undefined ? {} : { actions: [action] }),
    ...(since === undefined ? {} : { since: readTime(since, 'since') }),
    ...(until === undefined ? {} : { until: readTime(until, 'until') }),
  };
}

/** A day (its beginning, and for `until` its end) or a time, in the computer's own zone unless it names one; as UTC. */
export function readTime(text: string, name: 'since' | 'until'): string {
  const [, year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  const isDay = year !== undefined && month !== undefined && date !== undefined;
  const time = isDay ? new Date(year, month - 1, date) : new Date(text);
  // A day that is not in the calendar would become one of the next month.
  const known = isDay
    ? time.getMonth() === month - 1 && time.getDate() === date
    : /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text);
  if (Number.isNaN(time.getTime()) || !known)
    throw new UsageError('cli.takes', { option: `--${name}`, value: text, form: message('cli.time') });
  if (isDay && name === 'until') time.setDate(time.getDate() + 1);
  return time.toISOString();
}

function list(session: Session, _args: readonly string[], options: AuditOptions): void {
  const limit = integer(options.limit, '--limit', 100);
  const entries = auditEntries(session, { ...filterOf(options), limit });
  if (options.json) {
    for (const entry of entries) printJson(entry);
    return;
  }
  const rows = entries.map(({ id, at, actor, action, object, detail, clockBack }) => [
    id,
    clockBack ? `${at} (clock went back)` : at,
    actor,
    action,
    object,
    JSON.stringify(detail).slice(0, 80),
  ]);
  print(headed(['#', 'at', 'who', 'action', 'object', 'detail'], rows));
}

async function toFile(session: Session, _args: readonly string[], options: AuditOptions): Promise<void> {
  const chosen = choice('--format', options.format, AuditExportFormat.options);
  const format = needed(chosen, 'audit export', '--format csv|jsonl');
  const out = needed(options.out, 'audit export', '--out FILE');
  const { id, entries } = await startAuditExport(session, filterOf(options), format);
  await pipeline(auditExportText(session, id), createWriteStream(out, { mode: 0o600 }));
  note(message('cli.audit-written', { entries, out }));
}

async function verify(session: Session, _args: readonly string[], options: AuditOptions): Promise<void> {
  const verdict = await verifyWorkspace(session);
  if (options.json) printJson(verdict);
  else {
    const { entries, found } = verdict;
    const sound = found === 0 ? message('cli.audit-intact') : message('cli.audit-problems', { found });
    print(message('cli.audit-verified', { entries, sound }));
    for (const problem of verdict.problems) print(`  ${said(inWords(problem))}`);
    if (verdict.found > verdict.problems.length)
      print(message('cli.and-more', { more: verdict.found - verdict.problems.length }));
    for (const { what, count } of verdict.compared) print(message('cli.audit-compared', { count, what }));
    for (const { object, reason } of verdict.notes) print(message('cli.audit-note', { object, reason }));
    if (verdict.noted > verdict.notes.length)
      print(message('cli.and-more', { more: verdict.noted - verdict.notes.length }));
    for (const { entry, at, before } of verdict.clock)
      print(message('cli.audit-clock', { entry, before, at }));
    if (verdict.clockSteps > verdict.clock.length)
      print(message('cli.audit-more-clocks', { more: verdict.clockSteps - verdict.clock.length }));
    print(message('cli.audit-head', { entry: verdict.head.id, hash: verdict.head.hash }));
  }
  if (verdict.found > 0) throw new AppError('corrupt', 'audit.tampered');
}

function inWords(problem: AuditProblem): Message {
  switch (problem.kind) {
    case 'altered':
      return message('cli.entry-altered', { entry: problem.entry });
    case 'unlinked':
      return message('cli.entry-unlinked', { entry: problem.entry });
    case 'missing': {
      const { entry, to } = problem;
      return entry === to
        ? message('cli.entry-missing', { entry })
        : message('cli.entries-missing', { entry, to });
    }
    case 'cut':
      return message('cli.audit-cut', { entry: problem.entry, noted: problem.noted });
    case 'content':
      return message('cli.object-differs', { object: problem.object, reason: problem.reason });
  }
}
