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
    past: '先天性心脏病',
  },
  {
    disease: '急性脑梗死',
    symptoms: ['言语不清', '右侧肢体无力'],
    denied: ['头痛', '抽搐'],
    sign: '右侧鼻唇沟变浅',
    exam: '头颅MRI',
    result: '左侧基底节区高信号',
    drug: '氯吡格雷',
    past: '高脂血症',
  },
  {
    disease: '消化性溃疡',
    symptoms: ['上腹痛', '反酸'],
    denied: ['呕血', '黑便'],
    sign: '剑突下轻压痛',
    exam: '胃镜',
    result: '十二指肠球部溃疡',
    drug: '奥美拉唑',
    past: '慢性胃炎',
  },
  {
    disease: '急性胆囊炎',
    symptoms: ['右上腹痛', '恶心'],
    denied: ['黄疸', '腹泻'],
    sign: '墨菲征阳性',
    exam: '腹部彩超',
    result: '胆囊壁增厚毛糙',
    drug: '头孢曲松',
    past: '胆囊结石',
  },
  {
    disease: '2型糖尿病',
    symptoms: ['口渴', '多尿'],
    denied: ['视物模糊', '足部溃疡'],
    sign: '双足痛觉减退',
    exam: '糖化血红蛋白',
    result: '9.8%',
    drug: '二甲双胍',
    past: '肥胖症',
  },
  {
    disease: '肾病综合征',
    symptoms: ['双下肢水肿', '泡沫尿'],
    denied: ['肉眼血尿', '关节痛'],
    sign: '眼睑浮肿',
    exam: '肾穿刺活检',
    result: '微小病变',
    drug: '泼尼松',
    past: '过敏性紫癜',
  },
  {
    disease: '甲状腺功能亢进症',
    symptoms: ['怕热', '消瘦'],
    denied: ['吞咽困难', '声嘶'],
    sign: '双手细颤',
    exam: '甲状腺彩超',
    result: '甲状腺弥漫性肿大',
    drug: '甲巯咪唑',
    past: '缺铁性贫血',
  },
];
const LENGTHS = ['3小时', '2天', '1周', '5天', '半月'];
const WARDS = ['本科', '病房'];

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
  const told: readonly string[] = [
    `患者${length}前无明显诱因出现⟦症状:${first}⟧，活动后加重，伴⟦症状:${second}⟧，无⟦症状:${one.denied[0]}⟧及⟦症状:${one.denied[1]}⟧。当地诊所对症处理，⟦症状:${first}⟧未见缓解。今日来院，查⟦检查:${one.exam}⟧示⟦结果:${one.result}⟧，以“⟦疾病:${one.disease}⟧”收入${WARDS[n % 2]}。`,
    `${length}前受凉后渐起⟦症状:${first}⟧，时轻时重，继而⟦症状:${second}⟧，夜间明显，不伴⟦症状:${one.denied[0]}⟧。自服药物（不详）无效。门诊⟦检查:${one.exam}⟧：⟦结果:${one.result}⟧，拟“⟦疾病:${one.disease}⟧”收住院。病程中无⟦症状:${one.denied[1]}⟧。`,
    `患者于${length}前劳累后突感⟦症状:${first}⟧，持续不缓解，家人发现其⟦症状:${second}⟧，呼叫120送至我院。急诊行⟦检查:${one.exam}⟧提示⟦结果:${one.result}⟧，考虑⟦疾病:${one.disease}⟧，给予⟦药物:${one.drug}⟧后稍好转。否认⟦症状:${one.denied[0]}⟧、⟦症状:${one.denied[1]}⟧。`,
  ];
  const marked = `主诉：⟦症状:${first}⟧伴⟦症状:${second}⟧${length}。
现病史：${told[(n + Math.floor(n / CASES.length)) % told.length]}
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
 * Returns the labels of a second annotator: mostly equal, some shorter, some of another type, some missing.
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
