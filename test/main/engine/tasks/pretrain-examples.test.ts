/** Sequences and what is hidden in them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BertConfig } from '../../../../main/engine/models/bert/config.ts';
import { bertPretraining } from '../../../../main/engine/models/bert/pretraining.ts';
import { placesNeeded } from '../../../../main/engine/objectives/masking.ts';
import type { Row } from '../../../../main/engine/objectives/objective.ts';
import { chosenObjectives } from '../../../../main/engine/objectives/registry.ts';
import { mentionMarks } from '../../../../main/engine/tasks/entity-reader.ts';
import { Examples } from '../../../../main/engine/tasks/pretrain/examples.ts';
import { type PackedCorpus, Packer } from '../../../../main/engine/tasks/pretrain/packing.ts';
import { readPiece, wordNumbers } from '../../../../main/engine/tasks/pretrain/reader.ts';
import { packedRows } from '../../../../main/engine/train/rows.ts';
import { loadSegmenter } from '../../../../main/text/segmentation.ts';
import { createVocabulary, SPECIAL_TOKENS, UNK } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import type { PairObjective } from '../../../../shared/domain/pretraining.ts';
import { corpusDocuments } from '../train/pretrain-runs.ts';

const sentence = (ids: readonly number[]) => ({ ids, words: ids.map((_, i) => i) });
const sequencesOf = ({ ids, starts, count }: PackedCorpus) =>
  Array.from({ length: count }, (_, i) => [...ids.subarray(starts[i]!, starts[i + 1]!)]);

/** Pieces of sentences of tokens, each token another number. */
const anyPieces = fc
  .array(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pieces) => {
    let id = 0;
    return pieces.map((lengths) => lengths.map((length) => Array.from({ length }, () => id++)));
  });

describe('packing', () => {
  it('keeps all tokens in order, within the room, whole sentences together where they fit', () => {
    fc.assert(
      fc.property(anyPieces, fc.integer({ min: 2, max: 30 }), (pieces, room) => {
        const packer = new Packer({ room, least: 1 });
        for (const piece of pieces) packer.add(piece.map(sentence));
        const packed = packer.finish();
        expect([...packed.ids]).toEqual(pieces.flat(2));
        const sequences = sequencesOf(packed);
        const numberOf = new Map(sequences.flatMap((ids, i) => ids.map((id) => [id, i] as const)));
        for (const ids of sequences) expect(ids.length).toBeLessThanOrEqual(room);
        for (const ids of pieces.flat()) {
          const spread = new Set(ids.map((id) => numberOf.get(id)));
          expect(spread.size).toBe(Math.ceil(ids.length / room));
        }
        // No two neighbours of one piece would fit into one, unless a sentence runs from one into the next.
        const sentenceOf = new Map(pieces.flat().flatMap((ids, i) => ids.map((id) => [id, i] as const)));
        const pieceOf = new Map(pieces.flatMap((ids, i) => ids.flat().map((id) => [id, i] as const)));
        for (const [i, next] of sequences.entries()) {
          const last = sequences[i - 1];
          if (last === undefined || pieceOf.get(last[0]!) !== pieceOf.get(next[0]!)) continue;
          const following = next.filter((id) => sentenceOf.get(id) === sentenceOf.get(next[0]!));
          const runsOn = sentenceOf.get(last.at(-1)!) === sentenceOf.get(next[0]!);
          expect(runsOn || last.length + following.length > room || following.length === room).toBe(true);
        }
        const first = [...packed.pieces].slice(0, -1).map((number) => sequences[number]![0]);
        expect(first).toEqual(pieces.map((piece) => piece[0]![0]));
        expect(packed.pieces.at(-1)).toBe(packed.count);
      }),
    );
  });

  it('parts each sequence in two, at the end of a sentence next to the middle', () => {
    const packer = new Packer({ room: 12, least: 2 });
    packer.add([sentence([1, 2]), sentence([3, 4, 5, 6]), sentence([7, 8, 9])]);
    packer.add([sentence([10, 11, 12, 13, 14])]);
    packer.add([sentence([15])]);
    const { starts, middles, count } = packer.finish();
    expect(count).toBe(2); // one token has no halves
    expect([...starts]).toEqual([0, 9, 14]);
    expect([...middles]).toEqual([6, 11]);
  });

  it('tells words of neighbouring sentences apart', () => {
    fc.assert(
      fc.property(anyPieces, fc.integer({ min: 2, max: 30 }), (pieces, room) => {
        const packer = new Packer({ room, least: 1 });
        // Words of two tokens each.
        for (const piece of pieces)
          packer.add(piece.map((ids) => ({ ids, words: ids.map((_, i) => Math.floor(i / 2)) })));
        const { words, ids, starts, count } = packer.finish();
        const place = new Map(pieces.flat().flatMap((one) => one.map((id, i) => [id, i] as const)));
        for (let s = 0; s < count; s++) {
          for (let i = starts[s]! + 1; i < starts[s + 1]!; i++) {
            const joins = place.get(ids[i]!)! % 2 === 1;
            expect(words[i] === words[i - 1]).toBe(joins);
          }
        }
      }),
    );
  });
});

