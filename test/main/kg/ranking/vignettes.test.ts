/** The vignettes that were worked with stay ranked, and what is shown of them stays right. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildRanker, type Ranker } from '../../../helpers/ranker.ts';
import {
  judgeVignette,
  readVignettes,
  scoreVignettes,
  type VignetteOutcome,
} from '../../../helpers/vignettes.ts';

describe('vignettes', () => {
  let ranker: Ranker;
  let outcomes: readonly VignetteOutcome[];
  beforeAll(async () => {
    ranker = await buildRanker();
    outcomes = readVignettes('worked.txt').map((vignette) => judgeVignette(ranker, vignette));
  });

  it('have their diagnosis among the first three', () => {
    expect(outcomes.filter(({ place }) => place > 3)).toEqual([]);
    expect(scoreVignettes(outcomes).hits[0]).toBeGreaterThanOrEqual(0.9);
  });

  it('show hardly anything that the text contradicts', () => {
    const { wrongMissing, wrongFor } = scoreVignettes(outcomes);
    expect(wrongMissing).toBeLessThan(0.04);
    expect(wrongFor).toBeLessThan(0.01);
  });

  it('come first with the disease for which the patient was admitted', () => {
    const first = (why: string) =>
      judgeVignette(ranker, {
        department: '',
        expected: [],
        readings: new Map(),
        text: `主诉：心悸1周。\n现病史：1周前心悸，外院动态心电图示室性早搏、心房颤动。${why}`,
      }).candidates[0]?.entity.name;
    expect(first('门诊以“心房颤动”收入我科。')).toBe('心房颤动');
    expect(first('门诊以“室性早搏”收入我科。')).toBe('室性早搏');
  });

  it('have findings made up of others, and the denial of one denies the whole', () => {
    const evidence = (text: string) => {
      const { candidates } = judgeVignette(ranker, {
        department: '',
        expected: [],
        readings: new Map(),
        text: `主诉：乏力、头晕、皮肤瘀斑1周。查体：贫血貌。${text}`,
      });
      const names = (side: 'for' | 'against') =>
        candidates.flatMap((one) => one[side].map(({ entity }) => entity.name));
      return { for: names('for'), against: names('against') };
    };
    expect(evidence('WBC 1.8×10^9/L，Hb 62g/L，PLT 18×10^9/L。').for).toContain('全血细胞减少');
    expect(evidence('WBC 6.8×10^9/L，Hb 62g/L，PLT 18×10^9/L。').against).toContain('全血细胞减少');
  });
});
