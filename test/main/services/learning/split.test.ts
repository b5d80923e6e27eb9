import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FinishedDocument, isDev, splitDocuments } from '../../../../main/services/learning/split.ts';
import type { Item } from '../../../../shared/domain/annotation.ts';

const span = (id: number, start: number, end: number, more: Partial<Item> = {}): Item =>
  ({
    kind: 'span',
    id,
    type: '疾病',
    fragments: [{ start, end }],
    attributes: {},
    note: '',
    status: 'accepted',
    provenance: { kind: 'human', name: '甲' },
    ...more,
  }) as Item; // safe: `more` keeps the kind

const document = (text: string, layers: FinishedDocument['layers'], name = text): FinishedDocument => ({
  name,
  text,
  layers,
});
const layer = (person: string, ...items: Item[]) => ({ person, items });
const texts = Array.from({ length: 500 }, (_, i) => `患者${i}，胸痛三天。`);
const trainText = texts.find((text) => !isDev(text))!;
const devText = texts.find((text) => isDev(text))!;

describe('the split of a project', () => {
  it('keeps about a fifth for dev', () => {
    const share = texts.filter(isDev).length / texts.length;
    expect(share).toBeGreaterThan(0.14);
    expect(share).toBeLessThan(0.26);
  });

  it('never has a text on both sides, whoever labelled it and however it is spaced, and grows without moving any', () => {
    const made = fc.record({
      number: fc.integer({ min: 0, max: 30 }),
      blank: fc.boolean(),
      people: fc.uniqueArray(fc.constantFrom('甲', '乙', '丙'), { minLength: 1 }),
    });
    fc.assert(
      fc.property(fc.array(made, { maxLength: 40 }), fc.array(made, { maxLength: 10 }), (first, later) => {
        const documents = [...first, ...later].map(({ number, blank, people }, i) =>
          document(
            `${blank ? ' ' : ''}${texts[number]!}`,
            people.map((person) => layer(person, span(1, 0, 2))),
            `文书${i}`,
          ),
        );
        const before = splitDocuments(documents.slice(0, first.length));
        const after = splitDocuments(documents);
        const comparable = (set: readonly { text: string }[]) => new Set(set.map(({ text }) => text.trim()));
        const dev = comparable(after.dev);
        for (const { text } of after.train) expect(dev.has(text.trim())).toBe(false);
        expect(after.dev.slice(0, before.dev.length)).toEqual(before.dev);
        expect(after.train.slice(0, before.train.length)).toEqual(before.train);
        expect(after.dev.length + new Set(after.train.map(({ id }) => id.split(' (')[0])).size).toBe(
          documents.length,
        );
      }),
    );
  });

  it('takes gold alone where there is some, else every layer for training and one for dev', () => {
    const people = [layer('乙', span(1, 3, 5)), layer('甲', span(1, 0, 2))];
    expect(splitDocuments([document(trainText, people)]).train).toEqual([
      { id: `${trainText} (乙)`, text: trainText, entities: [{ start: 3, end: 5, type: '疾病' }] },
      { id: `${trainText} (甲)`, text: trainText, entities: [{ start: 0, end: 2, type: '疾病' }] },
    ]);
    const [only, ...others] = splitDocuments([document(devText, people)]).dev;
    expect(others).toEqual([]);
    expect(only?.entities).toEqual([{ start: 3, end: 5, type: '疾病' }]); // 乙 comes before 甲 in code units
    const gold = splitDocuments([document(trainText, [...people, layer('', span(1, 1, 4))])]).train;
    expect(gold).toEqual([
      { id: trainText, text: trainText, entities: [{ start: 1, end: 4, type: '疾病' }] },
    ]);
  });

  it('keeps spans that are nested, cross each other or stand at one place', () => {
    const items = [span(1, 0, 5), span(2, 3, 5), span(3, 4, 7), span(4, 3, 5, { type: '症状' })];
    const [only] = splitDocuments([document(trainText, [layer('甲', ...items)])]).train;
    expect(only?.entities).toEqual([
      { start: 0, end: 5, type: '疾病' },
      { start: 3, end: 5, type: '疾病' },
      { start: 3, end: 5, type: '症状' },
      { start: 4, end: 7, type: '疾病' },
    ]);
  });

  it('learns from accepted spans of one fragment and counts those of several', () => {
    const items = [
      span(1, 0, 2, { status: 'suggested' }),
      span(2, 3, 5),
      span(3, 0, 9, {
        kind: 'span',
        fragments: [
          { start: 0, end: 2 },
          { start: 4, end: 5 },
        ],
      } as Partial<Item>), // safe: a span
    ];
    const { train, discontinuous } = splitDocuments([document(trainText, [layer('甲', ...items)])]);
    expect(train[0]?.entities).toEqual([{ start: 3, end: 5, type: '疾病' }]);
    expect(discontinuous).toBe(1);
  });
});