const texts = corpusDocuments(80).map(({ text }) => `${text}血压120mmHg，CT示ctscan。罕`);
const characters = [...new Set(texts.join(''))].filter((c) => !/[a-zA-Z罕\s]/.test(c));
const vocabulary = createVocabulary([
  ...SPECIAL_TOKENS,
  ...characters,
  'mm',
  '##hg',
  'ct',
  '##scan',
  '##120',
]);
const tokenize = wordPieceTokenizer(vocabulary);

describe('words of jieba', () => {
  const segmenter = loadSegmenter();

  it('gather all tokens that begin in them, and never part a WordPiece word', () => {
    for (const text of texts) {
      const tokens = tokenize(text);
      const ranges = segmenter.segment(text);
      const numbers = wordNumbers(tokens, ranges);
      const rangeOf = (start: number) => ranges.findIndex(({ end }) => start < end);
      for (let i = 1; i < numbers.length; i++) {
        const same = rangeOf(tokens.starts[i]!) === rangeOf(tokens.starts[i - 1]!);
        const joined = same || tokens.words[i] === tokens.words[i - 1];
        expect(numbers[i]! - numbers[i - 1]!, text).toBe(joined ? 0 : 1);
      }
    }
    const tokens = tokenize('患者糖尿病三年');
    expect([...wordNumbers(tokens, segmenter.segment('患者糖尿病三年'))]).toEqual([0, 0, 1, 1, 1, 2, 2]);
  });
});

const bert = BertConfig.parse({
  vocab_size: vocabulary.size,
  hidden_size: 8,
  num_hidden_layers: 1,
  num_attention_heads: 1,
  intermediate_size: 8,
  max_position_embeddings: 32,
});

interface Options {
  readonly length?: number;
  readonly wholeWords?: boolean;
  readonly most?: number;
  readonly seed?: number;
  readonly packed?: number;
}

function examplesOf(
  pair: PairObjective,
  { length = 32, wholeWords = false, most = 99, seed = 1, packed }: Options = {},
) {
  const segmenter = loadSegmenter();
  const packer = new Packer({ room: length - (pair === 'none' ? 2 : 3), least: 2 });
  const segment = wholeWords ? { segment: (text: string) => segmenter.segment(text) } : {};
  for (const text of texts) packer.add(readPiece({ text }, { tokenize, ...segment }));
  const corpus = packer.finish();
  const guess = { share: 0.15, most };
  const objectives = { objective: 'mlm', pair } as const;
  const writers = chosenObjectives(objectives).map(({ writer }) => writer({ vocabulary, guess, wholeWords }));
  const examples = new Examples(corpus, { pair, seed, purpose: 'test', vocabulary, writers, packed });
  const model = bertPretraining({ bert, ...objectives, guess, packed: packed !== undefined });
  return { examples, corpus, model };
}

/** A row as a batch of its own. */
function rowOf({ examples, model }: ReturnType<typeof examplesOf>, number: number, epoch: number) {
  const size = { batch: 1, length: 32 };
  const feeds = examples.feeds({ size, examples: Int32Array.of(number) }, epoch, model);
  const length = [...feeds.mask!].filter((real) => real === 1).length;
  const used = (name: string) => feeds[name]!.slice(0, [...feeds.mlmWeights!].filter((w) => w === 1).length);
  return {
    ids: feeds.ids!.slice(0, length),
    positions: used('mlmPositions'),
    labels: used('mlmLabels'),
    segmentIds: feeds.types!.slice(0, length),
    length,
    pairLabel: feeds.pairLabels?.[0] ?? 0,
    feeds,
  };
}

