/** Search and pages of the graph. */
import { describe, expect, it } from 'vitest';
import { getEntity, searchEntities } from '../../../../main/db/repositories/graph-read.ts';
import { importFile, temporaryFile } from '../../../helpers/kg.ts';
import { openWorkspace } from '../../../helpers/workspace.ts';

const TRIPLES = `head\trelation\ttail
甲状腺炎\tSameAs\t甲炎
甲状腺炎\tHasSymptom\t颈前疼痛
甲状腺炎\tHasSymptom\t发热
甲状腺炎\tNeedsExam\tFT3
亚急性甲状腺炎\tHasSymptom\t发热
急性甲状腺炎症\tHasSymptom\t寒战
`;

async function graph() {
  const { db } = openWorkspace();
  await importFile(db, temporaryFile('g.tsv', TRIPLES));
  return db;
}

describe('searchEntities', () => {
  it('puts the exact name first, then beginnings, then what is inside', async () => {
    const db = await graph();
    const found = searchEntities(db, '甲状腺炎', { limit: 9 }).map((hit) => hit.name);
    expect(found).toEqual(['甲状腺炎', '亚急性甲状腺炎', '急性甲状腺炎症']);
    const short = searchEntities(db, '甲状', { limit: 9 }).map((hit) => hit.name);
    expect(short).toEqual(['甲状腺炎', '亚急性甲状腺炎', '急性甲状腺炎症']);
    expect(searchEntities(db, '亚急性', { limit: 9 })[0]).toMatchObject({
      name: '亚急性甲状腺炎',
      degree: 1,
    });
  });

  it('finds other names, other widths and cases, and filters by type', async () => {
    const db = await graph();
    expect(searchEntities(db, '甲炎', { limit: 9 })).toMatchObject([
      { name: '甲状腺炎', matched: '甲炎', degree: 3 },
    ]);
    expect(searchEntities(db, 'ｆｔ３', { limit: 9 })).toMatchObject([{ name: 'FT3', type: 'exam' }]);
    expect(searchEntities(db, '发热', { type: 'disease', limit: 9 })).toEqual([]);
    expect(searchEntities(db, ' ', { limit: 9 })).toEqual([]);
    expect(searchEntities(db, '"腺炎" OR', { limit: 9 })).toEqual([]);
  });
});

describe('getEntity', () => {
  it('shows edges both ways, in the order of the source, and how many there are', async () => {
    const db = await graph();
    const [hit] = searchEntities(db, '甲状腺炎', { limit: 1 });
    const page = getEntity(db, hit?.id ?? 0, 2);
    expect(page?.edges.map((edge) => [edge.relation, edge.direction, edge.other.name, edge.rank])).toEqual([
      ['HasSymptom', 'out', '颈前疼痛', 0],
      ['HasSymptom', 'out', '发热', 1],
    ]);
    expect(page?.edgeCount).toBe(3);
    const [fever] = searchEntities(db, '发热', { limit: 1 });
    expect(getEntity(db, fever?.id ?? 0, 9)?.edges.map((edge) => [edge.direction, edge.other.name])).toEqual([
      ['in', '亚急性甲状腺炎'],
      ['in', '甲状腺炎'],
    ]);
    expect(getEntity(db, 99_999, 9)).toBeUndefined();
  });
});
