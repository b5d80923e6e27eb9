/** Rules for suspicious content of imports: names that are none, types that the name contradicts, edges that make no sense. */
import type { EntityType } from '../../shared/domain/graph.ts';
import type { ReviewKind } from '../../shared/domain/graph-review.ts';
import { endsAllowed } from './import/relations.ts';

/** Longest name in characters that is no sentence, for a name in Chinese. */
const LONG = 30;

const NUMBER = '[0-9０-９零〇一二两三四五六七八九十百半数几\\-~～—至到.、余多]+';
const UNIT = '(?:个月|个?星期|小时|分钟|天|日|周|月|年|岁|次|元)';
const DURATION = new RegExp(
  `^[><≥≤约大于小超过]*${NUMBER}余?多?${UNIT}(?:${NUMBER}${UNIT})?(?:以上|以内|以下|左右|不等)?$`,
  'u',
);
const SYMBOLS = /^[\p{N}\p{P}\p{S}\p{Z}]+$/u;
const SENTENCE = /[。；！？;!?]|[，,].*[，,]/u;
/** Titles of sections in encyclopaedias; those of records come from the rules of sections. */
const TITLES = new Set(
  '临床表现 病因 检查 治疗 诊断 预防 护理 饮食 症状 体征 简介 概述 定义 病理 鉴别诊断 并发症 发病机制 流行病学 预后 详细 更多 其他 其它 无 暂无 不详 未知 暂无相关资料'.split(
    ' ',
  ),
);

/** Last characters of names that speak for a type, when the entity has one of the other types named. */
const ENDINGS: readonly {
  readonly ending: RegExp;
  readonly type: EntityType;
  readonly against: readonly EntityType[];
}[] = [
  {
    ending: /(?:咳嗽|发热|头痛|头晕|呕吐|恶心|腹痛|腹泻|胸痛|乏力|疼痛|瘙痒|出血|水肿|心悸|失眠|便秘)$/u,
    type: 'symptom',
    against: ['drug', 'exam', 'treatment', 'department', 'anatomy'],
  },
  {
    ending: /(?:炎|症|病|癌|综合征|肿瘤|结核|骨折|感冒)$/u,
    type: 'disease',
    against: ['drug', 'exam', 'department', 'anatomy'],
  },
  {
    ending: /(?:胶囊|注射液|颗粒|口服液|滴丸|缓释片|分散片|肠溶片|滴眼液|软膏|糖浆|霉素|西林)$/u,
    type: 'drug',
    against: ['disease', 'symptom', 'sign', 'exam', 'department', 'anatomy', 'cause'],
  },
  {
    ending: /(?:造影|超声|镜检查|心电图|血常规|尿常规|CT检查|MRI检查|CT|MRI)$/u,
    type: 'exam',
    against: ['disease', 'symptom', 'sign', 'drug', 'department', 'anatomy'],
  },
  {
    ending: /(?:内科|外科|妇科|儿科|产科|眼科|皮肤科)$/u,
    type: 'department',
    against: ['disease', 'symptom', 'drug', 'exam'],
  },
];

/** Types that a name may have besides each other: sources tell symptoms, signs, findings and diseases apart differently. */
const ALIKE: readonly (readonly EntityType[])[] = [
  ['disease', 'symptom', 'sign', 'finding', 'cause'],
  ['drug', 'treatment'],
  ['exam', 'finding', 'treatment'],
  ['cause', 'drug'],
];

export const contradict = (a: EntityType, b: EntityType): boolean =>
  a !== b && a !== 'other' && b !== 'other' && !ALIKE.some((types) => types.includes(a) && types.includes(b));

/**
 * Returns what is suspicious about an entity by itself, or `undefined`.
 * @param isHeading whether a name is a heading of records
 */
export function suspectOf(
  name: string,
  type: EntityType,
  isHeading: (name: string) => boolean,
): { readonly kind: ReviewKind; readonly suggestion?: EntityType } | undefined {
  if (SYMBOLS.test(name)) return { kind: 'symbols' };
  if (DURATION.test(name)) return { kind: 'duration' };
  if (TITLES.has(name.replace(/[[\]【】()（）:：\s]/gu, '')) || isHeading(name)) return { kind: 'heading' };
  if (/\p{Script=Han}/u.test(name) && ([...name].length > LONG || SENTENCE.test(name)))
    return { kind: 'long' };
  const found = ENDINGS.find(({ ending, against }) => against.includes(type) && ending.test(name));
  return found && { kind: 'typed', suggestion: found.type };
}

interface End {
  readonly type: EntityType;
  readonly norm: string;
}

export function suspectEdge(head: End, relation: string, tail: End): ReviewKind | undefined {
  if (head.norm === tail.norm) return 'loop';
  return endsAllowed(relation, head.type, tail.type) ? undefined : 'ends';
}
