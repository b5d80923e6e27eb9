/** Rows of a workspace that are found by id or by name. */
import { type Message, message, type PlainId } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { dbOf, type Session } from './session.ts';

interface Rows<T> {
  list(db: ReadDb): T[];
  get(db: ReadDb, id: number): T | undefined;
  findByName(db: ReadDb, name: string): T | undefined;
}

interface Words {
  /** Names what is missing by its id, or by its name. */
  readonly noId: (id: number) => Message;
  readonly noName: (name: string) => Message;
  /** Advice while there is none at all. */
  readonly none: PlainId;
}

/** Returns an error that lists the names that there are. */
export function unknownName(problem: Message, names: readonly string[], none: PlainId): AppError {
  const hint = names.length === 0 ? none : message('hint.there-are', { names: names.join(', ') });
  return new AppError('not-found', problem, { hint });
}

/** Lookups that throw `not-found`, and names that are still free. */
export const namedOf = <T extends { readonly name: string }>(rows: Rows<T>, words: Words) => ({
  list: (session: Session): T[] => rows.list(dbOf(session)),
  get: (session: Session, id: number): T => {
    const found = rows.get(dbOf(session), id);
    if (found === undefined) throw new AppError('not-found', words.noId(id));
    return found;
  },
  find: (session: Session, name: string): T => {
    const found = rows.findByName(dbOf(session), name);
    if (found !== undefined) return found;
    const names = rows.list(dbOf(session)).map((other) => other.name);
    throw unknownName(words.noName(name), names, words.none);
  },
  /** Returns the name, with a number from 2 if it is taken. */
  unusedName: (session: Session, name: string, numbered = (n: number) => `${name}-${n}`): string => {
    let free = name;
    for (let n = 2; rows.findByName(dbOf(session), free) !== undefined; n++) free = numbered(n);
    return free;
  },
});
