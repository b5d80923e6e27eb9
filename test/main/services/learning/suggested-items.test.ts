import { describe, expect, it } from 'vitest';
import { mentionsIn, newRelations } from '../../../../main/services/learning/suggest-relations.ts';
import {
  fromMentions,
  fromPredictions,
  type NewSpan,
  onlyNew,
} from '../../../../main/services/learning/suggested-items.ts';
import { Item } from '../../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { Mention } from '../../../../shared/domain/mention.ts';

const schema = AnnotationSchema.parse({
  spans: [{ name: '疾病' }, { name: 'sym', title: '临床表现' }, { name: '检查' }, { name: '检验' }],
  attributes: [{ name: 'assertion', kind: 'choice', values: ['存在', '否认', '疑似'], types: ['疾病'] }],
});
const mention = (more: Partial<Mention>): Mention => ({
  start: 2,
  end: 5,
  text: '糖尿病',
  type: 'disease',
  entityId: 7,
  name: '2型糖尿病',
  assertion: 'present',
  depth: 0,
  ...more,
});

describe('suggestions of the dictionary', () => {
  it('have the schema’s types, assertion and link', () => {
    const found = fromMentions([mention({ assertion: 'negated' })], schema, { name: '词典', version: '3' });
    expect(found).toEqual([
      {
        kind: 'span',
        type: '疾病',
        fragments: [{ start: 2, end: 5 }],
        attributes: { assertion: '否认' },
        note: '',
        status: 'suggested',
        link: { system: 'kg', code: '7', name: '2型糖尿病' },
        provenance: { kind: 'dictionary', name: '词典', version: '3' },
      },
    ]);
  });

  it('take the first of types that mean the same, titles too, and leave out what has none', () => {
    const types = (mentions: Mention[]) =>
      fromMentions(mentions, schema, { name: '', version: '' }).map(({ type }) => type);
    expect(
      types([mention({ type: 'exam' }), mention({ type: 'symptom' }), mention({ type: 'drug' })]),
    ).toEqual(['检查', 'sym']);
  });

  it('say nothing of an assertion where the type has none, or the value is the default or missing', () => {
    const attributes = (more: Partial<Mention>) =>
      fromMentions([mention(more)], schema, { name: '', version: '' })[0]?.attributes;
    expect(attributes({ type: 'symptom', assertion: 'negated' })).toEqual({});
    expect(attributes({ assertion: 'present' })).toEqual({});
    expect(attributes({ assertion: 'family' })).toEqual({});
    expect(attributes({ assertion: 'uncertain' })).toEqual({ assertion: '疑似' });
  });
});

describe('suggestions of a model', () => {
  it('keep confidence, by the type of the same name or of the same meaning', () => {
    const entity = (type: string) => ({ start: 0, end: 2, type, text: '头痛', confidence: 0.8 });
    const found = fromPredictions([entity('sym'), entity('DISEASE'), entity('drug')], schema, {
      name: 'ner-a',
      version: 'sha',
    });
    expect(found.map(({ type }) => type)).toEqual(['sym', '疾病']);
    expect(found[0]?.provenance).toEqual({ kind: 'model', name: 'ner-a', version: 'sha', confidence: 0.8 });
  });

  it('carry assertions', () => {
    const entity = {
      start: 0,
      end: 2,
      type: '疾病',
      text: '肺炎',
      confidence: 0.8,
      assertion: 'negated',
    } as const;
    const [span] = fromPredictions([entity], schema, { name: 'ner-a', version: 'sha' });
    expect(span?.attributes).toEqual({ assertion: '否认' });
  });
});

describe('what is suggested already', () => {
  const [span] = fromMentions([mention({})], schema, { name: '', version: '' }) as [NewSpan]; // safe: one mention, one span
  const item = (more: Partial<Item>): Item => ({ ...span, id: 1, ...more }) as Item; // safe: a span with an id

  it('is not suggested again, nor what somebody decided about', () => {
    expect(onlyNew([span, span], [])).toEqual([span]);
    expect(onlyNew([span], [item({})])).toEqual([]);
    expect(onlyNew([span], [item({ status: 'accepted', type: '检查' })])).toEqual([]);
    expect(onlyNew([span], [item({ status: 'suggested', type: '检查' })])).toEqual([span]);
  });
});

describe('relations that a model found', () => {
  const relationSchema = AnnotationSchema.parse({
    spans: [{ name: '疾病' }, { name: '症状' }],
    relations: [{ name: '临床表现', from: ['疾病'], to: ['症状'] }, { name: '别名' }],
  });
  const item = (id: number, start: number, type: string, changes: object = {}): Item =>
    Item.parse({
      kind: 'span',
      id,
      type,
      fragments: [{ start, end: start + 2 }],
      provenance: { kind: 'human', name: 'a' },
      ...changes,
    });
  const layer = {
    text: '肺炎致咳嗽、发热。',
    items: [item(4, 0, '疾病'), item(6, 3, '症状'), item(7, 6, '症状', { status: 'suggested' })],
  };
  const rules = {
    schema: relationSchema,
    threshold: 0.5,
    provenance: { kind: 'model', name: 'm', version: 'v' },
  } as const;
  const found = { from: 0, to: 1, type: '临床表现', confidence: 0.9 };

  it('join accepted spans by their ids, as suggestions of the model', () => {
    expect(mentionsIn(layer).entities.map(({ id }) => id)).toEqual([4, 6]);
    expect(newRelations([found], layer, rules)).toMatchObject([
      {
        kind: 'relation',
        type: '临床表现',
        from: 4,
        to: 6,
        status: 'suggested',
        provenance: { kind: 'model', name: 'm', version: 'v', confidence: 0.9 },
      },
    ]);
  });

  it('are left out where the schema forbids them, confidence is low, or the person decided', () => {
    const others = [
      { ...found, confidence: 0.4 },
      { ...found, from: 1, to: 0 },
      { ...found, type: '无' },
    ];
    expect(newRelations(others, layer, rules)).toEqual([]);
    const decided = Item.parse({
      kind: 'relation',
      id: 9,
      type: '别名',
      from: 4,
      to: 6,
      provenance: { kind: 'human', name: 'a' },
    });
    expect(newRelations([found], { ...layer, items: [...layer.items, decided] }, rules)).toEqual([]);
  });
});
