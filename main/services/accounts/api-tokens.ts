/** Tokens by which programs act for a person over the network: made, listed, revoked, and checked. */
import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/result.ts';
import { findAccount } from '../../db/repositories/accounts.ts';
import * as repository from '../../db/repositories/api-tokens.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { dbOf, type Session } from '../session/session.ts';
import type { AuthorizedActor } from './requester.ts';

export type { ApiToken } from '../../db/repositories/api-tokens.ts';

const DAY_MS = 86_400_000;
/** Longest life of a token, in days. */
export const MAX_TOKEN_DAYS = 3650;

export const listTokens = (session: Session): repository.ApiToken[] => repository.listTokens(dbOf(session));

/**
 * Makes a token for a person. Its words are returned here and nowhere else. Throws `not-found` for an unknown and
 * `conflict` for a deactivated person.
 */
export function createToken(
  session: Session,
  request: { readonly person: string; readonly label: string; readonly days: number },
): { readonly token: string; readonly info: repository.ApiToken } {
  const db = dbOf(session);
  const token = `meridian_${randomBytes(32).toString('base64url')}`;
  return db.transaction(() => {
    const person = findAccount(db, request.person);
    if (person === undefined) throw new AppError('not-found', 'accounts.no-person', { name: request.person });
    if (!person.active) {
      const hint = 'hint.ask-administrator';
      throw new AppError('conflict', 'accounts.deactivated', { name: person.name }, { hint });
    }
    const now = Date.now();
    const row = {
      ...{ person: person.name, label: request.label, createdBy: session.actor.name },
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + request.days * DAY_MS).toISOString(),
    };
    const id = repository.insertToken(db, { ...row, hash: hashOf(token) });
    const { label, expiresAt } = row;
    appendAudit(db, session.actor, 'token.create', `token:${id}`, { holder: person.name, label, expiresAt });
    return { token, info: { id, ...row, revokedAt: null } };
  });
}

/** Ends a token for good; one that is revoked already stays as it is. Throws `not-found`. */
export function revokeToken(session: Session, id: number): repository.ApiToken {
  const db = dbOf(session);
  return db.transaction(() => {
    const known = repository.findToken(db, id);
    if (known === undefined) throw new AppError('not-found', 'accounts.no-token', { id });
    if (known.revokedAt !== null) return known;
    const revokedAt = new Date().toISOString();
    repository.setRevoked(db, id, revokedAt);
    const { person: holder, label } = known;
    appendAudit(db, session.actor, 'token.revoke', `token:${id}`, { holder, label });
    return { ...known, revokedAt };
  });
}

/**
 * Returns the person for whom a token acts, with the roles of this moment; undefined for any other text, and for a token
 * that is expired, revoked or of a deactivated person. The time that a wrong token takes depends on its SHA-256 alone,
 * which tells nothing of a right one.
 */
export function tokenActor(session: Session, token: string): AuthorizedActor | undefined {
  const db = dbOf(session);
  const known = repository.findTokenByHash(db, hashOf(token));
  if (known === undefined || known.revokedAt !== null || Date.parse(known.expiresAt) <= Date.now())
    return undefined;
  const person = findAccount(db, known.person);
  if (person?.active !== true) return undefined;
  return { name: person.name, token: known.label, roles: person.roles, everything: false };
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
