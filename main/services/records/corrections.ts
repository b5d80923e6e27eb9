/** Corrections of highlights in records, and words that are never marked. Nothing here writes into a record's text. */
import { isDeepStrictEqual } from 'node:util';
import type { Parsed } from '../../../shared/contract/index.ts';
import {
  type Correction,
  type CorrectionChange,
  type MadeCorrection,
  type MentionRule,
  type Review,
  shiftCorrection,
} from '../../../shared/domain/correction.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { AppError } from '../../../shared/result.ts';
import { moveSpan, type Stretch, unchangedStretches } from '../../../shared/text-diff.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as repository from '../../db/repositories/corrections.ts';
import { getRecord } from '../../db/repositories/records.ts';
import { ruleKey } from '../../kg/linker/review.ts';
import { requirePermission } from '../accounts/permissions.ts';
import { authorizedActor } from '../accounts/requester.ts';
import { dbOf, type Session } from '../session/session.ts';
import { requireNewestSeen } from './newest-seen.ts';
import { throwRecordNotFound } from './not-found.ts';

/**
 * Returns what the highlights of a text must respect: rules, and corrections of the record that the text is a version of.
 * @throws AppError `forbidden` for a record that the requester may not read
 */
export function reviewOf(session: Session, documentId: number | undefined, text: string): Review {
  const db = dbOf(session);
  const rules = repository
    .listRules(db)
    .flatMap(({ words, type, active }) => (active ? [{ words, type }] : []));
  if (documentId === undefined) return { corrections: [], rules };
  requirePermission(authorizedActor(session), 'docs.get');
  if (!repository.hasCorrections(db, documentId)) return { corrections: [], rules };
  const { text: stored } = getRecord(db, documentId) ?? throwRecordNotFound(documentId);
  const stretches = unchangedStretches(stored, text);
  const corrections = repository.listCorrections(db, documentId).map((one): MadeCorrection => {
    const { lost, ...made } = placedIn(one, stored, text, stretches);
    return made;
  });
  return { corrections, rules };
}

/** Keeps corrections at their words when a record's text changes; call it inside the transaction of the change. */
export function followText<Result>(session: Session, documentId: number, change: () => Result): Result {
  const db = dbOf(session);
  const before = repository.hasCorrections(db, documentId) ? getRecord(db, documentId)?.text : undefined;
  const result = change();
  const after = before === undefined ? undefined : getRecord(db, documentId)?.text;
  if (before === undefined || after === undefined || before === after) return result;
  const stretches = unchangedStretches(before, after);
  for (const correction of repository.listCorrections(db, documentId)) {
    const placed = placedIn(correction, before, after, stretches);
    if (!isDeepStrictEqual(placed, correction))
      repository.placeCorrection(db, documentId, placed, placed.lost);
  }
  return result;
}

/** Code units on either side by which words that return are known again. */
const AROUND = 8;

/** Returns a correction where its words stand in the text after a change; gone when they changed or were removed. */
function placedIn(
  correction: repository.StoredCorrection,
  before: string,
  after: string,
  stretches: readonly Stretch[],
): repository.StoredCorrection {
  const { lost, start, end, text } = correction;
  const now = lost === null ? moveSpan(stretches, correction) : returned(text, lost, start, after);
  if (now !== undefined)
    return { ...shiftCorrection(correction, now.start - start), lost: null, gone: false };
  if (lost !== null) return correction;
  const around = {
    before: before.slice(Math.max(0, start - AROUND), start),
    after: before.slice(end, end + AROUND),
  };
  return { ...correction, lost: around, gone: true };
}

/** Returns where words stand again beside what stood before or after them, on both sides first, then nearest. */
function returned(
  words: string,
  { before, after }: repository.Lost,
  start: number,
  text: string,
): Span | undefined {
  let best: { at: number; sides: number } | undefined;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const led = before !== '' && text.startsWith(before, at - before.length) ? 1 : 0;
    const followed = after !== '' && text.startsWith(after, at + words.length) ? 1 : 0;
    const sides = led + followed;
    if (sides === 0) continue;
    const isNearer = best !== undefined && Math.abs(at - start) < Math.abs(best.at - start);
    if (best === undefined || sides > best.sides || (sides === best.sides && isNearer)) best = { at, sides };
  }
  return best && { start: best.at, end: best.at + words.length };
}

/**
 * Makes, changes and takes back corrections, all or none. Undo is the same with before and after exchanged. The audit
 * table keeps every change, without the words of the record.
 * @throws AppError `conflict` when the text or one of the corrections is not as it was seen; `archived`
 */
export function applyCorrections(
  session: Session,
  { documentId, base, draft, changes }: Parsed<'corrections.apply'>,
): void {
  const db = dbOf(session);
  db.transaction(() => {
    requireNewestSeen(session, documentId, { base, draft });
    const { text } = getRecord(db, documentId) ?? throwRecordNotFound(documentId);
    const present = new Map(repository.listCorrections(db, documentId).map((one) => [one.id, one]));
    for (const change of changes) applyOne(session, { documentId, text, present }, change);
  });
  session.emit('corrections.changed', { documentId });
}

