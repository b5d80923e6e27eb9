/** Imports the public data sets, where they are here; the counts are those of the files themselves. */

import { describe, expect, it } from 'vitest';
import { graphStats, searchEntities } from '../../../../main/db/repositories/graph-read.ts';
import { normaliseName } from '../../../../main/text/folding.ts';
import { words } from '../../../../shared/messages/words.ts';
import { importFile, inconsistencies } from '../../../helpers/kg.ts';
import { gzipLines, haveSets, setPath } from '../../../helpers/public-data.ts';
import { openWorkspace } from '../../../helpers/workspace.ts';

const present = haveSets(['kg_39net', 'kg_xywy_sample', 'lexicon'], 'imports of public graphs');

const OURS: Record<string, string> = {
  HAS_SYMPTOM: 'HasSymptom',
  NEED_CHECK: 'NeedsExam',
  HAS_DRUG: 'TreatedByDrug',
  HAS_TREATMENT: 'TreatedBy',
  HAS_COMPLICATION: 'HasComplication',
  PART_IS: 'LocatedIn',
  DEPARTMENT_IS: 'InDepartment',
  ALIAS_IS: 'SameAs',
};

describe.skipIf(!present)('public data sets', { tags: ['long'] }, () => {
  it('39.net triples: every clean distinct triple is in the graph', async () => {
    const { db } = openWorkspace();
    const report = await importFile(db, setPath('kg_39net', 'triples.tsv.gz'), { sliceMs: 200 });
    const rows = gzipLines(setPath('kg_39net', 'triples.tsv.gz'))
      .slice(1)
      .map((line) => line.split('\t'));
    expect(report.rows).toBe(rows.length);
    const ofRows: Record<string, number> = {};
    const refused: Record<string, number> = {};
    const distinct: Record<string, Set<string>> = {};
    for (const [head = '', relation = '', tail = '', flag = ''] of rows) {
      ofRows[relation] = (ofRows[relation] ?? 0) + 1;
      const ours = OURS[relation] ?? relation;
      const pair = `${normaliseName(head)}\t${normaliseName(tail)}`;
      if (flag === '') distinct[ours] = (distinct[ours] ?? new Set()).add(pair);
      else refused[flag] = (refused[flag] ?? 0) + 1;
    }
    expect(report.relations).toEqual(ofRows);
    expect(
      Object.fromEntries(report.refused.map(({ reason, count }) => [words(reason, 'en'), count])),
    ).toEqual(refused);
    const expected = Object.fromEntries(
      Object.entries(distinct).map(([relation, set]) => [relation, set.size]),
    );
    expect(graphStats(db).relations).toEqual(expected);
    expect(inconsistencies(db)).toEqual([]);
  });

  it('39.net diseases: the same graph as its triples, nearly', async () => {
    const triples = openWorkspace().db;
    const table = openWorkspace().db;
    await importFile(triples, setPath('kg_39net', 'triples.tsv.gz'), { sliceMs: 200 });
    const report = await importFile(table, setPath('kg_39net', 'disease.csv.gz'), { sliceMs: 200 });
    expect(report.rows).toBe(gzipLines(setPath('kg_39net', 'disease.csv.gz')).length - 1);
    const a = graphStats(triples).relations;
    const b = graphStats(table).relations;
    for (const relation of [
      'HasSymptom',
      'NeedsExam',
      'TreatedByDrug',
      'TreatedBy',
      'LocatedIn',
      'InDepartment',
      'SameAs',
    ]) {
      expect((b[relation] ?? 0) / (a[relation] ?? 1)).toBeCloseTo(1, 2);
    }
  });

  it('xywy records and lexicons: every line is a row, and nearly all come in', async () => {
    const { db } = openWorkspace();
    const files = [
      'kg_xywy_sample/medical_sample.jsonl.gz',
      ...['disease', 'symptom', 'drug', 'check', 'food', 'department', 'producer'].map(
        (kind) => `lexicon/xywy_${kind}.txt.gz`,
      ),
      'lexicon/imcs21_symptom_norm.txt.gz',
      'lexicon/thuocl_medical.tsv.gz',
      'lexicon/icd10_beijing_v601.tsv.gz',
      'lexicon/sameas_pairs.tsv.gz',
    ];
    for (const file of files) {
      const report = await importFile(db, setPath(file), { sliceMs: 200 });
      const header = file.includes('sameas') ? 1 : 0;
      expect(report.rows).toBe(gzipLines(setPath(file)).length - header);
      expect(report.refused.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(5);
    }
    expect(graphStats(db).sources).toHaveLength(files.length);
    expect(searchEntities(db, '霍乱', { type: 'disease', limit: 1 })[0]?.code).toBe('A00');
    expect(inconsistencies(db)).toEqual([]);
  });
});
