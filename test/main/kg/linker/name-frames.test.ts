/** Every name of the starter graph in frames of each assertion: the frame decides, and no name swallows its negation. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { EntityType } from '../../../../shared/domain/graph.ts';
import type { Assertion } from '../../../../shared/domain/mention.ts';
import { draws } from '../../../helpers/diagnosed-texts.ts';
import { buildRanker, type Ranker } from '../../../helpers/ranker.ts';

const CONDITIONS: readonly EntityType[] = ['disease', 'symptom', 'sign', 'finding'];
const FRAMES: readonly (readonly [string, string, Assertion, readonly EntityType[]])[] = [
  ['患者有', '。', 'present', CONDITIONS],
  ['患者无', '。', 'negated', CONDITIONS],
  ['未见', '。', 'negated', CONDITIONS],
  ['否认', '、发热。', 'negated', CONDITIONS],
  ['曾患', '。', 'historical', ['disease']],
  ['既往有', '病史。', 'historical', ['disease']],
  ['其母有', '，已治疗。', 'family', CONDITIONS],
  ['警惕', '。', 'hypothetical', CONDITIONS],
  ['如出现', '，及时就诊。', 'hypothetical', CONDITIONS],
  ['需防止', '发生。', 'hypothetical', CONDITIONS],
  ['考虑', '可能。', 'uncertain', ['disease']],
  ['', '待排。', 'uncertain', ['disease']],
  ['予', '口服。', 'present', ['drug']],
  ['未服用', '。', 'negated', ['drug']],
  ['曾服用', '。', 'historical', ['drug']],
  ['必要时予', '。', 'hypothetical', ['drug']],
  ['今日行', '。', 'present', ['treatment', 'exam']],
  ['未行', '。', 'negated', ['treatment']],
  ['曾行', '。', 'historical', ['treatment']],
  ['拟行', '。', 'hypothetical', ['treatment', 'exam']],
];
/** Diseases whose own names begin with a negation: 无|先兆偏头痛 is a kind of migraine. */
const NEGATED_NAMES = ['无先兆偏头痛', '无色素痣'];
const SAMPLE = 0.04;

describe('names of the whole dictionary', () => {
  let ranker: Ranker;
  const typesByName = new Map<string, EntityType[]>();
  beforeAll(async () => {
    ranker = await buildRanker();
    for (const { name, type } of ranker.names)
      typesByName.set(name, [...(typesByName.get(name) ?? []), type]);
  });

  function wrongAmong(names: readonly string[]): string[] {
    return names.flatMap((name) =>
      FRAMES.filter(([, , , allowed]) => typesByName.get(name)!.every((type) => allowed.includes(type)))
        .map(([before, after, assertion]) => reading(before, name, after, assertion))
        .filter((wrong) => wrong !== undefined),
    );
  }

  /** Returns what is wrong with a frame; general words and abbreviations without their context name nothing. */
  function reading(before: string, name: string, after: string, expected: Assertion): string | undefined {
    const text = `${before}${name}${after}`;
    const end = before.length + name.length;
    const outer = ranker.linker.annotate(text).mentions.filter(({ depth }) => depth === 0);
    const own = outer.find((mention) => mention.start < end && mention.end >= end);
    if (own === undefined || NEGATED_NAMES.includes(own.text)) return undefined;
    const swallowed = outer.find((mention) => mention.start < before.length && mention.end < end);
    if (swallowed !== undefined) return `${text}: ${swallowed.text} swallows`;
    return own.assertion === expected ? undefined : `${text}: ${own.assertion}`;
  }

  it('have the assertion of their frame, in a sample', () => {
    const random = draws(17);
    expect(wrongAmong([...typesByName.keys()].filter(() => random() < SAMPLE))).toEqual([]);
  });

  it('have the assertion of their frame, all of them', { tags: ['long'], timeout: 600_000 }, () => {
    expect(wrongAmong([...typesByName.keys()])).toEqual([]);
  });
});
