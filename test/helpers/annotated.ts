/** Random annotated documents made of what breaks formats: rare characters, nesting, gaps, every field of an item. */

import fc from 'fast-check';
import { expect } from 'vitest';
import { problemOf } from '../../main/formats/annotations/check-document.ts';
import type { Format } from '../../main/formats/annotations/format.ts';
import {
  AnnotatedDocument,
  type ConceptLink,
  type Item,
  type Provenance,
} from '../../shared/domain/annotation.ts';
import type { Span } from '../../shared/domain/span.ts';
import { words as messageWords } from '../../shared/messages/words.ts';
import { AppError } from '../../shared/result.ts';
import { trickyText } from './tricky-text.ts';

const words = fc.oneof(
  fc.constantFrom(
    '疾病',
    '症状',
    'dis',
    'sym',
    'a b',
    'x|y',
    '_',
    '*',
    '[1]',
    'a]',
    'b\\',
    '->',
    'tab\there',
    'line\nend',
  ),
  fc.constantFrom(
    '𠮷',
    'e\u0301',
    '\r',
    'u0020_',
    'label',
    'value',
    '<&">',
    "'",
    '否定',
    'true',
    '0',
    ' ',
    '1-1[2]',
    ';',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((s) => s.toWellFormed()),
);
const type = words.map((s) => s.slice(0, 100).toWellFormed());
const instant = fc.constantFrom('2024-05-06T07:08:09.000Z', '2025-12-31T23:59:59Z');

const link: fc.Arbitrary<ConceptLink> = fc.oneof(
  fc.record({ system: fc.constantFrom('kg', 'icd-10', 'iri', '自定义'), code: words, name: words }),
  fc.constantFrom(
    { system: 'nil', code: '', name: '' },
    { system: 'icd-10', code: 'I21.9', name: '急性心肌梗死' },
    { system: 'iri', code: 'http://www.wikidata.org/entity/Q12152', name: '' },
  ),
);

export const bareImport: Provenance = { kind: 'import', name: 'somewhere.tsv' };

const provenance: fc.Arbitrary<Provenance> = fc.oneof(
  fc.constant(bareImport),
  fc.record(
    {
      kind: fc.constantFrom('human', 'model', 'dictionary', 'import'),
      name: words,
      version: fc.constantFrom('1', '2024-01'),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((p) => p + 0),
      at: instant,
      acceptedBy: words,
      acceptedAt: instant,
      readings: fc.array(
        fc.record(
          { annotator: words, item: fc.integer({ min: 1, max: 9 }) },
          { requiredKeys: ['annotator'] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
    },
    { requiredKeys: ['kind', 'name'] },
  ),
);

/** Whole thousandths: doubles would nearly all lie next to 0. */
const cuts = (count: number) =>
  fc.array(
    fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
    { minLength: count, maxLength: count },
  );

const seed = fc.record({
  kind: fc.constantFrom('span', 'span', 'span', 'relation', 'label'),
  type,
  attributes: fc.dictionary(type, fc.oneof(words, fc.constant('')), { maxKeys: 3, noNullPrototype: true }),
  note: fc.oneof(fc.constant(''), words),
  status: fc.constantFrom('accepted', 'accepted', 'suggested'),
  provenance,
  link: fc.option(link, { nil: undefined }),
  /** Starts and ends of fragments, as shares of the text. */
  cuts: fc.oneof({ weight: 3, arbitrary: cuts(2) }, { weight: 1, arbitrary: cuts(6) }),
  ends: fc.tuple(fc.nat(), fc.nat()),
});
type Seed = typeof seed extends fc.Arbitrary<infer T> ? T : never;

export const annotatedText = (text: fc.Arbitrary<string>): fc.Arbitrary<AnnotatedDocument> =>
  fc
    .record({
      name: fc.constantFrom('病历 1', 'ward/3/record', '2024-05-06', 'a'),
      text,
      meta: fc.dictionary(fc.constantFrom('patient', '科室', 'note', 'x y'), words, {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      seeds: fc.array(seed, { maxLength: 12, size: 'large' }),
    })
    .map(({ name, text, meta, seeds }) =>
      AnnotatedDocument.parse({ name, text, meta, items: itemsOf(text, seeds) }),
    );

const longText = fc.array(trickyText, { maxLength: 4 }).map((parts) => parts.join(''));

export const annotatedDocument = annotatedText(longText);

/** Several, each with its own name. */
export const annotatedDocuments = fc
  .array(annotatedDocument, { minLength: 1, maxLength: 3 })
  .map((documents) => documents.map((document, i) => ({ ...document, name: `${document.name} ${i}` })));

function itemsOf(text: string, seeds: readonly Seed[]): Item[] {
  const borders = bordersOf(text);
  const spans = seeds.flatMap((seed): Item[] => {
    if (seed.kind !== 'span') return [];
    const fragments = fragmentsOf(borders, seed.cuts);
    if (fragments.length === 0) return [];
    return [
      { kind: 'span', ...common(seed), fragments, ...(seed.link === undefined ? {} : { link: seed.link }) },
    ];
  });
  const numbered = spans.map((item, i) => ({ ...item, id: i + 1 }));
  const end = (n: number) => numbered[n % Math.max(1, numbered.length)]?.id;
  const others = seeds.flatMap((seed): Item[] => {
    const [from, to] = [end(seed.ends[0]), end(seed.ends[1])];
    if (seed.kind === 'label') return [{ kind: 'label', ...common(seed) }];
    if (seed.kind !== 'relation' || from === undefined || to === undefined) return [];
    return [{ kind: 'relation', ...common(seed), from, to }];
  });
  return [...numbered, ...others.map((item, i) => ({ ...item, id: numbered.length + i + 1 }))];
}

function common({ type, attributes, note, status, provenance }: Seed) {
  const given = Object.fromEntries(Object.entries(provenance).filter(([, value]) => value !== undefined));
  return { id: 1, type, attributes, note, status: status as 'accepted', provenance: given as Provenance };
}

/** Offsets between characters: no fragment begins or ends inside one. */
function bordersOf(text: string): number[] {
  const borders = [0];
  for (const char of text) borders.push((borders.at(-1) ?? 0) + char.length);
  return borders;
}

function fragmentsOf(borders: readonly number[], cuts: readonly number[]) {
  const at = [...new Set(cuts.map((cut) => borders[Math.round(cut * (borders.length - 1))] ?? 0))].sort(
    (a, b) => a - b,
  );
  const fragments: Span[] = [];
  for (let i = 0; i + 1 < at.length; i += 2) fragments.push({ start: at[i] ?? 0, end: at[i + 1] ?? 0 });
  return fragments;
}

/** Items without their numbers and in an order of their own, so that two readings can be compared. */
export function comparable(items: readonly Item[]): unknown[] {
  const spans = new Map(
    items.flatMap((item) => (item.kind === 'span' ? [[item.id, strip(item)] as const] : [])),
  );
  const plain = items.map((item) => {
    if (item.kind !== 'relation') return strip(item);
    return { ...strip(item), from: spans.get(item.from), to: spans.get(item.to) };
  });
  return plain
    .map((item) => ({ key: sortedJson(item), item }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}

function strip({ id: _, ...item }: Item): Record<string, unknown> {
  return item;
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Losses as numbers by what was lost; what was lost zero times is left out. */
export function lossTable(
  losses: readonly { what: { id: string }; count: number }[],
): Record<string, number> {
  return Object.fromEntries(
    losses.filter(({ count }) => count > 0).map(({ what, count }) => [what.id, count]),
  );
}

/** A text with `¶` where its error is: the text without it, and the place as line and column. */
export function marked(text: string): { text: string; place: string } {
  const before = text.slice(0, text.indexOf('¶'));
  const line = before.split('\n').length;
  return { text: text.replace('¶', ''), place: `:${line}:${before.length - before.lastIndexOf('\n')}: ` };
}

/** A written file with a few characters removed, doubled or replaced: read as valid documents, or refused by name. */
export function expectNoHarm(format: Format): void {
  const damage = fc.array(
    fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat({ max: 12 }),
      fc.constantFrom('', '', 'x', '"', '\t', '|', '9', '-1', '<', '\n', '[', '\\'),
    ),
    { minLength: 1, maxLength: 3 },
  );
  fc.assert(
    fc.property(annotatedDocuments, damage, (documents, wounds) => {
      const files = format
        .write(documents)
        .files.map((file) => ({ ...file, bytes: wounded(file.bytes, wounds) }));
      try {
        for (const document of format.read(files).documents) {
          expect(AnnotatedDocument.parse(document)).toEqual(document);
          expect(problemOf(document)).toBeUndefined();
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(messageWords(error.localized, 'zh')).toMatch(/\p{Script=Han}/u);
      }
    }),
    { numRuns: 300 },
  );
}

function wounded(bytes: Uint8Array, wounds: readonly (readonly [number, number, string])[]): Uint8Array {
  let text = new TextDecoder().decode(bytes);
  for (const [share, length, instead] of wounds) {
    const at = Math.floor(share * text.length);
    text = text.slice(0, at) + instead + text.slice(at + length);
  }
  return new TextEncoder().encode(text);
}
