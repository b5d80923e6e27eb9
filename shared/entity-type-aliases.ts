/** Maps entity labels of models to types of the graph, so that their highlights share the dictionary's colours. */
import type { EntityType } from './domain/graph.ts';

/** Common label names of Chinese and English corpora, without case, blanks, underscores and hyphens. */
const NAMES: Readonly<Partial<Record<EntityType, readonly string[]>>> = {
  disease: ['disease', 'diseases', 'dis', 'diagnosis', 'disorder', '疾病', '诊断', '疾病和诊断', '疾病诊断'],
  symptom: ['symptom', 'symptoms', 'sym', '症状', '临床表现', '症状和体征', '症状体征'],
  sign: ['sign', 'signs', '体征'],
  finding: ['finding', 'testvalue', 'testresult', 'labvalue', '检查结果', '检验结果', '指标值'],
  exam: [
    ...[
      'exam',
      'examination',
      'test',
      'tests',
      'testlab',
      'testimage',
      'lab',
      'check',
      'checkitem',
      'ite',
      'item',
    ],
    ...['检查', '检验', '检查和检验', '检查检验', '影像检查', '实验室检验', '医学检验项目', '检查项目'],
  ],
  drug: ['drug', 'drugs', 'dru', 'medicine', 'medication', 'chemical', '药物', '药品', '用药'],
  treatment: [
    ...['treatment', 'treatments', 'therapy', 'operation', 'surgery', 'procedure', 'pro'],
    ...['治疗', '手术', '操作', '医疗程序', '手术治疗'],
  ],
  department: ['department', 'dep', '科室'],
  anatomy: [
    'anatomy',
    'body',
    'bod',
    'bodypart',
    'organ',
    '身体',
    '身体部位',
    '解剖部位',
    '部位',
    '身体部位和组织',
  ],
  cause: ['cause', 'reason', 'mic', 'microbe', 'microorganism', '病因', '微生物', '微生物类', '病原体'],
};

const TYPE_OF = new Map(
  Object.entries(NAMES).flatMap(
    ([type, names]) => names.map((name) => [name, type as EntityType] as const), // safe: the table's keys are entity types
  ),
);

/** Returns the type for a label, or `undefined` if none fits. */
export const typeOfLabel = (label: string): EntityType | undefined =>
  TYPE_OF.get(label.toLowerCase().replace(/[\s_-]+/g, ''));

/** Types that annotators delimit differently: one person's symptom is another's sign. */
const INTERCHANGEABLE: readonly (readonly EntityType[])[] = [
  ['symptom', 'sign', 'finding'],
  ['drug', 'treatment'],
];

/** Returns whether the same words may have either type. */
export const areInterchangeable = (a: EntityType, b: EntityType): boolean =>
  a === b || INTERCHANGEABLE.some((types) => types.includes(a) && types.includes(b));
