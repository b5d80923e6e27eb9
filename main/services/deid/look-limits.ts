/** Limits on the places of the second look that may leave undecided. */
import {
  DEFAULT_LOOK_LIMITS,
  LookLimits,
  type LookReport,
  risksAbove,
} from '../../../shared/domain/second-look.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { readMark } from '../../db/repositories/settings.ts';
import type { Watch } from '../background/background.ts';

/** A request that is told what the second look found, before anything is refused or written. */
export interface LookWatch extends Watch {
  readonly onLook?: (look: LookReport) => void;
}

export const LOOK_LIMITS = 'deid.look-limits';

export function lookLimits(db: ReadDb): LookLimits {
  const mark = readMark(db, LOOK_LIMITS);
  return mark === undefined ? DEFAULT_LOOK_LIMITS : LookLimits.parse(JSON.parse(mark));
}

/** Returns whether more is left undecided than the limits of the workspace allow. */
export const isTooMuchLeft = (db: ReadDb, { left }: LookReport): boolean =>
  risksAbove(left, lookLimits(db)).length > 0;

/** Throws `bad-request` when more is left undecided than the limits of the workspace allow. */
export function requireWithinLimits(db: ReadDb, look: LookReport): void {
  if (!isTooMuchLeft(db, look)) return;
  const { left, records } = look;
  throw new AppError(
    'bad-request',
    'look.too-much-left',
    { records, ...left },
    { kept: 'kept.nothing-exported', hint: 'look.decide-first' },
  );
}
/** Returns what the audit table tells of a second look: counts and people, never the words. */
export const lookDetail = ({ left, removed, accepted, acceptedBy, records, anonymity }: LookReport) => ({
  leftHigh: left.high,
  leftMedium: left.medium,
  leftLow: left.low,
  removedAgain: removed,
  accepted,
  ...(records > 1 && { anonymity: anonymity.k }),
  ...(accepted > 0 && { acceptedBy: acceptedBy.join(', ') }),
});

/** Message that says what is left undecided. */
export const leftMessage = ({ left, records, removed, accepted }: LookReport): Message =>
  message('look.left', { records, ...left, removed, accepted });
