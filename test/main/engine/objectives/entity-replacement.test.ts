/** Replacement of mentions: what may come in, that the rest stays, and that rows do not overflow. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { entityReplacer } from '../../../../main/engine/objectives/entity-replacement.ts';
import type { Mention } from '../../../../main/engine/objectives/knowledge.ts';
import { type Encoding, joinPair } from '../../../../main/text/encoding.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';

const characters = [...new Set('患者白内障伴高血压晶状体混浊肺炎咳嗽三年。')];
const vocabulary = createVocabulary(['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...characters]);
const tokenize = wordPieceTokenizer(vocabulary);
const encoding = joinPair(vocabulary, tokenize('患者白内障'), tokenize('伴高血压三年。'));
const cataract: Mention = { first: 3, last: 5, entity: 0 };
const pressure: Mention = { first: 8, last: 10, entity: 1, cuts: [9] };
const text = { encoding, mentions: [cataract, pressure] };
const entity = (row: number, name: string, otherNames: readonly string[] = []) =>
  ({ type: 'disease', name, otherNames, weight: 1, row }) as const;
const ENTITIES = [
  entity(0, '白内障', ['晶状体混浊', '未知词']),
  entity(1, '高血压'),
  entity(2, '肺炎'),
  entity(3, '咳嗽'),
];

const words = ({ ids }: Encoding, first = 0, last = ids.length - 1): string =>
  [...ids.slice(first, last + 1)].map((id) => vocabulary.tokens[id]).join('');

function replaced(room: number, rate = 1) {
  const change = entityReplacer(ENTITIES, { vocabulary, tokenize, rate });
  return [...Array(60).keys()].map((seed) => change(text, room, new RandomStream({ seed, purpose: 'test' })));
}

describe('entityReplacer', () => {
  it('puts other names of the entity, which are consistent, or random entities, which are not', () => {
    const seen = new Map<boolean | undefined, Set<string>>();
    for (const { encoding: changed, mentions } of replaced(9)) {
      const [first, second] = mentions;
      const found = words(changed, first!.first, first!.last);
      seen.set(first!.isConsistent, (seen.get(first!.isConsistent) ?? new Set()).add(found));
      // the entity without another name stays where it is called consistent
      if (second!.isConsistent === true) expect(words(changed, second!.first, second!.last)).toBe('高血压');
      // what stands between the mentions
      expect(words(changed, first!.last + 1, second!.first - 1)).toBe('[SEP]伴');
      expect(words(changed, second!.last + 1)).toBe('三年。[SEP]');
    }
    expect(seen).toEqual(
      new Map([
        [true, new Set(['晶状体混浊'])],
        [false, new Set(['高血压', '肺炎', '咳嗽'])],
      ]),
    );
  });

  it('keeps columns as long as the text, segments apart, and new tokens without offsets', () => {
    for (const { encoding: changed, mentions } of replaced(9)) {
      const { length } = changed.ids;
      expect(changed.length).toBe(length);
      for (const column of ['segmentIds', 'starts', 'ends', 'words'] as const)
        expect(changed[column]).toHaveLength(length);
      const border = changed.ids.indexOf(vocabulary.requireId('[SEP]'));
      expect([...changed.segmentIds]).toEqual(
        [...changed.ids.keys()].map((token) => (token <= border ? 0 : 1)),
      );
      const [{ first, last, isConsistent, cuts }] = [mentions[1]!];
      if (isConsistent === false) {
        expect(new Set(changed.starts.slice(first, last + 1))).toEqual(new Set([-1]));
        expect(cuts).toBeUndefined();
      } else expect(cuts).toEqual([first + 1]);
    }
  });

  it('grows by no more than the room that is left', () => {
    for (const room of [0, 1, 2])
      for (const { encoding: changed } of replaced(room))
        expect(changed.length).toBeLessThanOrEqual(encoding.length + room);
    // the other name is two tokens longer
    const names = replaced(1).map(({ encoding: changed, mentions: [first] }) =>
      words(changed, first!.first, first!.last),
    );
    expect(names).not.toContain('晶状体混浊');
  });

  it('replaces the share wanted, the same ones for a seed', () => {
    const once = replaced(9, 0.3);
    expect(replaced(9, 0.3)).toEqual(once);
    const chosen = once
      .flatMap(({ mentions }) => mentions)
      .filter(({ isConsistent }) => isConsistent !== undefined);
    expect(chosen.length).toBeGreaterThan(15);
    expect(chosen.length).toBeLessThan(60);
    expect(once.some(({ encoding: changed }) => changed === encoding)).toBe(true);
  });
});
