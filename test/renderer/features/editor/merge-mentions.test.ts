/** Dictionary and model as one list: who found what, and nothing lost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MentionTrack } from '../../../../renderer/features/editor/mention-track.ts';
import {
  type MarkedMention,
  mergeMentions,
  samePredictions,
} from '../../../../renderer/features/editor/merge-mentions.ts';
import {
  colourTypeOf,
  isEntityType,
  kindOfLabel,
  letterOf,
  parseKinds,
  sortKinds,
} from '../../../../renderer/lib/mention-kinds.ts';
import { ENTITY_TYPES } from '../../../../shared/appearance.ts';
import { EntityType } from '../../../../shared/domain/graph.ts';
import type { Mention } from '../../../../shared/domain/mention.ts';
import type { PredictedSpan } from '../../../../shared/domain/training.ts';
import { areInterchangeable, typeOfLabel } from '../../../../shared/entity-type-aliases.ts';

const linked = (start: number, end: number, type: EntityType, entityId = 1): Mention => ({
  ...{ start, end, type, entityId, text: 'x'.repeat(end - start), name: 'x' },
  ...{ assertion: 'present', depth: 0 },
});
const predicted = (start: number, end: number, type: string, confidence = 0.5): PredictedSpan => ({
  ...{ start, end, type, confidence, text: 'x'.repeat(end - start) },
});
const merge = (
  mentions: readonly Mention[],
  spans: readonly PredictedSpan[],
  threshold = 0,
): MarkedMention[] =>
  mergeMentions(new MentionTrack(mentions).all(), new MentionTrack(spans).all(), threshold);
const brief = (mentions: readonly MarkedMention[]): string[] =>
  mentions.map(
    ({ start, end, kind, source, crossing }) => `${start}-${end} ${kind} ${source}${crossing ? ' x' : ''}`,
  );

describe('mergeMentions', () => {
  it('makes one of the same words and a kindred type, and keeps the rest apart', () => {
    const found = merge(
      [linked(0, 3, 'disease'), linked(5, 7, 'sign'), linked(9, 11, 'drug'), linked(20, 26, 'disease')],
      [
        predicted(0, 3, '疾病和诊断'),
        predicted(5, 7, 'SYMPTOM'),
        predicted(9, 11, 'disease'),
        predicted(22, 28, 'dis'),
        predicted(30, 32, 'crowd'),
      ],
    );
    expect(brief(found)).toEqual([
      '0-3 disease both',
      '5-7 sign both',
      '9-11 drug dictionary',
      '9-11 disease model x',
      '20-26 disease dictionary',
      '22-28 disease model x',
      '30-32 label:crowd model',
    ]);
    expect(found[0]!.predicted?.type).toBe('疾病和诊断');
    expect(found[1]!.linked?.type).toBe('sign');
  });

  it('pairs with the very type before a kindred one, and each once', () => {
    const twins = [linked(0, 2, 'sign', 1), linked(0, 2, 'symptom', 2)];
    expect(brief(merge(twins, [predicted(0, 2, 'symptom')]))).toEqual([
      '0-2 sign dictionary',
      '0-2 symptom both',
    ]);
    expect(brief(merge(twins, [predicted(0, 2, 'symptom'), predicted(0, 2, 'sign')]))).toEqual([
      '0-2 sign both',
      '0-2 symptom both',
    ]);
  });

  it('leaves out what the model is not sure enough of', () => {
    const spans = [predicted(0, 2, 'disease', 0.4), predicted(4, 6, 'disease', 0.6)];
    expect(brief(merge([linked(0, 2, 'disease')], spans, 0.6))).toEqual([
      '0-2 disease dictionary',
      '4-6 disease model',
    ]);
    expect(brief(merge([linked(0, 2, 'disease')], spans, 0.61))).toEqual(['0-2 disease dictionary']);
  });

  it('takes both findings where they stand after edits', () => {
    const [words, spans] = [
      new MentionTrack([linked(0, 2, 'disease')]),
      new MentionTrack([predicted(4, 6, 'drug')]),
    ];
    const edit = { offset: 3, removed: 0, inserted: 5 };
    words.shift(edit);
    spans.shift(edit);
    expect(brief(mergeMentions(words.all(), spans.all(), 0))).toEqual([
      '0-2 disease dictionary',
      '9-11 drug model',
    ]);
    spans.shift({ offset: 8, removed: 4, inserted: 0 });
    expect(brief(mergeMentions(words.all(), spans.all(), 0))).toEqual(['0-2 disease dictionary']);
  });

  it('knows answers that say nothing new', () => {
    const spans = [predicted(0, 2, 'drug'), predicted(4, 6, 'drug')];
    const track = new MentionTrack(spans);
    expect(samePredictions(track.all(), spans)).toBe(true);
    expect(samePredictions(track.all(), spans.slice(1))).toBe(false);
    expect(samePredictions(track.all(), [spans[0]!, predicted(4, 6, 'dose')])).toBe(false);
    expect(samePredictions(track.all(), [spans[0]!, predicted(4, 6, 'drug', 0.6)])).toBe(false);
    track.shift({ offset: 3, removed: 0, inserted: 1 });
    expect(samePredictions(track.all(), spans)).toBe(false);
    expect(samePredictions(track.all(), [spans[0]!, predicted(5, 7, 'drug')])).toBe(true);
  });

  const place = { start: fc.nat(30), size: fc.integer({ min: 1, max: 8 }) };
  const someLinked = fc.array(
    fc
      .record({ ...place, type: fc.constantFrom(...EntityType.options), id: fc.nat(3) })
      .map(({ start, size, type, id }) => linked(start, start + size, type, id + 1)),
    { maxLength: 12 },
  );
  const somePredicted = fc.array(
    fc
      .record({
        ...place,
        type: fc.constantFrom('disease', 'sym', 'TESTLAB', '治疗', 'crowd', '__proto__', 'constructor'),
        confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ start, size, type, confidence }) => predicted(start, start + size, type, confidence)),
    { maxLength: 12 },
  );

  it('loses and invents nothing: each finding stands once, in order', () => {
    fc.assert(
      fc.property(
        someLinked,
        somePredicted,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (words, spans, threshold) => {
          const found = merge(words, spans, threshold);
          const sure = spans.filter(({ confidence }) => confidence >= threshold);
          const back = <T>(pick: (mention: MarkedMention) => T | undefined) =>
            found.flatMap((m) => pick(m) ?? []);
          expect(new Set(back((m) => m.linked))).toEqual(new Set(words));
          expect(back((m) => m.linked)).toHaveLength(words.length);
          expect(new Set(back((m) => m.predicted))).toEqual(new Set(sure));
          expect(back((m) => m.predicted)).toHaveLength(sure.length);
          for (const [i, m] of found.entries()) {
            expect(m.source).toBe(
              m.linked === undefined ? 'model' : m.predicted === undefined ? 'dictionary' : 'both',
            );
            const before = found[i - 1];
            if (before !== undefined)
              expect(before.start < m.start || (before.start === m.start && before.end >= m.end)).toBe(true);
          }
        },
      ),
    );
  });

  it('pairs all that can be paired, and tells what crosses what, as looking at all pairs does', () => {
    fc.assert(
      fc.property(someLinked, somePredicted, (words, spans) => {
        const found = merge(words, spans);
        for (const m of found) {
          if (m.source === 'both') {
            expect(m.linked).toMatchObject({ start: m.predicted!.start, end: m.predicted!.end });
            const kind = kindOfLabel(m.predicted!.type);
            expect(isEntityType(kind) && areInterchangeable(kind, m.linked!.type)).toBe(true);
          }
          if (m.source !== 'model') continue;
          expect(m.crossing).toBe(words.some(({ start, end }) => start < m.end && m.start < end));
          const free = found.some(
            (other) =>
              other.source === 'dictionary' &&
              other.start === m.start &&
              other.end === m.end &&
              isEntityType(m.kind) &&
              other.kind === m.kind,
          );
          expect(free).toBe(false);
        }
      }),
    );
  });
});

describe('labels of models', () => {
  it.each([
    ['disease', 'disease'],
    ['DISEASE', 'disease'],
    ['疾病和诊断', 'disease'],
    ['Test_Value', 'finding'],
    ['TESTLAB', 'exam'],
    ['检查和检验', 'exam'],
    ['症状和体征', 'symptom'],
    ['bod', 'anatomy'],
    ['Anatomy', 'anatomy'],
    ['身体部位', 'anatomy'],
    ['dru', 'drug'],
    ['pro', 'treatment'],
    ['OPERATION', 'treatment'],
    ['dep', 'department'],
    ['crowd', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('%s is %s', (label, type) => {
    expect(typeOfLabel(label)).toBe(type);
  });

  it('without a type have a neutral look, a letter of their own and a place after the types', () => {
    const crowd = kindOfLabel('crowd');
    expect(colourTypeOf(crowd)).toBe('other');
    expect([letterOf(crowd, 'zh'), letterOf(kindOfLabel('𠮷时间'), 'en'), letterOf('label: ', 'en')]).toEqual(
      ['C', '𠮷', '?'],
    );
    expect(letterOf('disease', 'zh')).toBe(ENTITY_TYPES.disease.letter.zh);
    expect(sortKinds(['label:b', 'drug', 'label:a', 'disease'])).toEqual([
      'disease',
      'drug',
      'label:a',
      'label:b',
    ]);
    expect(parseKinds(['disease', 'label:crowd', 'nonsense', '__proto__'])).toEqual([
      'disease',
      'label:crowd',
    ]);
  });
});
