/** Made-up admission notes with what two annotators would mark in them; nobody described here exists. */
import type { LabelledDocument, LabelledSpan } from '../../shared/domain/training.ts';

interface Case {
  readonly disease: string;
  readonly symptoms: readonly string[];
  readonly denied: readonly string[];
  readonly sign: string;
  readonly exam: string;
  readonly result: string;
  readonly drug: string;
  readonly past: string;
}

const CASES: readonly Case[] = [
  {
    disease: '急性前壁心肌梗死',
    symptoms: ['胸痛', '大汗'],
    denied: ['咯血', '晕厥'],
    sign: '双肺底湿啰音',
    exam: '心电图',
    result: 'V1至V4导联ST段抬高',
    drug: '阿司匹林',
    past: '高血压病',
  },
  {
    disease: '社区获得性肺炎',
    symptoms: ['发热', '咳嗽'],
    denied: ['胸痛', '咯血'],
    sign: '右下肺湿啰音',
    exam: '胸部CT',
    result: '右下肺斑片状渗出影',
    drug: '左氧氟沙星',
    past: '2型糖尿病',
  },
  {
    disease: '慢性阻塞性肺疾病急性加重',
    symptoms: ['气促', '咳痰'],
    denied: ['胸痛', '发热'],
    sign: '桶状胸',
    exam: '肺功能',
    result: '重度阻塞性通气功能障碍',
    drug: '沙丁胺醇',
    past: '慢性支气管炎',
  },
  {
    disease: '慢性心力衰竭',
    symptoms: ['夜间阵发性呼吸困难', '乏力'],
    denied: ['发热', '黑便'],
    sign: '双下肢凹陷性水肿',
    exam: '超声心动图',
    result: '左室射血分数38%',
    drug: '呋塞米',
    past: '扩张型心肌病',
  },
  {
    disease: '支气管哮喘急性发作',
    symptoms: ['喘息', '胸闷'],
    denied: ['咯血', '盗汗'],
    sign: '双肺哮鸣音',
    exam: '支气管舒张试验',
    result: '阳性',
    drug: '布地奈德',
    past: '变应性鼻炎',
  },
  {
    disease: '心房颤动',
    symptoms: ['心悸', '头晕'],
    denied: ['胸痛', '晕厥'],
    sign: '脉搏短绌',
    exam: '动态心电图',
    result: '持续性心房颤动',
    drug: '美托洛尔',
    past: '甲状腺功能亢进症',
  },
];
const LENGTHS = ['3小时', '2天', '1周', '5天', '半月'];
const WARDS = ['心血管内科', '呼吸与危重症医学科'];

export interface AdmissionNote extends LabelledDocument {
  readonly title: string;
}

/** `count` notes, the same every time; types are those of the schema for medical records. */
export function admissionNotes(count: number): AdmissionNote[] {
  return Array.from({ length: count }, (_, n) => admissionNote(n));
}

function admissionNote(n: number): AdmissionNote {
  const one = CASES[(n * 5) % CASES.length]!;
  const other = CASES[(n * 5 + 1 + Math.floor(n / CASES.length)) % CASES.length]!;
  const [first, second] = one.symptoms;
  const length = LENGTHS[n % LENGTHS.length]!;
  const marked = `主诉：⟦症状:${first}⟧伴⟦症状:${second}⟧${length}。
现病史：患者${length}前无明显诱因出现⟦症状:${first}⟧，活动后加重，伴⟦症状:${second}⟧，无⟦症状:${one.denied[0]}⟧及⟦症状:${one.denied[1]}⟧。当地诊所予⟦药物:${other.drug}⟧口服，⟦症状:${first}⟧未见缓解。今日来院，查⟦检查:${one.exam}⟧示⟦结果:${one.result}⟧，以“⟦疾病:${one.disease}⟧”收入${WARDS[n % 2]}。
既往史：⟦疾病:${one.past}⟧病史${3 + (n % 9)}年，否认⟦疾病:${other.past}⟧。
体格检查：神志清楚，⟦体征:${one.sign}⟧，腹软，无⟦体征:压痛⟧。
初步诊断：1. ⟦疾病:${one.disease}⟧；2. ⟦疾病:${one.past}⟧。
诊疗计划：完善⟦检查:${one.exam}⟧及⟦检验:血常规⟧，予⟦药物:${one.drug}⟧治疗，观察⟦症状:${first}⟧变化。`;
  return { id: String(n + 1), title: `入院记录 ${String(n + 1).padStart(3, '0')}`, ...unmarked(marked) };
}

function unmarked(marked: string): { text: string; entities: LabelledSpan[] } {
  const entities: LabelledSpan[] = [];
  let text = '';
  for (const part of marked.split(/(⟦[^⟧]+⟧)/)) {
    const [, type, words] = /^⟦([^:]+):(.+)⟧$/.exec(part) ?? [];
    if (type === undefined || words === undefined) {
      text += part;
      continue;
    }
    entities.push({ start: text.length, end: text.length + words.length, type });
    text += words;
  }
  return { text, entities };
}

/** Types that people take for one another. */
const CONFUSED: Readonly<Record<string, string>> = { 体征: '症状', 检验: '检查', 结果: '体征' };

/**
 * What a second annotator sees in a note: much the same, but shorter words here, another type there, and some not at all.
 */
export function otherReading({ id, entities }: AdmissionNote): LabelledSpan[] {
  return entities.flatMap((entity, i) => {
    switch ((Number(id) * 7 + i * 5) % 13) {
      case 0:
        return [];
      case 1:
        return [{ ...entity, type: CONFUSED[entity.type] ?? entity.type }];
      case 2:
        return entity.end - entity.start > 3 ? [{ ...entity, start: entity.start + 2 }] : [entity];
      default:
        return [entity];
    }
  });
}
