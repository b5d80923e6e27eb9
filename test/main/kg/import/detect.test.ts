/** The format of a file is told from its content, with its name as a help. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../main/kg/import/index.ts';
import { kgFixtures, temporaryFile } from '../../../helpers/kg.ts';

describe('detectFormat', () => {
  it.each([
    ['triples.tsv', 'triples'],
    ['typed.csv', 'triples'],
    ['39net.csv', '39net'],
    ['xywy.jsonl', 'xywy'],
    ['icd10.tsv', 'icd10'],
    ['synonyms.tsv', 'synonyms'],
    ['my_symptom_list.txt', 'wordlist'],
    ['frequency.tsv', 'wordlist'],
    ['umls', 'rrf'],
    ['umls/MRREL.RRF', 'rrf'],
    ['graph.nt', 'ntriples'],
    ['starter/diseases-shell.tsv', 'starter'],
    ['starter/terms.tsv', 'starter'],
  ])('%s: %s', async (file, format) => {
    expect(await detectFormat(join(kgFixtures, file))).toBe(format);
  });

  it.each<[string, string, string]>([
    ['three columns without a header', 'triples', '甲\tr\t乙\n丙\tq\t丁\n'],
    ['three columns with commas', 'triples', '甲,r,乙\n丙,q,丁\n'],
    ['subject, predicate, object', 'triples', 'Subject,Predicate,Object,Note\n甲,r,乙,\n'],
    ['codes under a Chinese header, the name first', 'icd10', '疾病名称,疾病编码\n霍乱,A00\n'],
    ['pairs without a header', 'synonyms', '发烧\t发热\n心慌\t心悸\n'],
    ['names of which some have commas', 'wordlist', '甲\n乙,型\n丙\n'],
    ['a JSON line longer than the sample', 'xywy', `{"name": "甲", "cause": "${'因'.repeat(40_000)}"}\n`],
  ])('%s: %s', async (_what, format, content) => {
    expect(await detectFormat(temporaryFile('upload', content))).toBe(format);
    expect(await detectFormat(temporaryFile('upload.gz', gzipSync(content)))).toBe(format);
  });

  it('says what it found when nothing fits', async () => {
    const failure = detectFormat(temporaryFile('a.tsv', 'x\ty\tz\tw\n1\t2\t3\t4\n'), 'people.tsv');
    await expect(failure).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('people.tsv: found 4 column(s): x, y, z, w'),
    });
  });
});
