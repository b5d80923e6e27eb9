import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createTagSet,
  type TagScheme,
  type TagSet,
  transitionConstraints,
} from '../../../main/text/tag-set.ts';
import {
  decodeTags,
  encodeSpans,
  parseTags,
  placeSpans,
  type TokenSpan,
  type TypedSpan,
} from '../../../main/text/tagging.ts';

const TYPES = ['疾病', '症状'];
const SCHEMES: readonly TagScheme[] = ['BIO', 'BIOES'];
const bio = createTagSet(TYPES, 'BIO');
const bioes = createTagSet(TYPES, 'BIOES');
const setOf = (scheme: TagScheme) => (scheme === 'BIO' ? bio : bioes);

/** `B-d I-d O`, d for the first type and s for the second. */
const tags = (short: string, tagSet: TagSet) =>
  parseTags(
    short === '' ? [] : short.split(' ').map((name) => name.replace('d', '疾病').replace('s', '症状')),
    tagSet,
  );
const spans = (short: string, tagSet: TagSet, mode: 'strict' | 'lenient') =>
  decodeTags(tags(short, tagSet), tagSet, mode)
    .map(({ from, to, type }) => `${'ds'[type]}${from}-${to}`)
    .join(' ');

/** One token a character. */
const characters = (length: number) => ({
  starts: Array.from({ length }, (_, i) => i),
  ends: Array.from({ length }, (_, i) => i + 1),
});

describe('tag sets', () => {
  it('numbers O first, then every position of each type', () => {
    expect(bio.tags.map((tag) => tag.name)).toEqual(['O', 'B-疾病', 'I-疾病', 'B-症状', 'I-症状']);
    expect(bioes.tags.slice(5).map((tag) => tag.name)).toEqual(['B-症状', 'I-症状', 'E-症状', 'S-症状']);
    for (const [id, tag] of bioes.tags.entries()) {
      expect(bioes.idOfName(tag.name)).toBe(id);
      if (tag.position !== 'O') expect(bioes.idOf(tag.position, tag.type)).toBe(id);
    }
    expect(() => createTagSet(['a', 'a'], 'BIO')).toThrow('twice');
    expect(() => bio.idOf('S', 0)).toThrow('no S');
    expect(() => tags('B-d X-d', bio)).toThrow('X-疾病');
  });

  it('allows exactly the sequences of which strict decoding uses every tag', () => {
    for (const scheme of SCHEMES) {
      const tagSet = setOf(scheme);
      const { allowed, start, end } = transitionConstraints(tagSet);
      for (const sequence of sequences(tagSet.size, scheme === 'BIO' ? 4 : 3)) {
        const legal =
          start[sequence[0]!] === 1 &&
          end[sequence.at(-1)!] === 1 &&
          sequence.every((tag, i) => i === 0 || allowed[sequence[i - 1]! * tagSet.size + tag] === 1);
        const used = decodeTags(sequence, tagSet, 'strict').reduce((sum, { from, to }) => sum + to - from, 0);
        const inside = sequence.filter((tag) => tag !== 0).length;
        expect(legal, sequence.map((tag) => tagSet.tags[tag]?.name).join(' ')).toBe(used === inside);
      }
    }
  });
});

function sequences(tagCount: number, length: number): number[][] {
  let all: number[][] = [[]];
  for (let i = 0; i < length; i++) {
    all = all.flatMap((head) => Array.from({ length: tagCount }, (_, tag) => [...head, tag]));
  }
  return all;
}

