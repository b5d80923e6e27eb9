/** Limits, lists and decisions of the second look at what leaves. */
import type {
  IdentifierList,
  ListedCount,
  LookDecision,
  LookLimits,
  LookPlace,
} from '../../../shared/domain/second-look.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as stored from '../../db/repositories/second-look.ts';
import { writeMark } from '../../db/repositories/settings.ts';
import { dbOf, type Session } from '../session/session.ts';
import { deidSecret } from './deid.ts';
import { LOOK_LIMITS, lookLimits } from './look-limits.ts';
import { placeHash } from './look-run.ts';

export function setLookLimits(session: Session, limits: LookLimits): void {
  const db = dbOf(session);
  db.transaction(() => {
    const before = lookLimits(db);
    writeMark(db, LOOK_LIMITS, JSON.stringify(limits));
    appendAudit(db, session.actor, 'deid.limits', 'workspace', { before, after: limits });
  });
}

export const safetyOf = (session: Session): { limits: LookLimits; lists: ListedCount[] } => ({
  limits: lookLimits(dbOf(session)),
  lists: stored.countIdentifiers(dbOf(session)),
});

export interface PlaceDecision extends LookPlace {
  /** Null takes a decision back. */
  readonly decision: LookDecision | null;
}

/** Stores decisions about places, all or none. */
export function decidePlaces(session: Session, places: readonly PlaceDecision[]): void {
  const db = dbOf(session);
  const secret = deidSecret(session);
  const counts = { removed: 0, accepted: 0, takenBack: 0 };
  db.transaction(() => {
    const actor = session.actor.name;
    for (const { decision, ...place } of places) {
      stored.setDecision(db, { object: place.object, place: placeHash(secret, place), decision, actor });
      counts[decision === 'remove' ? 'removed' : decision === 'accept' ? 'accepted' : 'takenBack']++;
    }
    const objects = new Set(places.map(({ object }) => object));
    const [only] = objects;
    appendAudit(
      db,
      session.actor,
      'deid.decide',
      objects.size === 1 && only !== undefined ? only : 'workspace',
      counts,
    );
  });
}

/** Adds the names and numbers of a file to a list, as keyed hashes. @throws AppError `bad-input` */
export async function loadIdentifiers(
  session: Session,
  { list, name, bytes }: { readonly list: IdentifierList; readonly name: string; readonly bytes: Uint8Array },
): Promise<ListedCount[]> {
  const secret = deidSecret(session);
  const hashed = await session.background.run('hashList', { name, bytes, list, secret });
  const db = dbOf(session);
  db.transaction(() => {
    const added = stored.addIdentifiers(db, hashed);
    appendAudit(db, session.actor, 'deid.list', 'workspace', { list, found: hashed.length, added });
  });
  return stored.countIdentifiers(db);
}

export function forgetIdentifiers(session: Session, list: IdentifierList): ListedCount[] {
  const db = dbOf(session);
  db.transaction(() => {
    const removed = stored.deleteIdentifiers(db, list);
    appendAudit(db, session.actor, 'deid.list', 'workspace', { list, removed });
  });
  return stored.countIdentifiers(db);
}
