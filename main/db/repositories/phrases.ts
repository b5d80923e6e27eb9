/** Lists of phrases with their cut points. */
import { z } from 'zod';
import {
  CutPoint,
  Phrase,
  PhraseCard,
  type PhraseFilter,
  type PhraseList,
  PhraseState,
} from '../../../shared/domain/phrases.ts';
import { fold } from '../../text/folding.ts';
import { flag, insert, json } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const COUNTED = PhraseState.options
  .map((state) => `(SELECT count(*) FROM phrase WHERE list_id = l.id AND state = '${state}') AS ${state}`)
  .join(', ');
const SELECT_LISTS = `SELECT id, name, created_at AS createdAt, card, ${COUNTED} FROM phrase_list l`;
const ListRow = z
  .object({
    ...{ id: z.number(), name: z.string(), createdAt: z.string(), card: json(PhraseCard) },
    ...{ waiting: z.number(), accepted: z.number(), rejected: z.number() },
  })
  .transform(({ waiting, accepted, rejected, ...list }): PhraseList => {
    return { ...list, counts: { waiting, accepted, rejected } };
  });

export const listPhraseLists = (db: ReadDb): PhraseList[] => db.all(ListRow, `${SELECT_LISTS} ORDER BY id`);

export const getPhraseList = (db: ReadDb, id: number): PhraseList | undefined =>
  db.get(ListRow, `${SELECT_LISTS} WHERE id = ?`, id);

export const findPhraseListByName = (db: ReadDb, name: string): PhraseList | undefined =>
  db.get(ListRow, `${SELECT_LISTS} WHERE name = ?`, name);

export interface ListContent {
  readonly phrases: readonly Phrase[];
  readonly cutPoints: readonly CutPoint[];
}

/** Stores a whole list. Returns its id. */
export const insertPhraseList = (
  db: WriteDb,
  { name, card }: Pick<PhraseList, 'name' | 'card'>,
  { phrases, cutPoints }: ListContent,
): number =>
  db.transaction(() => {
    const id = insert(db, 'phrase_list', { name, createdAt: new Date().toISOString(), card });
    for (const phrase of phrases) putPhrase(db, id, phrase);
    for (const point of cutPoints) putCutPoint(db, id, point);
    return id;
  });

export function putPhrase(db: WriteDb, list: number, phrase: Phrase): void {
  const { text, cuts, edited, origin, count, quality, state } = phrase;
  db.run(
    'INSERT OR REPLACE INTO phrase (list_id, text, cuts, edited, origin, count, quality, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[list, text, JSON.stringify(cuts), edited ? 1 : 0, origin, count, quality, state],
  );
}

/** Puts proposed cuts in place of those about which nobody has decided. Returns how many changed. */
export const proposeCuts = (
  db: WriteDb,
  list: number,
  proposed: readonly Pick<Phrase, 'text' | 'cuts'>[],
): number =>
  db.transaction(() => {
    let changed = 0;
    for (const { text, cuts } of proposed) {
      const written = JSON.stringify(cuts);
      changed += db.run(
        'UPDATE phrase SET cuts = ? WHERE list_id = ? AND text = ? AND edited = 0 AND cuts <> ?',
        ...[written, list, text, written],
      ).changes;
    }
    return changed;
  });

export function putCutPoint(db: WriteDb, list: number, point: CutPoint): void {
  const { character, side, count, share, active } = point;
  db.run(
    'INSERT OR REPLACE INTO cut_point (list_id, character, side, count, share, active) VALUES (?, ?, ?, ?, ?, ?)',
    ...[list, character, side, count, share, active ? 1 : 0],
  );
}

const PhraseRow = z.object({ ...Phrase.shape, cuts: json(Phrase.shape.cuts), edited: flag });
const SELECT_PHRASES = 'SELECT text, cuts, edited, origin, count, quality, state FROM phrase';

export const getPhrase = (db: ReadDb, list: number, text: string): Phrase | undefined =>
  db.get(PhraseRow, `${SELECT_PHRASES} WHERE list_id = ? AND text = ?`, list, text);

export const allPhrases = (db: ReadDb, list: number): Phrase[] =>
  db.all(PhraseRow, `${SELECT_PHRASES} WHERE list_id = ?`, list);

/** Returns the phrases that a filter takes, the more frequent first, and their number without the limit. */
export function findPhrases(
  db: ReadDb,
  list: number,
  { query, state, origin, long, limit }: PhraseFilter,
): { readonly phrases: Phrase[]; readonly total: number } {
  const conditions: [string, string | undefined][] = [
    ['instr(text, ?) > 0', fold(query.trim()) || undefined],
    ['state = ?', state],
    ['origin = ?', origin],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const where = `WHERE list_id = ? ${given.map(([sql]) => `AND ${sql} `).join('')}${long ? "AND cuts <> '[]'" : ''}`;
  const values = [list, ...given.map(([, value]) => value!)];
  const [[total] = [0]] = db.rows(`SELECT count(*) FROM phrase ${where}`, ...values);
  return {
    phrases: db.all(
      PhraseRow,
      `${SELECT_PHRASES} ${where} ORDER BY count DESC, text LIMIT ?`,
      ...values,
      limit,
    ),
    total: Number(total),
  };
}

const CutPointRow = z.object({ ...CutPoint.shape, active: flag });

/** Lists the most frequent first. */
export const cutPointsOf = (db: ReadDb, list: number): CutPoint[] =>
  db.all(
    CutPointRow,
    'SELECT character, side, count, share, active FROM cut_point WHERE list_id = ? ORDER BY count DESC, character, side',
    list,
  );

export function deletePhraseList(db: WriteDb, id: number): void {
  db.transaction(() => {
    for (const table of ['phrase', 'cut_point']) db.run(`DELETE FROM ${table} WHERE list_id = ?`, id);
    db.run('DELETE FROM phrase_list WHERE id = ?', id);
  });
}
