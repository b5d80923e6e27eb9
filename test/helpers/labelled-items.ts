/** Labels a text with the findings of the dictionary, under the schema for medical records. */
import type { Item, SpanItem } from '../../shared/domain/annotation.ts';
import type { Mention } from '../../shared/domain/mention.ts';

const TYPES: Readonly<Record<string, string>> = {
  disease: '疾病',
  symptom: '症状',
  sign: '体征',
  exam: '检查',
  finding: '结果',
  drug: '药物',
  treatment: '治疗',
  anatomy: '部位',
};
const ASSERTIONS: Readonly<Record<string, string>> = {
  negated: '否认',
  uncertain: '疑似',
  family: '家族史',
  historical: '既往',
  hypothetical: '假设',
};
const ASSERTED = ['疾病', '症状', '体征'];
/** Every so many is only a suggestion of the dictionary. */
const SUGGESTED = 7;

/** Spans with their assertions, some of them suggestions, and drugs related to symptoms. */
export function labelledItems(mentions: readonly Mention[], firstId: number, person: string): Item[] {
  const spans = mentions
    .filter(({ type }) => TYPES[type] !== undefined)
    .map(({ start, end, type, assertion }, i): SpanItem => {
      const name = TYPES[type] ?? '';
      const value = ASSERTED.includes(name) ? ASSERTIONS[assertion] : undefined;
      const suggested = i % SUGGESTED === SUGGESTED - 2;
      return {
        kind: 'span',
        id: firstId + i,
        type: name,
        attributes: value === undefined ? {} : { assertion: value },
        note: '',
        status: suggested ? 'suggested' : 'accepted',
        provenance: suggested ? { kind: 'dictionary', name: 'graph' } : { kind: 'human', name: person },
        fragments: [{ start, end }],
      };
    });
  const sure = spans.filter(({ status }) => status === 'accepted');
  const symptoms = sure.filter(({ type }) => type === '症状');
  const related = sure
    .filter(({ type }) => type === '药物')
    .slice(0, 3)
    .flatMap((drug, i): Item[] => {
      const symptom = symptoms[i];
      if (symptom === undefined) return [];
      return [
        {
          kind: 'relation',
          id: firstId + spans.length + i,
          type: '用于治疗',
          attributes: {},
          note: '',
          status: 'accepted',
          provenance: { kind: 'human', name: person },
          from: drug.id,
          to: symptom.id,
        },
      ];
    });
  return [...spans, ...related];
}