/** The tokens before they were masked. */
function shown({ ids, positions, labels }: ReturnType<typeof rowOf>): number[] {
  const all = [...ids];
  positions.forEach((position, i) => {
    all[position] = labels[i]!;
  });
  return all;
}

describe('examples', () => {
  const [cls, sep, mask, unknown] = ['[CLS]', '[SEP]', '[MASK]', UNK].map((t) => vocabulary.requireId(t));

  it('stand between [CLS] and [SEP] as in the corpus, 15 % of them hidden, never special tokens', () => {
    const made = examplesOf('none');
    const { corpus } = made;
    const sequences = sequencesOf(corpus);
    let [hidden, masked, same] = [0, 0, 0];
    let specials = 0;
    for (let epoch = 0; epoch < 12; epoch++) {
      for (const [number, ids] of sequences.entries()) {
        const example = rowOf(made, number, epoch);
        expect(shown(example)).toEqual([cls, ...ids, sep]);
        const guessable = ids.filter((id) => id !== unknown).length;
        expect(example.positions.length).toBe(
          guessable === 0 ? 0 : Math.max(1, Math.round(guessable * 0.15)),
        );
        example.positions.forEach((position, i) => {
          hidden++;
          if (example.ids[position] === mask) masked++;
          if (example.ids[position] === example.labels[i]) same++;
          if (SPECIAL_TOKENS.includes(vocabulary.tokens[example.labels[i]!]!)) specials++;
        });
      }
    }
    expect(specials).toBe(0);
    expect(hidden).toBeGreaterThan(5000);
    expect(Math.abs(masked / hidden - 0.8)).toBeLessThan(0.02);
    expect(Math.abs(same / hidden - 0.1)).toBeLessThan(0.02);
  });

  it('follow from seed, epoch and number alone', () => {
    const [a, b, other] = [examplesOf('sop'), examplesOf('sop'), examplesOf('sop', { seed: 2 })];
    const forwards = Array.from({ length: 20 }, (_, i) => rowOf(a, i, 3));
    const backwards = Array.from({ length: 20 }, (_, i) => rowOf(b, 19 - i, 3)).reverse();
    expect(backwards).toEqual(forwards);
    const changed = (found: typeof forwards) =>
      found.filter((example, i) => `${example.positions}` !== `${forwards[i]!.positions}`).length;
    expect(changed(Array.from({ length: 20 }, (_, i) => rowOf(a, i, 4)))).toBeGreaterThan(10);
    expect(changed(Array.from({ length: 20 }, (_, i) => rowOf(other, i, 3)))).toBeGreaterThan(10);
  });

  it('hide whole words, and no more tokens than wanted', () => {
    const made = examplesOf('none', { wholeWords: true, most: 4 });
    const { corpus } = made;
    let words = 0;
    for (let number = 0; number < corpus.count; number++) {
      const { positions } = rowOf(made, number, 0);
      expect(positions.length).toBeLessThanOrEqual(4);
      const from = corpus.starts[number]!;
      const to = corpus.starts[number + 1]!;
      const hidden = new Set([...positions].map((position) => from + position - 1));
      for (let i = from; i < to; i++) {
        if (i === from || corpus.words[i] !== corpus.words[i - 1]) continue;
        if (corpus.ids[i] === unknown || corpus.ids[i - 1] === unknown) continue;
        expect(hidden.has(i)).toBe(hidden.has(i - 1));
        if (hidden.has(i)) words++;
      }
    }
    expect(words).toBeGreaterThan(20);
  });

  it('swap halves for sentence order', () => {
    const made = examplesOf('sop');
    const { corpus } = made;
    let swapped = 0;
    for (let number = 0; number < corpus.count; number++) {
      const [from, middle, to] = [
        corpus.starts[number]!,
        corpus.middles[number]!,
        corpus.starts[number + 1]!,
      ];
      const [a, b] = [[...corpus.ids.subarray(from, middle)], [...corpus.ids.subarray(middle, to)]];
      const example = rowOf(made, number, 0);
      const [first, second] = example.pairLabel === 0 ? [a, b] : [b, a];
      expect(shown(example)).toEqual([cls, ...first, sep, ...second, sep]);
      const zeros = first.length + 2;
      expect([...example.segmentIds]).toEqual(shown(example).map((_, i) => (i < zeros ? 0 : 1)));
      swapped += example.pairLabel;
    }
    expect(Math.abs(swapped / corpus.count - 0.5)).toBeLessThan(0.15);
  });

  it('take the other half from another text for next sentences, cut to the room', () => {
    const made = examplesOf('nsp');
    const { corpus } = made;
    const pieceOf = (number: number) => [...corpus.pieces].findLastIndex((first) => first <= number);
    const halves = Array.from({ length: corpus.count }, (_, number) => {
      const [from, middle, to] = [
        corpus.starts[number]!,
        corpus.middles[number]!,
        corpus.starts[number + 1]!,
      ];
      return [corpus.ids.subarray(from, middle), corpus.ids.subarray(middle, to)].map((half) => [...half]);
    });
    let apart = 0;
    for (let number = 0; number < corpus.count; number++) {
      const example = rowOf(made, number, 1);
      expect(example.length).toBeLessThanOrEqual(32);
      const tokens = shown(example);
      const [first = [], next] = halves[number]!;
      expect(tokens.slice(0, first.length + 2)).toEqual([cls, ...first, sep]);
      const second = tokens.slice(first.length + 2, -1);
      if (example.pairLabel === 0) expect(second).toEqual(next);
      else {
        apart++;
        const fits = halves.some(
          (pair, other) =>
            pieceOf(other) !== pieceOf(number) &&
            pair.some((half) => second.every((id, i) => id === half[i]) && second.length <= half.length),
        );
        expect(fits).toBe(true);
      }
    }
    expect(Math.abs(apart / corpus.count - 0.5)).toBeLessThan(0.15);
  });

  it('fill a batch, whose last rows repeat the first ones with nothing to guess', () => {
    const made = examplesOf('nsp', { most: 20 });
    const { examples, model } = made;
    const guess = { share: 0.15, most: 20 };
    const size = { batch: 5, length: 32 };
    const feeds = examples.feeds({ size, examples: Int32Array.of(4, 9) }, 2, model);
    const places = placesNeeded(32, guess);
    expect(places).toBe(5);
    for (const { name, shape } of [...model.inputs(size), ...model.targets(size)])
      expect(feeds[name], name).toHaveLength(shape.reduce((a, b) => a * b));
    const row = (name: string, number: number, width: number) => [
      ...feeds[name]!.slice(number * width, (number + 1) * width),
    ];
    expect(row('ids', 2, 32)).toEqual(row('ids', 0, 32));
    expect(row('ids', 3, 32)).toEqual(row('ids', 1, 32));
    expect(feeds.pairLabels?.[4]).toBe(feeds.pairLabels?.[0]);
    const used = feeds.mlmWeights!.slice(2 * places);
    expect(used.every((weight) => weight === 0)).toBe(true);
    const { length, positions, labels } = rowOf(made, 4, 2);
    expect(row('mask', 0, 32)).toEqual(Array.from({ length: 32 }, (_, i) => (i < length ? 1 : 0)));
    expect(row('mlmPositions', 0, places).slice(0, positions.length)).toEqual([...positions]);
    expect(row('mlmLabels', 0, places).slice(0, labels.length)).toEqual([...labels]);
    expect(examples.tokens({ size, examples: Int32Array.of(4, 9) })).toBe(
      examples.lengths[4]! + examples.lengths[9]!,
    );
  });

  it('share rows when packed: every text once, none cut, little padding', () => {
    const made = examplesOf('none', { packed: 32 });
    const { examples, corpus } = made;
    const rows = Array.from(examples.lengths, (length, number) => ({ length, row: rowOf(made, number, 0) }));
    const found = rows.flatMap(({ length, row }) => {
      expect(row.length).toBe(length);
      expect(length).toBeLessThanOrEqual(32);
      const tokens = shown(row);
      const { texts, positions } = row.feeds;
      const starts = tokens.flatMap((id, at) => (id === cls ? [at] : []));
      return starts.map((start, i) => {
        const end = starts[i + 1] ?? length;
        expect([...texts!.subarray(start, end)]).toEqual(Array.from({ length: end - start }, () => i + 1));
        expect([...positions!.subarray(start, end)]).toEqual(
          Array.from({ length: end - start }, (_, t) => t),
        );
        expect(tokens[end - 1]).toBe(sep);
        return tokens.slice(start + 1, end - 1).join();
      });
    });
    expect(found.sort()).toEqual(
      sequencesOf(corpus)
        .map((ids) => ids.join())
        .sort(),
    );
    expect(rows.some(({ row }) => row.feeds.texts!.includes(2))).toBe(true);
  });
});

