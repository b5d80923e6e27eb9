/** The hand-labelled assertion sentences and how the classifier does on them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { buildAssertionClassifier } from '../../main/text/assertion.ts';
import { foldUnits } from '../../main/text/folding.ts';
import { loadRules } from '../../main/text/rules.ts';
import { buildSectionFinder } from '../../main/text/sections.ts';
import { EntityType } from '../../shared/domain/graph.ts';
import { Assertion } from '../../shared/domain/mention.ts';

const Item = z
  .object({
    id: z.string(),
    text: z.string().min(1),
    mentions: z.array(
      z
        .object({
          start: z.number().int().nonnegative(),
          end: z.number().int().positive(),
          text: z.string(),
          type: EntityType,
          assertion: Assertion,
        })
        .strict(),
    ),
    /** Heading of the section that the text stands in. */
    section: z.string().nullable(),
  })
  .strict();
export type Item = z.infer<typeof Item>;

/** One classified gold mention. */
export interface Judgement {
  /** Number of its line in the file, from 1. */
  readonly line: number;
  readonly item: Item;
  readonly mention: Item['mentions'][number];
  readonly predicted: Assertion;
  readonly cue: string;
}

/** Line i of the file is element i - 1. */
export function readAssertionFixture(): Item[] {
  const file = join(import.meta.dirname, '..', 'fixtures', 'assertion.jsonl');
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Item.parse(JSON.parse(line)));
}

export function judgeFixture(items: readonly Item[]): Judgement[] {
  const rules = loadRules();
  const classifier = buildAssertionClassifier(rules.assertion);
  const sections = buildSectionFinder(rules.headings);
  return items.flatMap((item, i) => {
    const mentions = [...item.mentions].sort((a, b) => a.start - b.start || b.end - a.end);
    const section = item.section === null ? undefined : sections.kindOf(item.section);
    const results = classifier.classify(foldUnits(item.text), mentions, section);
    return mentions.map((mention, m) => {
      const { assertion: predicted, cue } = results[m]!;
      return { line: i + 1, item, mention, predicted, cue: cue ? item.text.slice(cue.start, cue.end) : '' };
    });
  });
}

export interface Scores {
  readonly accuracy: number;
  /** Mean F1 of the classes that occur. */
  readonly macroF1: number;
  readonly classes: ReadonlyMap<
    Assertion,
    { readonly gold: number; readonly precision: number; readonly recall: number; readonly f1: number }
  >;
}

export function score(judgements: readonly Judgement[]): Scores {
  const classes = new Map<Assertion, { gold: number; precision: number; recall: number; f1: number }>();
  for (const label of Assertion.options) {
    const gold = judgements.filter((j) => j.mention.assertion === label).length;
    const predicted = judgements.filter((j) => j.predicted === label).length;
    const right = judgements.filter((j) => j.mention.assertion === label && j.predicted === label).length;
    if (gold === 0) continue;
    const precision = predicted === 0 ? 0 : right / predicted;
    classes.set(label, { gold, precision, recall: right / gold, f1: (2 * right) / (gold + predicted) });
  }
  const right = judgements.filter((j) => j.mention.assertion === j.predicted).length;
  const f1s = [...classes.values()].map((c) => c.f1);
  return {
    accuracy: right / judgements.length,
    macroF1: f1s.reduce((a, b) => a + b, 0) / f1s.length,
    classes,
  };
}
