/** Records composed from the starter graph, and the classifier of departments that learnt from them. */
import { describe, expect, test } from 'vitest';
import { admissions } from '../../../main/packaging/starter/admissions.ts';
import { departmentCases, scoreDepartments } from '../../helpers/departments.ts';
import { buildRanker } from '../../helpers/ranker.ts';
import { readVignettes } from '../../helpers/vignettes.ts';

describe('composed records', () => {
  const records = admissions({ each: 3, seed: 5 });

  test('are the same for the same seed and differ within a disease', () => {
    expect(admissions({ each: 3, seed: 5 })).toEqual(records);
    const others = admissions({ each: 3, seed: 6 });
    expect(others.filter(({ text }, i) => text === records[i]?.text)).toEqual([]);
    expect(new Set(records.map(({ text }) => text)).size).toBeGreaterThan(0.99 * records.length);
  });

  test('are of every disease, say something of it and leave nothing blank', () => {
    const diseases = new Set(records.map(({ disease }) => disease));
    expect(diseases.size).toBe(records.length / 3);
    for (const { text, department } of records) {
      expect(department).toMatch(/科$/);
      expect(text.length).toBeGreaterThan(5);
      expect(text).not.toMatch(/undefined|NaN|，，|。。|：。|^[，。]/);
    }
  });

  test('of men, women and children name no other', () => {
    const textOf = (name: string) =>
      admissions({ each: 40, seed: 1 })
        .filter(({ disease }) => disease === name)
        .map(({ text }) => text)
        .join('\n');
    expect(textOf('前列腺增生')).not.toMatch(/女，|患者女|女性，/);
    expect(textOf('卵巢囊肿')).not.toMatch(/男，|患者男|男性，/);
  });
});

test('the starter classifier names departments of unread vignettes more often rightly than the first suggestion', async () => {
  const cases = departmentCases(readVignettes('departments.txt'));
  const { texts, graph, model, said, saidRight } = await scoreDepartments(await buildRanker(), cases);
  expect(texts).toBe(70);
  expect(model).toBeGreaterThan(graph);
  expect(model / texts).toBeGreaterThan(0.9);
  expect(saidRight / said).toBeGreaterThan(0.95);
});
