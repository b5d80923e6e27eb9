/** The detector as the tests use it: shipped rules, and the names of the starter graph as what the graph knows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { buildDetector, type DeidDetector } from '../../main/deid/detect.ts';
import type { LabelledText } from '../../main/deid/evaluate.ts';
import { loadDeidRules } from '../../main/deid/rules.ts';
import { appRoot, resourcePath } from '../../main/resources.ts';
import { normaliseName } from '../../main/text/folding.ts';
import { DeidField } from '../../shared/domain/deid.ts';

export const rules = loadDeidRules();
export const detector: DeidDetector = buildDetector(rules);

/** Herbs that a graph of Chinese medicine knows, besides the starter graph. */
const HERBS = ['白芷', '黄连', '防风', '川芎', '甘草', '当归', '熟地', '黄芩', '石膏'];

function starterNames(): ReadonlySet<string> {
  const names = new Set(HERBS);
  for (const file of readdirSync(resourcePath('kg')))
    for (const row of readFileSync(resourcePath('kg', file), 'utf8').split('\n').slice(1))
      for (const word of row.split(/[\t|]/)) if (word.length > 1) names.add(normaliseName(word));
  return names;
}

const terms = starterNames();
export const isTerm = (word: string): boolean => terms.has(normaliseName(word));

const Line = z.object({
  id: z.string(),
  text: z.string(),
  entities: z.array(z.object({ start: z.number(), end: z.number(), type: DeidField, text: z.string() })),
});

/** Labelled texts about people who do not exist. */
export function labelledSamples(file = 'samples.jsonl'): LabelledText[] {
  return readFileSync(join(appRoot, 'test', 'fixtures', 'deid', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
}
