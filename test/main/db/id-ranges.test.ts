import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openConnection } from '../../../main/db/connection.ts';
import { idRanges, rowsByRange } from '../../../main/db/id-ranges.ts';

describe('ranges of ids', () => {
  it('yield every row once, in order, whatever the gaps between ids', () => {
    const ids = fc.uniqueArray(fc.integer({ min: -2500, max: 9000 }), { maxLength: 60 });
    fc.assert(
      fc.property(ids, (given) => {
        const db = openConnection(':memory:', { key: null });
        db.run('CREATE TABLE thing (id INTEGER PRIMARY KEY)');
        for (const id of given) db.run('INSERT INTO thing (id) VALUES (?)', id);
        const sql = 'SELECT id FROM thing WHERE id >= ? AND id < ? ORDER BY id';
        const rows = [...rowsByRange(db, { table: 'thing', column: 'id' }, sql)].flat();
        expect(rows.map(([id]) => id)).toEqual(given.toSorted((a, b) => a - b));
        const fractions = [...idRanges(db, 'thing', 'id')].map(({ fraction }) => fraction);
        expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
        expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
        db.close();
      }),
      { numRuns: 50 },
    );
  });
});
