/** Tokens by which programs act for a person; of each only its hash. */
import { z } from 'zod';
import { insert } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const ApiToken = z.object({
  id: z.number(),
  person: z.string(),
  /** Names what holds the token, such as a hospital system. */
  label: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

const SELECT = `
  SELECT id, person, label, created_at AS createdAt, created_by AS createdBy, expires_at AS expiresAt,
         revoked_at AS revokedAt
    FROM api_token`;

/** Returns all tokens in the order in which they were made, revoked ones included. */
export const listTokens = (db: ReadDb): ApiToken[] => db.all(ApiToken, `${SELECT} ORDER BY id`);

export const findToken = (db: ReadDb, id: number): ApiToken | undefined =>
  db.get(ApiToken, `${SELECT} WHERE id = ?`, id);

export const findTokenByHash = (db: ReadDb, hash: string): ApiToken | undefined =>
  db.get(ApiToken, `${SELECT} WHERE hash = ?`, hash);

/** Stores a token by its hash; returns its id. */
export const insertToken = (
  db: WriteDb,
  token: Omit<ApiToken, 'id' | 'revokedAt'> & { readonly hash: string },
): number => insert(db, 'api_token', token);

export function setRevoked(db: WriteDb, id: number, at: string): void {
  db.run('UPDATE api_token SET revoked_at = ? WHERE id = ?', at, id);
}