describe('packedRows', () => {
  it('holds every sequence once, within the room, and no two rows that fit into one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 20, max: 40 }),
        (lengths, room) => {
          const { members, starts } = packedRows(Int32Array.from(lengths), [room]);
          expect([...members].sort((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
          const filled = Array.from({ length: starts.length - 1 }, (_, row) =>
            [...members.subarray(starts[row], starts[row + 1])].reduce((sum, i) => sum + lengths[i]!, 0),
          );
          expect(Math.max(...filled)).toBeLessThanOrEqual(room);
          const [least = room, next = room] = filled.toSorted((a, b) => a - b);
          expect(least + next > room || filled.length === 1).toBe(true);
        },
      ),
    );
  });
});

describe('mentions', () => {
  it('mark whole tokens, the first by the entity from 1 and the others by its negative', () => {
    const tokens = { starts: [0, 1, 2, 4, 5], ends: [1, 2, 4, 5, 6] };
    const sequence = { ...tokens, ids: [], words: [] };
    const given = Object.fromEntries(
      Object.entries(sequence).map(([name, values]) => [name, Int32Array.from(values)]),
    );
    // the second mention begins within a token
    const marks = mentionMarks(
      { ids: given.ids!, words: given.words!, starts: given.starts!, ends: given.ends! },
      Int32Array.of(0, 2, 7, 3, 4, 1, 4, 6, 3),
    );
    expect([...marks]).toEqual([8, -8, 0, 4, -4]);
    const long = Int32Array.from({ length: 20 }, (_, i) => i);
    const many = { ids: long, words: long, starts: long, ends: long.map((i) => i + 1) };
    expect([...mentionMarks(many, Int32Array.of(0, 17, 1, 17, 19, 2))]).toEqual([
      ...Array(17).fill(0),
      3,
      -3,
      0,
    ]);
  });

  const names = ['咳嗽', '发热', '糖尿病', '阿司匹林', '胸部平片'];
  const pieces = texts.map((text) => {
    const found = [...text.matchAll(new RegExp(names.join('|'), 'g'))];
    const mentions = found.flatMap(({ 0: name, index }) => [index, index + name.length, names.indexOf(name)]);
    return { text, mentions: Int32Array.from(mentions) };
  });
  /** Rows of every sequence as the writers of objectives see them, and what stands in the mentions of each. */
  function rowsWith(pair: PairObjective, hitRatio: number) {
    const packer = new Packer({ room: 29, least: 2 });
    for (const piece of pieces) packer.add(readPiece(piece, { tokenize, wholeMentions: true }));
    const corpus = packer.finish();
    const rows: Row[] = [];
    const examples = new Examples(corpus, {
      ...{ pair, seed: 1, purpose: 'test', vocabulary, hitRatio },
      writers: [(_arrays, row) => rows.push(row)],
    });
    const model = bertPretraining({ bert, objective: 'mlm', pair, packed: false });
    for (let i = 0; i < corpus.count; i++)
      examples.feeds({ size: { batch: 1, length: 32 }, examples: Int32Array.of(i) }, 0, model);
    const found = rows.flatMap(({ encoding, mentions = [] }) =>
      mentions.map(({ first, last, entity }) => ({
        text: [...encoding.ids.slice(first, last + 1)].map((id) => vocabulary.tokens[id]).join(''),
        name: names[entity],
        words: new Set(encoding.words.slice(first, last + 1)).size,
      })),
    );
    return { rows, found, corpus };
  }

  it.each(['none', 'sop', 'nsp'] as const)('stand in the rows of pairs %s where their names do', (pair) => {
    const { found, corpus } = rowsWith(pair, 1);
    for (const { text, name, words } of found) expect({ text, words }).toEqual({ text: name, words: 1 });
    const total = corpus.mentions.reduce((sum, mark) => sum + (mark > 0 ? 1 : 0), 0);
    expect(total).toBeGreaterThan(50);
    if (pair === 'none') expect(found).toHaveLength(total);
    else expect(found.length).toBeGreaterThan(0.7 * total);
  });

  it('are read as often as the hit ratio says', () => {
    const [all, half] = [rowsWith('none', 1), rowsWith('none', 0.5)].map(({ found }) => found.length);
    expect(half! / all!).toBeGreaterThan(0.3);
    expect(half! / all!).toBeLessThan(0.7);
  });
});
