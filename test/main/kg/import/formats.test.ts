/** Each format on a small made-up file: what comes in, under which types and names, and what is refused. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importStarter } from '../../../../main/kg/import/index.ts';
import { words } from '../../../../shared/messages/words.ts';
import {
  drive,
  edges,
  facts,
  importFile,
  inconsistencies,
  kgFixtures,
  names,
  refusals,
  temporaryFile,
} from '../../../helpers/kg.ts';
import { openWorkspace } from '../../../helpers/workspace.ts';

const fixture = (name: string) => join(kgFixtures, name);

describe('triples', () => {
  it('maps relation names, keeps unknown ones and refuses flagged and broken rows', async () => {
    const { db } = openWorkspace();
    const report = await importFile(db, fixture('triples.tsv'));
    expect(edges(db)).toEqual([
      'disease:甲壳热 HasComplication disease:裂壳症 #0',
      'disease:甲壳热 HasSymptom symptom:壳痒 #1',
      'disease:甲壳热 HasSymptom symptom:壳痛 #0',
      'disease:甲壳热 InDepartment department:壳科 #0',
      'disease:甲壳热 LocatedIn anatomy:背壳 #0',
      'disease:甲壳热 NeedsExam exam:验壳术 #0',
      'disease:甲壳热 TreatedBy treatment:敷壳 #0',
      'disease:甲壳热 TreatedByDrug drug:软壳片 #0',
      'disease:甲壳热 忌食 other:辣壳 #0',
      'disease:裂壳症 HasSymptom symptom:壳痒 #0',
    ]);
    expect(names(db)).toContain('disease:甲壳热 = 蟹壳热');
    expect(refusals(report)).toEqual({
      truncated: 1,
      suspect: 1,
      'empty name': 1,
      'wrong number of columns': 1,
      'empty relation': 1,
      'head and tail are the same': 1,
    });
    expect(report.refused.find(({ reason }) => words(reason, 'en') === 'suspect')?.examples).toEqual([
      { line: 9, text: '甲壳热\tHAS_COMPLICATION\t偷懒病\tsuspect' },
    ]);
    expect(report).toMatchObject({ rows: 18, triples: 11, merged: 1 });
    expect(report.rows).toBe(
      report.triples + report.merged + report.refused.reduce((n, g) => n + g.count, 0),
    );
    expect(report.relations).toMatchObject({ HAS_SYMPTOM: 5, HAS_DRUG: 2, ALIAS_IS: 1, 忌食: 1 });
  });

  it('reads CSV with quotes, a byte order mark, CRLF, Chinese headers and columns for types', async () => {
    const { db } = openWorkspace();
    const report = await importFile(db, fixture('typed.csv'));
    expect(edges(db)).toEqual([
      'disease:甲壳热 HasSymptom symptom:壳痛 #0',
      'disease:甲壳热 可,用 drug:软壳片 #0',
      'drug:软壳片 IsA drug:软壳类 #0',
    ]);
    expect(report.refused).toEqual([]);
  });

  it('turns inverse relations round', async () => {
    const { db } = openWorkspace();
    await importFile(
      db,
      temporaryFile(
        't.tsv',
        '壳痛\tmanifestation_of\t甲壳热\n软壳片\tmay_treat\t甲壳热\n硬水\tcause_of\t甲壳热\n',
      ),
    );
    expect(edges(db)).toEqual([
      'disease:甲壳热 CausedBy cause:硬水 #0',
      'disease:甲壳热 HasSymptom symptom:壳痛 #0',
      'disease:甲壳热 TreatedByDrug drug:软壳片 #0',
    ]);
  });

  it('links ends of unknown relations to what earlier sources know', async () => {
    const { db } = openWorkspace();
    await importFile(db, fixture('typed.csv'));
    await importFile(db, temporaryFile('t.tsv', '软壳片\t缓解\t壳痛\n新词\t缓解\t旧词\n'));
    expect(edges(db)).toContain('drug:软壳片 缓解 symptom:壳痛 #0');
    expect(edges(db)).toContain('disease:新词 缓解 other:旧词 #0');
  });
});

describe('39.net disease table', () => {
  it('splits lists, drops marks, refuses cut names and cut items', async () => {
    const { db } = openWorkspace();
    const report = await importFile(db, fixture('39net.csv'));
    expect(edges(db)).toEqual([
      'disease:甲壳热 HasComplication disease:裂壳症 #0',
      'disease:甲壳热 HasSymptom symptom:壳痒 #1',
      'disease:甲壳热 HasSymptom symptom:壳痛 #0',
      'disease:甲壳热 InDepartment department:壳科 #0',
      'disease:甲壳热 InDepartment department:外壳科 #1',
      'disease:甲壳热 LocatedIn anatomy:前壳 #1',
      'disease:甲壳热 LocatedIn anatomy:背壳 #0',
      'disease:甲壳热 NeedsExam exam:听壳术 #1',
      'disease:甲壳热 NeedsExam exam:验壳术 #0',
      'disease:甲壳热 TreatedBy treatment:敷壳 #1',
      'disease:甲壳热 TreatedBy treatment:药物治疗 #0',
      'disease:甲壳热 TreatedByDrug drug:软壳片 #0',
      'disease:裂壳症 HasSymptom symptom:壳裂 #0',
      'disease:裂壳症 InDepartment department:壳科 #0',
    ]);
    expect(names(db).filter((name) => name.includes('='))).toEqual([
      'disease:甲壳热 = 壳热',
      'disease:甲壳热 = 硬壳病',
      'disease:甲壳热 = 蟹壳热',
    ]);
    expect(facts(db)).toEqual([
      '甲壳热 cureRate 85%',
      '甲壳热 duration 1-2周',
      '甲壳热 population 所有人群',
      '甲壳热 transmission 无传染性',
    ]);
    expect(refusals(report)).toEqual({ truncated: 2, 'wrong number of columns': 1 });
    expect(report.rows).toBe(4);
  });
});

describe('xywy JSON lines', () => {
  it('reads lists, facts and generic drug names; one broken line is refused by itself', async () => {
    const { db } = openWorkspace();
    const report = await importFile(db, fixture('xywy.jsonl'));
    expect(edges(db)).toEqual([
      'disease:甲壳热 HasComplication disease:裂壳症 #0',
      'disease:甲壳热 HasSymptom symptom:壳痒 #1',
      'disease:甲壳热 HasSymptom symptom:壳痛 #0',
      'disease:甲壳热 InDepartment department:壳科 #0',
      'disease:甲壳热 NeedsExam exam:验壳术 #0',
      'disease:甲壳热 TreatedBy treatment:敷壳 #0',
      'disease:甲壳热 TreatedByDrug drug:无名散 #1',
      'disease:甲壳热 TreatedByDrug drug:消壳散 #1',
      'disease:甲壳热 TreatedByDrug drug:软壳片 #0',
      'disease:裂壳症 HasSymptom symptom:壳裂 #0',
    ]);
    expect(facts(db)).toEqual([
      '甲壳热 category 内科 / 壳科',
      '甲壳热 cause 壳太硬。',
      '甲壳热 cureRate 90%',
      '甲壳热 description 一种虚构的病。',
      '甲壳热 duration 一周',
      '甲壳热 population 螃蟹',
      '甲壳热 prevalence 1%',
      '甲壳热 prevention 常泡水。',
      '甲壳热 transmission 无',
    ]);
    expect(refusals(report)).toEqual({
      'field is neither text nor a list of texts': 1,
      'empty name': 1,
      'no name field': 1,
      'malformed JSON': 1,
    });
  });
});

describe('ICD-10', () => {
  it('keeps the shortest code of a name, and every chapter', async () => {
    const { db } = openWorkspace();
    const report = await importFile(db, fixture('icd10.tsv'));
    expect(facts(db)).toEqual([
      '壳依赖 icd10 Z99',
      '壳瘤 icd10 M815700/1',
      '甲壳热 icd10 A00',
      '脑壳症 icd10 A01.0+G01*',
      '被螃蟹撞 icd10 V01.0',
      '裂壳症 icd10 A00',
    ]);
    expect(refusals(report)).toEqual({ 'not an ICD-10 code': 1 });
    expect(report).toMatchObject({ rows: 9, newEntities: 6, merged: 2 });
  });
});

describe('synonym pairs', () => {
  it('attach to what the graph knows under any type, else to a disease', async () => {
    const { db } = openWorkspace();
    await importFile(db, fixture('my_symptom_list.txt'));
    const report = await importFile(db, fixture('synonyms.tsv'));
    expect(names(db)).toEqual([
      'disease:甲壳热',
      'disease:甲壳热 = 蟹壳热',
      'symptom:壳晕',
      'symptom:壳痒',
      'symptom:壳痛',
      'symptom:壳痛 = 痛壳',
    ]);
    expect(report).toMatchObject({ rows: 4, triples: 2, merged: 1, relations: { SameAs: 3 } });
    expect(refusals(report)).toEqual({ 'wrong number of columns': 1 });
  });
});

describe('word lists', () => {
  it('take their type from the file name of the upload', async () => {
    const { db } = openWorkspace();
    const report = await importFile(db, fixture('my_symptom_list.txt'), { name: '疾病表.txt' });
    expect(names(db)).toEqual(['disease:壳晕', 'disease:壳痒', 'disease:壳痛']);
    expect(report).toMatchObject({ rows: 4, triples: 0, merged: 1, newEntities: 3 });
  });

  it('with frequencies leave known names what they are', async () => {
    const { db } = openWorkspace();
    await importFile(db, fixture('my_symptom_list.txt'));
    const report = await importFile(db, fixture('frequency.tsv'));
    expect(names(db)).toContain('other:海水');
    expect(names(db)).not.toContain('other:壳痛');
    expect(facts(db)).toEqual(['壳痛 documentFrequency 100', '海水 documentFrequency 50']);
    expect(refusals(report)).toEqual({ 'frequency is not a number': 1 });
  });
});

describe('UMLS', () => {
  it('joins names, types and relations of a folder', async () => {
    const { db } = openWorkspace();
    const report = await importFile(db, fixture('umls'));
    expect(names(db)).toEqual([
      'disease:甲壳热',
      'disease:甲壳热 = Crab fever',
      'disease:甲壳热 = Shell fever',
      'drug:Shellsoft',
      'other:Untyped thing',
      'symptom:Shell pain',
    ]);
    expect(edges(db)).toEqual([
      'disease:甲壳热 HasSymptom symptom:Shell pain #0',
      'other:Untyped thing RB drug:Shellsoft #0',
    ]);
    expect(facts(db)).toContain('甲壳热 cui C0000001');
    expect(facts(db)).toContain('甲壳热 en Shell fever');
    expect(refusals(report)).toEqual({
      'suppressed in UMLS': 2,
      'neither English nor Chinese': 1,
      'not a concept identifier': 1,
      'wrong number of columns': 1,
      'unknown concept': 1,
    });
    expect(report.relations).toEqual({ SameAs: 2, has_manifestation: 1, manifestation_of: 1, RB: 1 });
    expect(report.merged).toBe(1); // the inverse of has_manifestation
  });

  it('imports relations alone once the concepts are known', async () => {
    const { db } = openWorkspace();
    await importFile(db, fixture('umls/MRCONSO.RRF'));
    expect(edges(db)).toEqual([]);
    await importFile(db, fixture('umls/MRREL.RRF'));
    expect(edges(db)).toEqual([
      'other:Untyped thing RB other:Shellsoft #0',
      'other:甲壳热 HasSymptom other:Shell pain #0',
    ]);
    await expect(importFile(db, fixture('umls/MRSTY.RRF'))).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('N-Triples', () => {
  it('reads labels, types, literals, blank nodes and escapes', async () => {
    const { db } = openWorkspace();
    const report = await importFile(db, fixture('graph.nt'));
    expect(names(db)).toEqual([
      'cause:壳虫',
      'disease:甲壳热',
      'disease:甲壳热 = CrabFever',
      'disease:甲壳热 = Shell fever',
      'disease:甲壳热 = 🦀热',
      'other:CrabFever',
      'other:海带',
      'symptom:say "ouch"\\',
    ]);
    expect(edges(db)).toEqual([
      'disease:甲壳热 CausedBy cause:壳虫 #0',
      'disease:甲壳热 HasSymptom symptom:say "ouch"\\ #0',
      'disease:甲壳热 eats other:海带 #0',
    ]);
    expect(facts(db)).toEqual(['甲壳热 en Shell fever', '甲壳热 prevalence 0.5']);
    expect(refusals(report)).toEqual({
      'neither English nor Chinese': 1,
      'node without a name': 1,
      'malformed N-Triples line': 2,
    });
  });
});

describe('starter tables', () => {
  it('resolve names through aliases and elect one type for each finding', async () => {
    const { db } = openWorkspace();
    const report = await drive(importStarter(db, { dir: fixture('starter') }));
    expect(edges(db)).toEqual([
      'disease:甲壳热 CausedBy cause:硬水 #2',
      'disease:甲壳热 CausedBy disease:裂壳症 #1',
      'disease:甲壳热 CausedBy finding:壳裂 #0',
      'disease:甲壳热 DifferentialFrom disease:脱壳病 #0',
      'disease:甲壳热 HasComplication disease:裂壳症 #0',
      'disease:甲壳热 HasComplication symptom:壳痛 #1',
      'disease:甲壳热 HasFinding finding:壳钙升高 #0',
      'disease:甲壳热 HasSign sign:壳红 #0',
      'disease:甲壳热 HasSymptom symptom:壳痒 #1',
      'disease:甲壳热 HasSymptom symptom:壳痛 #0',
      'disease:甲壳热 InDepartment department:壳科 #0',
      'disease:甲壳热 LocatedIn anatomy:背壳 #0',
      'disease:甲壳热 NeedsExam exam:验壳术 #0',
      'disease:甲壳热 TreatedBy treatment:敷壳 #0',
      'disease:甲壳热 TreatedByDrug drug:消壳散 #1',
      'disease:甲壳热 TreatedByDrug drug:软壳片 #0',
      'disease:脱壳病 HasSign sign:壳红 #0',
      'disease:裂壳症 CausedBy cause:碰撞 #1',
      'disease:裂壳症 CausedBy disease:甲壳热 #0',
      'disease:裂壳症 DifferentialFrom disease:甲壳热 #0',
      'disease:裂壳症 HasFinding finding:壳裂 #0',
      'disease:裂壳症 HasSign sign:壳红 #0',
      'disease:裂壳症 HasSymptom symptom:壳痛 #1',
      'disease:裂壳症 InDepartment department:壳科 #0',
      'disease:裂壳症 LocatedIn anatomy:背壳 #0',
      'disease:裂壳症 NeedsExam exam:验壳术 #0',
      'disease:裂壳症 TreatedBy treatment:敷壳 #0',
      'drug:软壳片 IsA drug:软壳类 #0',
    ]);
    expect(facts(db)).toContain('甲壳热 urgent 1');
    expect(facts(db)).toContain('裂壳症 sex 男');
    expect(refusals(report)).toEqual({ 'wrong number of columns': 1, 'unknown entity type': 1 });
    expect(report.refused.flatMap((group) => group.examples)).toEqual([
      { line: 4, text: 'terms.tsv: 怪物\tmonster\t\t\t' },
      { line: 5, text: 'diseases-shell.tsv: 三列\t只有\t三列' },
    ]);
    expect(inconsistencies(db)).toEqual([]);
  });
});

describe('compressed files', () => {
  it('are imported like plain ones, whatever their name', async () => {
    const { db } = openWorkspace();
    const plain = openWorkspace();
    await importFile(plain.db, fixture('triples.tsv'));
    await importFile(db, temporaryFile('upload', gzipSync(readFileSync(fixture('triples.tsv')))));
    expect(edges(db)).toEqual(edges(plain.db));
    expect(names(db)).toEqual(names(plain.db));
  });
});