interface CorrectedRecord {
  readonly documentId: number;
  readonly text: string;
  /** By id; follows the changes of the request. */
  readonly present: Map<string, Correction & { readonly gone: boolean }>;
}

function applyOne(
  session: Session,
  { documentId, text, present }: CorrectedRecord,
  { before, after }: CorrectionChange,
): void {
  const db = dbOf(session);
  const id = before?.id ?? after?.id;
  if (id === undefined || (before && after && before.id !== after.id))
    throw new AppError('bad-request', 'corrections.empty');
  if (!sameCorrection(present.get(id) ?? null, before)) throw changedMeanwhile();
  present.delete(id);
  if (after === null) repository.removeCorrection(db, documentId, id);
  else {
    requireWords(text, after);
    if ([...present.values()].some((other) => !other.gone && claims(other, after))) throw changedMeanwhile();
    const made = { at: new Date().toISOString(), actor: session.actor.name };
    repository.putCorrection(db, documentId, { ...withKnownEntity(session, after), ...made });
    present.set(id, { ...after, gone: false });
  }
  appendAudit(db, session.actor, 'document.correct', `document:${documentId}`, {
    correction: id,
    before: told(before),
    after: told(after),
  });
}

/** Tells what a correction says, without the words of the record. */
const told = (correction: Correction | null) =>
  correction && {
    at: [correction.start, correction.end],
    found: correction.found?.type ?? null,
    type: correction.mention?.type ?? null,
    assertion: correction.mention?.assertion ?? null,
    entity: correction.mention?.entity?.id ?? null,
  };

/** Compares what corrections say; where they stand is told by the text. */
function sameCorrection(a: Correction | null, b: Correction | null): boolean {
  if (a === null || b === null) return a === b;
  const said = ({ id, text, found, mention }: Correction) => ({
    ...{ id, text, found: found?.type, type: mention?.type, assertion: mention?.assertion },
    ...{
      words: mention && mention.end - mention.start,
      entity: mention?.entity && [mention.entity.type, mention.entity.name],
    },
  });
  return isDeepStrictEqual(said(a), said(b));
}

/** Tells whether both speak of the same mention. */
function claims(a: Correction, b: Correction): boolean {
  const spans = (one: Correction) => [one.found, one.mention].filter((span) => span !== null);
  return spans(a).some((x) => spans(b).some((y) => x.start === y.start && x.end === y.end));
}

function requireWords(text: string, { start, end, text: words, found, mention }: Correction): void {
  const spans = [found, mention].filter((span) => span !== null);
  const inside = spans.every((span) => span.start < span.end && start <= span.start && span.end <= end);
  if (spans.length > 0 && inside && text.slice(start, end) === words) return;
  throw new AppError('bad-request', 'corrections.other-words', {}, { kept: 'kept.nothing-changed' });
}

/** Returns the correction with the graph's own name of its entity. @throws AppError `not-found` */
function withKnownEntity(session: Session, correction: Correction): Correction {
  const entity = correction.mention?.entity;
  if (!entity || repository.entityOf(dbOf(session), entity) !== undefined) return correction;
  throw new AppError(
    'not-found',
    'corrections.no-entity',
    { name: entity.name },
    { kept: 'kept.nothing-changed' },
  );
}

const changedMeanwhile = (): AppError =>
  new AppError(
    'conflict',
    'corrections.changed-meanwhile',
    {},
    { kept: 'kept.nothing-changed', hint: 'hint.look-and-correct-again' },
  );

export const listRules = (session: Session): MentionRule[] => repository.listRules(dbOf(session));

/** Switches a rule on or off, and makes it first where there is none. Rules are never removed. */
export function setRule(session: Session, { words, type, active }: Parsed<'corrections.setRule'>): void {
  const db = dbOf(session);
  const key = ruleKey(words, type);
  db.transaction(() => {
    const before = repository.findRule(db, key);
    if ((before?.active ?? false) === active) return;
    const at = new Date().toISOString();
    repository.putRule(db, key, {
      words: before?.words ?? words,
      type,
      active,
      at,
      actor: session.actor.name,
    });
    appendAudit(db, session.actor, 'rule.set', 'rule:never-marked', {
      words,
      type,
      before: before?.active ?? null,
      after: active,
    });
  });
  session.emit('corrections.changed', {});
}

/** Returns all rules as a file, a line each: words, type, whether it is on, time and person. */
export function exportRules(session: Session): { name: string; bytes: Uint8Array } {
  const db = dbOf(session);
  const rules = repository.listRules(db);
  db.transaction(() =>
    appendAudit(db, session.actor, 'rule.export', 'rule:never-marked', {
      rules: rules.length,
      encrypted: false,
    }),
  );
  const lines = rules.map((rule) => `${JSON.stringify(rule)}\n`);
  return { name: 'never-marked.jsonl', bytes: Buffer.from(lines.join('')) };
}