describe('decoding', () => {
  it('reads legal sequences alike in both modes', () => {
    for (const mode of ['strict', 'lenient'] as const) {
      expect(spans('B-d I-d O B-s B-s I-s', bio, mode)).toBe('d0-2 s3-4 s4-6');
      expect(spans('B-d E-d O S-s B-s I-s E-s', bioes, mode)).toBe('d0-2 s3-4 s4-7');
      expect(spans('', bio, mode)).toBe('');
    }
  });

  it('reads illegal sequences as said', () => {
    const cases: [string, TagSet, strict: string, lenient: string][] = [
      ['I-d I-d O', bio, '', 'd0-2'],
      ['B-d I-s I-s', bio, 'd0-1', 'd0-1 s1-3'],
      ['B-d I-d I-s B-s', bio, 'd0-2 s3-4', 'd0-2 s2-3 s3-4'],
      ['B-d I-d O', bioes, '', 'd0-2'],
      ['B-d B-d E-d', bioes, 'd1-3', 'd0-1 d1-3'],
      ['E-d I-d I-d', bioes, '', 'd0-1 d1-3'],
      ['S-d E-d', bioes, 'd0-1', 'd0-1 d1-2'],
      ['B-d I-s E-d', bioes, '', 'd0-1 s1-2 d2-3'],
      ['B-d S-d', bioes, 'd1-2', 'd0-1 d1-2'],
      ['B-d', bioes, '', 'd0-1'],
    ];
    for (const [short, tagSet, strict, lenient] of cases) {
      expect(spans(short, tagSet, 'strict'), `${short} strict`).toBe(strict);
      expect(spans(short, tagSet, 'lenient'), `${short} lenient`).toBe(lenient);
    }
    expect(() => decodeTags([99], bio, 'strict')).toThrow('tag id 99');
  });

  it('agrees with a pattern over the tag string when strict', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCHEMES), fc.array(fc.nat(8), { maxLength: 12 }), (scheme, ids) => {
        const tagSet = setOf(scheme);
        const sequence = ids.map((id) => id % tagSet.size);
        const found: TokenSpan[] = [];
        for (const type of [0, 1]) {
          // One letter a tag of this type, x for the other one.
          const letters = sequence.map((id) => {
            const tag = tagSet.tags[id]!;
            return tag.type === type ? tag.position : tag.position === 'O' ? 'O' : 'x';
          });
          for (const match of letters.join('').matchAll(scheme === 'BIO' ? /BI*/g : /S|BI*E/g)) {
            found.push({ from: match.index, to: match.index + match[0].length, type });
          }
        }
        expect(decodeTags(sequence, tagSet, 'strict')).toEqual(found.toSorted((a, b) => a.from - b.from));
      }),
    );
  });

  it("agrees with conlleval's chunk borders when lenient", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCHEMES), fc.array(fc.nat(8), { maxLength: 12 }), (scheme, ids) => {
        const tagSet = setOf(scheme);
        const sequence = ids.map((id) => id % tagSet.size);
        expect(decodeTags(sequence, tagSet, 'lenient')).toEqual(conllevalChunks(sequence, tagSet));
      }),
    );
  });
});

/** The conditions of conlleval.pl's startOfChunk and endOfChunk, one by one. */
function conllevalChunks(ids: readonly number[], tagSet: TagSet): TokenSpan[] {
  const chunks: TokenSpan[] = [];
  let from = -1;
  let previous = { position: 'O', type: -1 };
  const all = [...ids.map((id) => tagSet.tags[id]!), { position: 'O', type: -1 }];
  for (const [at, current] of all.entries()) {
    const pair = previous.position + current.position;
    const ends =
      ['BB', 'BO', 'IB', 'IO', 'EE', 'EI', 'EO', 'BS', 'IS', 'EB', 'ES'].includes(pair) ||
      previous.position === 'S' ||
      (previous.position !== 'O' && previous.type !== current.type);
    const begins =
      ['BB', 'IB', 'OB', 'EB', 'SB', 'EE', 'EI', 'OE', 'OI', 'SE', 'SI'].includes(pair) ||
      current.position === 'S' ||
      (current.position !== 'O' && previous.type !== current.type);
    if (from >= 0 && ends) {
      chunks.push({ from, to: at, type: previous.type });
      from = -1;
    }
    if (begins) from = at;
    previous = current;
  }
  return chunks;
}

