/** Made-up histories of present illness with their diagnoses: some share words, so that no model gets all of them right. */
import type { ClassifiedDocument } from '../../shared/domain/classification.ts';

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  社区获得性肺炎: ['发热伴咳嗽', '咳黄脓痰', '右下肺湿啰音', '受凉后寒战高热'],
  慢性阻塞性肺疾病: ['反复咳喘十余年', '活动后气促加重', '桶状胸', '双肺散在干啰音'],
  支气管哮喘: ['发作性喘息', '夜间憋醒', '接触花粉后胸闷', '双肺哮鸣音'],
  急性支气管炎: ['发热伴咳嗽', '咽痛后干咳', '少量白痰', '双肺呼吸音粗'],
  急性心肌梗死: ['持续胸骨后压榨痛', '大汗淋漓', '心电图ST段抬高', '含服硝酸甘油不缓解'],
  稳定型心绞痛: ['劳累后胸骨后闷痛', '休息数分钟缓解', '含服硝酸甘油缓解', '活动后胸闷'],
  心力衰竭: ['夜间不能平卧', '双下肢凹陷性水肿', '活动后气促加重', '颈静脉怒张'],
  心房颤动: ['阵发性心悸', '脉搏短绌', '心律绝对不齐', '活动后胸闷'],
  高血压病: ['头晕头胀', '血压最高180/110mmHg', '长期服用降压药', '晨起枕部胀痛'],
  脑梗死: ['突发左侧肢体无力', '言语含糊', '口角歪斜', '头颅CT未见出血'],
  脑出血: ['突发剧烈头痛', '喷射性呕吐', '意识模糊', '头颅CT示高密度影'],
  偏头痛: ['反复单侧搏动性头痛', '伴畏光恶心', '晨起枕部胀痛', '睡眠后缓解'],
  '2型糖尿病': ['口干多饮多尿', '体重下降', '空腹血糖升高', '双足麻木'],
  甲状腺功能亢进症: ['怕热多汗', '体重下降', '阵发性心悸', '双手细颤'],
  急性胃炎: ['上腹隐痛', '进食后恶心呕吐', '饮酒后上腹不适', '无黑便'],
  消化性溃疡: ['空腹时上腹痛', '进食后缓解', '反酸嗳气', '间断黑便'],
  急性阑尾炎: ['转移性右下腹痛', '麦氏点压痛反跳痛', '低热恶心', '白细胞升高'],
  急性胆囊炎: ['右上腹绞痛', '进油腻食物后发作', 'Murphy征阳性', '向右肩放射'],
  急性胰腺炎: ['左上腹持续剧痛', '向腰背部放射', '血淀粉酶升高', '饮酒后上腹不适'],
  肝硬化: ['腹胀纳差', '蜘蛛痣', '移动性浊音阳性', '双下肢凹陷性水肿'],
  泌尿系结石: ['突发腰部绞痛', '肉眼血尿', '肾区叩击痛', '向会阴部放射'],
  尿路感染: ['尿频尿急尿痛', '低热恶心', '尿白细胞阳性', '下腹坠胀'],
  骨质疏松症: ['腰背部酸痛', '身高变矮', '轻微外力后骨折', '长期服用激素'],
  类风湿关节炎: ['双手小关节肿痛', '晨僵超过一小时', '类风湿因子阳性', '关节畸形'],
};
export const DIAGNOSES = Object.keys(SIGNS);
const OPENINGS = ['患者N天前无明显诱因出现', '患者因', '近N日来', '入院前N天开始'];
const ENDINGS = ['，门诊以此收入院。', '，自服药物后无好转。', '，精神食欲欠佳。', '，无外伤史。'];

/** @param from number of the first one: other numbers are other texts */
export function diagnosedTexts(count: number, from = 0): ClassifiedDocument[] {
  return Array.from({ length: count }, (_, i) => diagnosedText(from + i));
}

function diagnosedText(number: number): ClassifiedDocument {
  const draw = draws(number);
  // Squared: the first ones are frequent, the last ones rare.
  const pick = (): string => DIAGNOSES[Math.floor(draw() ** 2 * DIAGNOSES.length)]!;
  const labels = [...new Set(Array.from({ length: draw() < 0.35 ? 2 : 1 }, pick))];
  const signs = labels.flatMap((label) => {
    const all = SIGNS[label]!;
    const first = Math.floor(draw() * all.length);
    return [all[first]!, all[(first + 1 + Math.floor(draw() * 2)) % all.length]!];
  });
  const opening = OPENINGS[Math.floor(draw() * OPENINGS.length)]!.replace(
    'N',
    String(1 + Math.floor(draw() * 9)),
  );
  const ending = ENDINGS[Math.floor(draw() * ENDINGS.length)]!;
  return { id: `病历-${number + 1}`, text: `${opening}${signs.join('，')}${ending}`, labels };
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function draws(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Data set as spreadsheets save it. */
export function asCsv(documents: readonly ClassifiedDocument[]): string {
  const rows = documents.map(({ id, text, labels }) => `${id},"${text}",${labels.join('；')}\r\n`);
  return `病案号,现病史,出院诊断\r\n${rows.join('')}`;
}
