/** Maps relations and types of other graphs to those of this one. */
import type { EntityType, KnownRelation } from '../../../shared/domain/graph.ts';

export interface RelationRule {
  readonly relation: string;
  readonly head: EntityType;
  /** Type of the tail; for IsA the head's type. */
  readonly tail: EntityType;
  /** Types under which head or tail may already be known. */
  readonly headAlso: readonly EntityType[];
  readonly tailAlso: readonly EntityType[];
  /** Whether the file's head is our tail. */
  readonly inverse: boolean;
}

/** Types of manifestations: graphs separate these three differently. */
export const MANIFESTATIONS: readonly EntityType[] = ['symptom', 'sign', 'finding'];

/** All types, the most specific first. */
export const ANY_TYPE: readonly EntityType[] = [
  'disease',
  'symptom',
  'sign',
  'finding',
  'drug',
  'exam',
  'treatment',
  'anatomy',
  'cause',
  'department',
  'other',
];

/** Types of causes and complications. */
export const CONDITIONS: readonly EntityType[] = ['disease', 'finding', 'symptom', 'sign'];

const TAIL: Record<KnownRelation, { tail: EntityType; also: readonly EntityType[] }> = {
  SameAs: { tail: 'disease', also: [] },
  HasSymptom: { tail: 'symptom', also: MANIFESTATIONS },
  HasSign: { tail: 'sign', also: MANIFESTATIONS },
  HasFinding: { tail: 'finding', also: MANIFESTATIONS },
  NeedsExam: { tail: 'exam', also: [] },
  TreatedByDrug: { tail: 'drug', also: [] },
  TreatedBy: { tail: 'treatment', also: [] },
  HasComplication: { tail: 'disease', also: CONDITIONS },
  CausedBy: { tail: 'cause', also: CONDITIONS },
  LocatedIn: { tail: 'anatomy', also: [] },
  InDepartment: { tail: 'department', also: [] },
  DifferentialFrom: { tail: 'disease', also: [] },
  IsA: { tail: 'disease', also: [] },
};

/** Names in lower case without separators, for each relation; a leading minus swaps head and tail. */
const NAMES: Record<KnownRelation, string> = {
  SameAs: 'aliasis alias sameas synonym synonymof hassynonym altlabel exactmatch 同义词 别名 又称 同义 等同',
  HasSymptom:
    'hassymptom symptom hasmanifestation manifestation -manifestationof -symptomof 临床表现 症状 有症状',
  HasSign: 'hassign sign 体征',
  HasFinding: 'hasfinding finding 检查结果 检查所见 影像表现',
  NeedsExam:
    'needsexam needcheck check hasexam exam hasdiagnosticprocedure 检查 需要检查 影像学检查 实验室检查 辅助检查 内窥镜检查 组织学检查 筛查',
  TreatedByDrug:
    'treatedbydrug hasdrug drug commondrug recommanddrug recommenddrug maybetreatedby -maytreat -treats 药物治疗 用药 药物 常用药品 推荐药品 治疗药物',
  TreatedBy:
    'treatedby hastreatment treatment cureway 治疗 治疗方法 治疗方案 手术治疗 辅助治疗 化疗 放射治疗',
  HasComplication: 'hascomplication complication acompanywith acompany accompanywith 并发症 伴随疾病',
  CausedBy:
    'causedby cause hascause hascausativeagent etiology -causeof -causativeagentof 病因 致病因素 高危因素',
  LocatedIn:
    'locatedin partis hasfindingsite bodypart location -findingsiteof 发病部位 部位 所属部位 外侵部位',
  InDepartment: 'indepartment departmentis department curedepartment 科室 就诊科室 所属科室',
  DifferentialFrom: 'differentialfrom differential differentialdiagnosis 鉴别诊断 鉴别',
  IsA: 'isa subclassof broader -inverseisa -narrower 属于 上位 是一种',
};

/** Whether a relation may lead from one type to another; relations of other graphs may lead anywhere. */
export function endsAllowed(relation: string, head: EntityType, tail: EntityType): boolean {
  if (relation === 'IsA') return head === tail;
  if (!isKnownRelation(relation)) return true;
  return head === 'disease' && (tail === TAIL[relation].tail || TAIL[relation].also.includes(tail));
}

const isKnownRelation = (name: string): name is KnownRelation => Object.hasOwn(TAIL, name);

const RULES = buildRules();

function buildRules(): Map<string, RelationRule> {
  const rules = new Map<string, RelationRule>();
  for (const [relation, names] of Object.entries(NAMES)) {
    const { tail, also } = TAIL[relation as KnownRelation]; // safe: keys of a Record over KnownRelation
    for (const name of names.split(' ')) {
      const inverse = name.startsWith('-');
      const headAlso = relation === 'IsA' ? ANY_TYPE : [];
      const rule: RelationRule = { relation, head: 'disease', tail, headAlso, tailAlso: also, inverse };
      rules.set(inverse ? name.slice(1) : name, rule);
    }
  }
  return rules;
}

/**
 * Returns the rule for a relation by the file's own name. Unknown relations keep their name; their head counts as a
 * disease and their tail as `other` unless an earlier source gives another type.
 */
export function relationRule(name: string): RelationRule {
  const trimmed = name.trim();
  return (
    RULES.get(trimmed.toLowerCase().replace(/[\s_-]/g, '')) ?? {
      relation: trimmed,
      head: 'disease',
      tail: 'other',
      headAlso: ANY_TYPE,
      tailAlso: ANY_TYPE,
      inverse: false,
    }
  );
}

const TYPE_NAMES: Record<EntityType, string> = {
  disease: 'disease diseases disorder dis 疾病 诊断 疾病和诊断',
  symptom: 'symptom symptoms sym 症状 临床表现 症状和体征',
  sign: 'sign signs 体征',
  finding: 'finding findings 检查结果 检查所见 检验结果',
  exam: 'exam exams check checks test procedure ite 检查 检验 检查和检验 其他检查 影像学检查 实验室检查',
  drug: 'drug drugs medicine medication dru 药物 药品 药',
  treatment: 'treatment treatments therapy surgery operation pro 治疗 手术 手术治疗 其他治疗',
  department: 'department departments dep 科室',
  anatomy: 'anatomy body bodypart part bod 部位 身体部位 解剖部位 身体',
  cause: 'cause causes microbe microorganism mic 病因 微生物 病原体 流行病学 社会学',
  other: 'other others food producer equ 其他 其它 食物 药企 厂商 设备',
};

const TYPES = new Map<string, EntityType>(
  Object.entries(TYPE_NAMES).flatMap(
    ([type, names]) => names.split(' ').map((name) => [name, type as EntityType] as const), // safe: keys of a Record over EntityType
  ),
);

/** Returns the entity type with this English or Chinese name, or `undefined`. */
export const typeNamed = (name: string): EntityType | undefined =>
  TYPES.get(
    name
      .trim()
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  );
