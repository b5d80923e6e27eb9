/** The sample records with their own conclusions hidden: does the starter graph lead back to them? */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRankingRules, type RankingRules, rankDiagnoses } from '../../../../main/kg/ranking/rank.ts';
import { readResource, resourcePath } from '../../../../main/resources.ts';
import { normaliseName } from '../../../../main/text/folding.ts';
import { buildRanker, hideSections } from '../../../helpers/ranker.ts';

const rules = loadRankingRules();
const { graph, linker } = await buildRanker();

/** The title of a sample is its diagnosis; 急性ST段抬高型心肌梗死 says the same and more. */
const ALSO: Readonly<Record<string, readonly string[]>> = { 急性心肌梗死: ['急性ST段抬高型心肌梗死'] };

function places(using: RankingRules): Map<string, number> {
  const found = new Map<string, number>();
  for (const file of readdirSync(resourcePath('samples')).sort()) {
    const title = basename(file, '.txt').replace(/^\d+-/, '');
    const annotation = hideSections(linker.annotate(readResource('samples', file)), [
      'preliminary-diagnosis',
      'differential-diagnosis',
      'plan',
    ]);
    const { candidates } = rankDiagnoses(graph, annotation, using, { top: 10 });
    const wanted = [title, ...(ALSO[title] ?? [])].map(normaliseName);
    const place = candidates.findIndex(({ entity }) => names(entity.id).some((n) => wanted.includes(n))) + 1;
    found.set(title, place === 0 ? Number.POSITIVE_INFINITY : place);
  }
  return found;
}

function names(id: number): string[] {
  const entity = graph.indexOf(id);
  return [graph.norms[entity]!, ...(graph.aliases.get(entity) ?? [])];
}

function hits(found: Map<string, number>, k: number): string[] {
  return [...found].filter(([, place]) => place <= k).map(([title]) => title);
}

describe('the samples', () => {
  it('are all here', () => {
    expect(places(rules).size).toBe(12);
  });

  it('lead back to their diagnosis', () => {
    const found = places(rules);
    expect(hits(found, 1).length).toBeGreaterThanOrEqual(10);
    expect(hits(found, 3).length).toBeGreaterThanOrEqual(11);
  });

  it('do so by their findings alone, without what the history calls the illness', () => {
    const found = places({ ...rules, documented: { ...rules.documented, points: 0 } });
    expect(hits(found, 1).length).toBeGreaterThanOrEqual(10);
    expect(hits(found, 3).length).toBeGreaterThanOrEqual(11);
  });
});