describe('encoding', () => {
  const text = '考虑急性心肌梗死，胸痛';
  const places = characters(text.length);
  const shown = (ids: Int32Array, tagSet: TagSet) =>
    Array.from(ids, (id) => tagSet.tags[id]?.name.replace('疾病', 'd').replace('症状', 's')).join(' ');

  it('writes spans as tags', () => {
    const given = [
      { start: 2, end: 8, type: '疾病' },
      { start: 10, end: 11, type: '症状' },
    ];
    const inBio = encodeSpans(places, given, bio);
    expect(shown(inBio.tags, bio)).toBe('O O B-d I-d I-d I-d I-d I-d O O B-s');
    expect([inBio.dropped, inBio.widened]).toEqual([[], []]);
    expect(shown(encodeSpans(places, given, bioes).tags, bioes)).toBe('O O B-d I-d I-d I-d I-d E-d O O S-s');
  });

  it('keeps the outermost of nested spans and reports what it drops', () => {
    const given: TypedSpan[] = [
      { start: 4, end: 6, type: '症状' },
      { start: 2, end: 8, type: '疾病' },
      { start: 2, end: 8, type: '症状' },
      { start: 7, end: 10, type: '症状' },
      { start: 9, end: 11, type: '症状' },
      { start: 9, end: 10, type: '部位' },
      { start: 11, end: 14, type: '疾病' },
      { start: 3, end: 3, type: '疾病' },
    ];
    const { tags: ids, dropped } = encodeSpans(places, given, bio);
    expect(decodeTags(ids, bio, 'strict')).toEqual([
      { from: 2, to: 8, type: 0 },
      { from: 9, to: 11, type: 1 },
    ]);
    const reasons = new Map(dropped.map(({ span, reason }) => [given.indexOf(span), reason]));
    expect(Object.fromEntries(reasons)).toEqual({
      0: 'nested',
      2: 'duplicate',
      3: 'overlap',
      5: 'unknown-type',
      6: 'no-token',
      7: 'no-token',
    });
  });

  it('widens to whole tokens, passes special tokens and padding over', () => {
    const subwords = { starts: [-1, 0, 2, 4, -1, -1], ends: [-1, 2, 4, 5, -1, -1] };
    const given = [{ start: 1, end: 3, type: '疾病' }];
    const { tags: ids, widened } = encodeSpans(subwords, given, bioes);
    expect(shown(ids, bioes)).toBe('O B-d E-d O O O');
    expect(widened).toEqual(given);
    const over = decodeTags(tags('B-d I-d I-d I-d I-d I-d', bio), bio, 'strict');
    expect(placeSpans(over, subwords, bio)).toEqual([{ start: 0, end: 5, type: '疾病' }]);
    expect(placeSpans([{ from: 4, to: 6, type: 0 }], subwords, bio)).toEqual([]);
  });

  it('survives a round trip with any flat spans', () => {
    const flat = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 4 }), fc.constantFrom(...TYPES)), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        flat,
        fc.constantFrom(...SCHEMES),
        fc.constantFrom('strict', 'lenient'),
        (pieces, scheme, mode) => {
          let at = 0;
          const given = pieces.map(([gap, length, type]): TypedSpan => {
            const start = at + gap;
            at = start + length;
            return { start, end: at, type };
          });
          const tokens = characters(at + 2);
          const encoded = encodeSpans(tokens, given.toReversed(), setOf(scheme));
          expect([encoded.dropped, encoded.widened]).toEqual([[], []]);
          const decoded = decodeTags(encoded.tags, setOf(scheme), mode);
          expect(placeSpans(decoded, tokens, setOf(scheme))).toEqual(given);
        },
      ),
    );
  });

  it('accounts for every span: decoded or dropped, and what is kept never overlaps', () => {
    const any = fc.array(fc.tuple(fc.nat(9), fc.nat(4), fc.constantFrom(...TYPES, '部位')), { maxLength: 8 });
    fc.assert(
      fc.property(any, (triples) => {
        const given = triples.map(([start, length, type]) => ({ start, end: start + length, type }));
        const { tags: ids, dropped } = encodeSpans(places, given, bio);
        const kept = placeSpans(decodeTags(ids, bio, 'strict'), places, bio);
        const droppedSpans = dropped.map(({ span }) => span);
        const order = (a: TypedSpan, b: TypedSpan) =>
          a.start - b.start || a.end - b.end || (a.type < b.type ? -1 : 1);
        expect(
          given
            .filter((span) => !droppedSpans.includes(span))
            .map(clip)
            .sort(order),
        ).toEqual(kept);
        for (const { span, reason } of dropped) {
          if (reason !== 'nested') continue;
          expect(kept.some(({ start, end }) => start <= span.start && Math.min(span.end, 11) <= end)).toBe(
            true,
          );
        }
      }),
    );

    function clip(span: TypedSpan): TypedSpan {
      return { ...span, end: Math.min(span.end, text.length) };
    }
  });
});
