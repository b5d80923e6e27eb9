/** Reference ranges of the workspace's own laboratory, kept as a mark of the workspace. */
import { z } from 'zod';
import { OwnRange } from '../../../shared/domain/value.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { deleteMark, readMark, writeMark } from './settings.ts';

const MARK = 'own-ranges';
const Kept = z.array(OwnRange);

export function readOwnRanges(db: ReadDb): OwnRange[] {
  const kept = readMark(db, MARK);
  return kept === undefined ? [] : Kept.parse(JSON.parse(kept));
}

export function writeOwnRanges(db: WriteDb, ranges: readonly OwnRange[]): void {
  if (ranges.length === 0) deleteMark(db, MARK);
  else writeMark(db, MARK, JSON.stringify(Kept.parse(ranges)));
}
