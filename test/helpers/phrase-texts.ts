/** Texts drawn from templates, in which names of a small graph and phrases that it lacks occur often enough to be mined. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RandomStream } from '../../main/engine/layers/random.ts';
import { resourcePath } from '../../main/resources.ts';

/** Names of diseases and symptoms that the graph has. */
export const KNOWN = [
  '再生障碍性贫血',
  '缺铁性贫血',
  '贫血',
  '肺炎',
  '支气管炎',
  '胃炎',
  '慢性胃炎',
  '高血压',
  '冠心病',
  '心绞痛',
  '糖尿病',
  '肾结石',
  '阑尾炎',
  '甲亢',
  '哮喘',
  '脑梗死',
  '发热',
  '咳嗽',
  '胸痛',
  '头痛',
  '乏力',
  '恶心',
  '呕吐',
  '腹泻',
  '皮疹',
] as const;
/** Phrases that it does not have. */
export const UNKNOWN = ['射血分数', '淋巴结肿大', '胸腔积液', '窦性心律'] as const;

const FORMS = [
  '患者因{}入院。',
  '诊断为{}，给予治疗。',
  '既往有{}病史；',
  '今日仍有{}，{}较前好转。',
  '考虑{}可能。',
];

/** `{}` of a form is a name or a phrase. */
export function phraseTexts(count = 1200, seed = 7): string[] {
  const random = new RandomStream({ seed, purpose: 'texts' });
  const all = [...KNOWN, ...UNKNOWN];
  return Array.from({ length: count }, () =>
    FORMS[random.below(FORMS.length)]!.replaceAll('{}', () => all[random.below(all.length)]!),
  );
}

/** A graph with all of the known names. */
export const phraseTriples = (): string =>
  `head\trelation\ttail\thead_type\ttail_type\n${KNOWN.slice(0, 16)
    .map((name, i) => `${name}\tHasSymptom\t${KNOWN[16 + (i % 9)]}\tdisease\tsymptom\n`)
    .join('')}`;

/** All names of the starter graph: any field in Chinese. */
export function starterNames(): string[] {
  const folder = resourcePath('kg');
  const fields = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split(/[\t\n|;；]/),
  );
  return [...new Set(fields)].filter((field) => /^\p{Script=Han}{2,15}$/u.test(field));
}

export interface SegmentedName {
  readonly name: string;
  readonly cuts: readonly number[];
  /** Offset at which the core begins; `undefined` for a name without one at its end. */
  readonly core: number | undefined;
}

/** Reads the names that were segmented by hand. */
export function segmentedNames(): SegmentedName[] {
  const path = join(import.meta.dirname, '..', 'fixtures', 'segmented-entities.txt');
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const parts = line.split(/[/|]/);
      let at = 0;
      const cuts = parts.slice(0, -1).map((part) => {
        at += part.length;
        return at;
      });
      const core = line.includes('|') ? cuts.at(-1)! : cuts.length === 0 ? 0 : undefined;
      return { name: parts.join(''), cuts, core };
    });
}

/** Shares of names that are cut as by hand, and of cores that are found; F1 of the cuts. */
export function segmentationScores(split: (name: string) => readonly number[]) {
  const names = segmentedNames();
  let [exact, right, found, wanted, cores, withCore] = [0, 0, 0, 0, 0, 0];
  for (const { name, cuts, core } of names) {
    const own = split(name);
    const hits = own.filter((cut) => cuts.includes(cut)).length;
    if (hits === cuts.length && own.length === cuts.length) exact++;
    right += hits;
    found += own.length;
    wanted += cuts.length;
    if (core === undefined) continue;
    withCore++;
    if ((own.at(-1) ?? 0) === core) cores++;
  }
  return {
    ...{ names: names.length, exact: exact / names.length, core: cores / withCore },
    ...{ precision: right / found, recall: right / wanted, f1: (2 * right) / (found + wanted) },
  };
}

export const scoreLine = (what: string, scores: ReturnType<typeof segmentationScores>): string =>
  `${what}: ${scores.names} names, exact ${scores.exact.toFixed(3)}, F1 of cuts ${scores.f1.toFixed(3)} (precision ${scores.precision.toFixed(3)}, recall ${scores.recall.toFixed(3)}), core ${scores.core.toFixed(3)}`;
