/** The second look at the de-identified records of a batch run before they leave, with what this workspace knows. */
import { z } from 'zod';
import { DeidFinding, DeidPiece } from '../../../shared/domain/deid.ts';
import type { LookRisk } from '../../../shared/domain/second-look.ts';
import { deidentifierOf, noteDeidentifiedFiles } from '../deid/deid.ts';
import { lookDetail, requireWithinLimits } from '../deid/look-limits.ts';
import { LookRun, storedDecisions, withoutPart } from '../deid/look-run.ts';
import { dbOf, type Session } from '../session/session.ts';
import type { BatchRecord, BatchSettings } from './processor.ts';

const Hidden = z.object({
  title: z.string(),
  text: z.string(),
  pieces: z.array(DeidPiece),
  findings: z.array(DeidFinding),
});

interface HiddenLine {
  /** Number of the record, from 1. */
  readonly record: number;
  readonly title: string;
  readonly text: string;
}

interface HiddenRecords {
  readonly values: AsyncIterable<{ readonly seq: number; readonly value: unknown }>;
  /** The records as they were sent, in the order of their numbers. */
  readonly records: AsyncIterable<BatchRecord> | Iterable<BatchRecord>;
  /** Masks every undecided place of this risk and of graver ones. */
  readonly removeFrom?: LookRisk | undefined;
}

/**
 * Returns the records without names of their own: a record's id may be a patient's name.
 * @throws AppError `bad-request` when more places are left undecided than the limits of the workspace allow
 */
export async function lookAgain(
  session: Session,
  name: string,
  { deid }: BatchSettings,
  { values, records, removeFrom }: HiddenRecords,
): Promise<HiddenLine[]> {
  const tools = { ...deidentifierOf(session), level: deid?.level };
  const db = dbOf(session);
  const looking = new LookRun(db, tools, { decisions: storedDecisions(db, tools.secret), removeFrom });
  const originals: string[] = [];
  for await (const { text } of records) originals.push(text);
  const hidden = new Map<number, z.infer<typeof Hidden>>();
  for await (const { seq, value } of values) {
    const one = Hidden.parse(value);
    hidden.set(seq, one);
    looking.learn(originals[seq] ?? '', one.findings);
  }
  const lines: HiddenLine[] = [];
  for (const [seq, { title, text, pieces }] of hidden) {
    const parts = [
      { part: 'text', text, pieces },
      { part: 'title', text: title },
    ];
    const original = originals[seq] ?? '';
    const removed = looking.look({ object: `batch:${name}:${seq}`, title, parts, original });
    const left = (words: string, part: string) => withoutPart(words, removed, part);
    lines.push({ record: seq + 1, title: left(title, 'title'), text: left(text, 'text') });
  }
  const look = looking.report();
  requireWithinLimits(db, look);
  noteDeidentifiedFiles(session, name, {
    ...{ deidentified: deid?.mode, level: deid?.level, records: hidden.size },
    ...lookDetail(look),
  });
  return lines;
}
